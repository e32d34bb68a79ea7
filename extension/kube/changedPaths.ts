import { changedFields } from './changedFields.ts';

/**
 * The paths at which two JSON values differ. Empty when they are equal; a field that is undefined is a field that is not
 * there. At most `limit` paths.
 */
export function changedPaths(before: unknown, after: unknown, limit = 20): string[] {
  return changedFields(before, after, { limit }).fields.map(({ path }) => path);
}
