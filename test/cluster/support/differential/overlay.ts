// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** As a merge patch, except that null stays where there was nothing to remove, and a thing that is no object replaces. */
export function overlay(target: Loose, patch: Loose): Loose {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Loose = typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null && field in merged) delete merged[field];
    else merged[field] = overlay(merged[field], value);
  }
  return merged;
}
