/** Keys that are sorted at once: a millisecond or two. */
const ownRunLength = 2048;
/** Keys that are merged before somebody else may have a turn. */
const mergedAtOnce = 2048;

/** So many keys that to sort them at once would hold others up. */
export function isMuchToSort(count: number): boolean {
  return count > 2 * ownRunLength;
}

/**
 * Sorts as `toSorted` does, by UTF-16 code units, in steps after each of which others may have their turn: short runs, which are merged two by two. Runs that are in order already
 * are put together without a look at their keys.
 */
export function* sortSteps(keys: readonly string[], runLength = ownRunLength): Generator<void, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let from = 0; from < keys.length; from += runLength) {
    runs.push(keys.slice(from, from + runLength).toSorted());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(at + 1 < runs.length ? yield* mergeSteps(runs[at]!, runs[at + 1]!) : runs[at]!);
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps(one: readonly string[], other: readonly string[]): Generator<void, readonly string[]> {
  if (one.at(-1)! <= other[0]!) return one.concat(other);
  const merged: string[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const end = merged.length + mergedAtOnce;
    while (merged.length < end && left < one.length && right < other.length) merged.push(one[left]! <= other[right]! ? one[left++]! : other[right++]!);
    yield;
  }
  return merged.concat(one.slice(left), other.slice(right));
}
