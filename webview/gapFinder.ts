/** Tells of each number whether it fails to follow the one before. The first may be any. */
export function gapFinder(): (number: number) => boolean {
  let last: number | undefined;
  return (number) => {
    const isGap = last !== undefined && number !== last + 1;
    last = number;
    return isGap;
  };
}
