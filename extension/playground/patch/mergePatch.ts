import { isRecord } from '../../kube/object.ts';

/** JSON Merge Patch (RFC 7386): null removes, objects merge, everything else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) merged.delete(field);
    else merged.set(field, applyMergePatch(merged.get(field), value));
  }
  return Object.fromEntries(merged);
}
