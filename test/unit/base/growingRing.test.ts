import { describe, expect, it } from 'vitest';
import { GrowingRing } from '../../../extension/base/growingRing.ts';

describe('GrowingRing', () => {
  it('gives out in the order in which it took, across growth and wrap-around', () => {
    const ring = new GrowingRing<number>(4);
    const taken: number[] = [];
    let next = 0;
    for (let round = 0; round < 50; round++) {
      for (let count = 0; count < 3 + (round % 3); count++) ring.push(next++);
      for (let count = 0; count < 3; count++) taken.push(ring.shift()!);
    }
    while (ring.length > 0) taken.push(ring.shift()!);
    expect(taken).toEqual(Array.from({ length: next }, (_, index) => index));
    expect(ring.shift()).toBeUndefined();
    expect(ring.peek()).toBeUndefined();
  });

  it('can be looked into without being disturbed', () => {
    const ring = new GrowingRing<string>(2);
    for (const element of ['a', 'b', 'c']) ring.push(element);
    ring.shift();
    expect([ring.peek(), ring.at(0), ring.at(1), ring.at(2), ring.at(-1)]).toEqual(['b', 'b', 'c', undefined, undefined]);
    expect(ring.length).toBe(2);
    ring.clear();
    expect([ring.length, ring.peek()]).toEqual([0, undefined]);
    ring.push('d');
    expect(ring.shift()).toBe('d');
  });

  it('wants a power of two', () => {
    expect(() => new GrowingRing(3)).toThrow(RangeError);
    expect(() => new GrowingRing(0)).toThrow(RangeError);
  });
});
