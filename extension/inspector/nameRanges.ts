import { lowerBound } from '../base/lowerBound.ts';

/** More objects than this under one node are shown in ranges of about this many. */
export const rangeSize = 500;

/**
 * Splits sorted keys into ranges that stay put: a range is named by the key it begins at, and a key that comes
 * or goes moves no other key into another range. A range that has grown to twice its size is split; one
 * that has shrunk to a quarter of it joins the one before.
 *
 * @param starts where the ranges began the last time; empty the first time
 * @returns where they begin now, the first at '', before every key; empty when the keys need no ranges
 */
export function rangeStarts(starts: readonly string[], sortedKeys: readonly string[]): readonly string[] {
  const isFirstTime = starts.length === 0;
  // Ranges that are there stay until the keys are well below the limit: no flicker around it.
  if (sortedKeys.length <= (isFirstTime ? rangeSize : rangeSize / 2)) return [];
  const known = isFirstTime ? [''] : starts;
  const result: string[] = [];
  for (const [index, start] of known.entries()) {
    const from = lowerBound(sortedKeys, start);
    const to = index + 1 < known.length ? lowerBound(sortedKeys, known[index + 1]!) : sortedKeys.length;
    const size = to - from;
    if (size < rangeSize / 4 && result.length > 0) continue;
    result.push(start);
    const parts = isFirstTime || size >= rangeSize * 2 ? Math.ceil(size / rangeSize) : 1;
    for (let part = 1; part < parts; part++) result.push(sortedKeys[from + Math.floor((size * part) / parts)]!);
  }
  return result.length > 1 ? result : [];
}

/** The keys of the range that begins at `start`. */
export function keysInRange(starts: readonly string[], start: string, sortedKeys: readonly string[]): readonly string[] {
  const next = starts[starts.indexOf(start) + 1];
  return sortedKeys.slice(lowerBound(sortedKeys, start), next === undefined ? undefined : lowerBound(sortedKeys, next));
}

/** The range in which a key lies; undefined when there are none. */
export function rangeOf(starts: readonly string[], key: string): string | undefined {
  return starts.findLast((start) => start <= key);
}
