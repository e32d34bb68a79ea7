import { describe, expect, it } from 'vitest';
import { seededRandom, seededRandomFor } from '../../../extension/base/random.ts';

const draws = (random: () => number): number[] => Array.from({ length: 1000 }, random);

describe('chance from a seed', () => {
  it('is the same for the same seed and thing, and another for another', () => {
    expect(draws(seededRandom(7))).toEqual(draws(seededRandom(7)));
    expect(draws(seededRandomFor(7, 'pods'))).toEqual(draws(seededRandomFor(7, 'pods')));
    const distinct = new Set([seededRandom(7), seededRandomFor(7, 'pods'), seededRandomFor(7, 'nodes'), seededRandomFor(8, 'pods')].flatMap(draws));
    expect(distinct.size).toBeGreaterThan(3990);
  });

  it('is spread evenly over [0, 1)', () => {
    for (const random of [seededRandom(1), seededRandomFor(1, 'v1/pods')]) {
      const tenths = Array.from({ length: 10 }, () => 0);
      for (const draw of Array.from({ length: 10_000 }, random)) tenths[Math.floor(draw * 10)]!++;
      for (const count of tenths) expect(count).toBeGreaterThan(850);
    }
  });
});
