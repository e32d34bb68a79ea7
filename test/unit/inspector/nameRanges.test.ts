import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysInRange, rangeOf, rangeSize, rangeStarts } from '../../../extension/inspector/nameRanges.ts';

const keys = (count: number, prefix = 'd/pod'): string[] => Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`);

describe('rangeStarts', () => {
  it('makes none where all fit', () => {
    expect(rangeStarts([], [])).toEqual([]);
    expect(rangeStarts([], keys(rangeSize))).toEqual([]);
  });

  it('makes equal ranges of at most the size, the first one before every key', () => {
    const all = keys(1201);
    const starts = rangeStarts([], all);
    expect(starts).toHaveLength(3);
    expect(starts[0]).toBe('');
    expect(starts.map((start) => keysInRange(starts, start, all).length)).toEqual([400, 400, 401]);
  });

  it('moves no key when others come', () => {
    const all = keys(1200);
    const starts = rangeStarts([], all);
    expect(rangeStarts(starts, [...all, 'd/pod-000000-a', 'd/a', 'd/z'].toSorted())).toEqual(starts);
  });

  it('splits a range that has doubled, and leaves the others alone', () => {
    const all = keys(1200);
    const starts = rangeStarts([], all);
    const grown = [...all, ...keys(700, 'd/pod-000500')].toSorted();
    const next = rangeStarts(starts, grown);
    expect(next).toHaveLength(starts.length + 2);
    expect(starts.every((start) => next.includes(start))).toBe(true);
  });

  it('joins a range that has shrunk to a quarter, and gives up ranges when few keys are left', () => {
    const all = keys(1200);
    const starts = rangeStarts([], all);
    expect(rangeStarts(starts, all.filter((_, index) => index < 400 || index >= 700))).toHaveLength(2);
    expect(rangeStarts(starts, all.slice(0, 260))).toEqual([]);
    expect(rangeStarts(starts, all.slice(0, 250))).toEqual([]);
  });

  it('always puts each key into exactly one range, whatever comes and goes', () => {
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 300, maxLength: 2500 });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), (rounds) => {
        let starts: readonly string[] = [];
        for (const round of rounds) {
          const all = round.map((number) => `d/${number}`).toSorted();
          starts = rangeStarts(starts, all);
          if (starts.length === 0) continue;
          expect(starts.flatMap((start) => keysInRange(starts, start, all))).toEqual(all);
          for (const key of all.slice(0, 5)) expect(keysInRange(starts, rangeOf(starts, key)!, all)).toContain(key);
          for (const start of starts) expect(keysInRange(starts, start, all).length).toBeLessThan(rangeSize * 2 + rangeSize / 4);
        }
      }),
      { numRuns: 30 },
    );
  });
});
