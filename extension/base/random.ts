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

/**
 * A generator of its own for each thing that draws chance, so that what one draws changes nothing for the others. No two give the same
 * numbers in a row, even where their places in the one cycle of the generator are near each other: each is shifted by its own amount.
 */
export function seededRandomFor(seed: number, what: string): Random {
  const draw = seededRandom(hashOf(seed, what));
  const shift = hashOf(seed, `${what}+`) / 0x1_0000_0000;
  return () => (draw() + shift) % 1;
}

/** FNV-1a, 32 bits. */
export function hashOf(seed: number, what: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < what.length; index++) hash = Math.imul(hash ^ what.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
