/** Index of the first element of a sorted list that is not less than `value`. */
export function lowerBound<T extends string | number>(sorted: readonly T[], value: T): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
