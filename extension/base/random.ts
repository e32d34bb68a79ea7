/** Chance as a port: a uniform number in [0, 1), from the machine or from a seed. */
export type Random = () => number;

/** The machine's own chance. */
export const systemRandom: Random = Math.random;

/** A small, fast, repeatable generator (mulberry32). The same seed gives the same numbers everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
