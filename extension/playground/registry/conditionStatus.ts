import type { Condition } from './shapes.ts';

/** `True`, `False` or `Unknown`; undefined where nothing is said of that. */
export function conditionStatus(conditions: readonly Condition[] | undefined, type: string): string | undefined {
  return conditions?.find((condition) => condition.type === type)?.status;
}
