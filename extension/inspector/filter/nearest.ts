/** The candidate that most likely was meant; empty when none is near. */
export function nearest(text: string, candidates: readonly string[]): string {
  const lower = text.toLowerCase().slice(0, 40);
  const begins = candidates.find((each) => lower.length > 1 && each.toLowerCase().startsWith(lower));
  if (begins !== undefined) return begins;
  let best = '';
  let least = Math.max(1, Math.floor(lower.length / 3)) + 1;
  for (const each of candidates) {
    const distance = editDistance(lower, each.toLowerCase());
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** Characters to add, remove, replace or exchange with their neighbour. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let of = 1; of <= to.length; of++) {
      const same = from[at - 1] === to[of - 1];
      const swapped = at > 1 && of > 1 && from[at - 1] === to[of - 2] && from[at - 2] === to[of - 1] ? before[of - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(row[of]! + 1, next[of - 1]! + 1, row[of - 1]! + (same ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
