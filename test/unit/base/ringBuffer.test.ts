import { describe, expect, it } from 'vitest';
import { RingBuffer } from '../../../extension/base/ringBuffer.ts';

describe('RingBuffer', () => {
  it('keeps the newest, oldest first', () => {
    const ring = new RingBuffer<number>(3);
    for (let element = 1; element <= 5; element++) ring.push(element);
    expect([...ring]).toEqual([3, 4, 5]);
    expect([ring.at(0), ring.at(2), ring.at(3), ring.at(-1)]).toEqual([3, 5, undefined, undefined]);
    expect(ring.length).toBe(3);
  });

  it.each([0, -1, 1.5])('refuses a capacity of %d', (capacity) => {
    expect(() => new RingBuffer(capacity)).toThrow(RangeError);
  });
});
