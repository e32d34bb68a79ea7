import { isRecord } from '../../../kube/object.ts';

/** The merge patch that takes another back: each field that it touches gets what it had, or is removed. */
export function reversePatch(patch: unknown, before: unknown): unknown {
  if (!isRecord(patch)) return before ?? null;
  if (!isRecord(before)) return null;
  return Object.fromEntries(Object.entries(patch).map(([field, value]) => [field, reversePatch(value, before[field])]));
}
