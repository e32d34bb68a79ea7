import { describe, expect, it } from 'vitest';
import { Histogram } from '../../../extension/base/histogram.ts';

describe('Histogram', () => {
  it('counts each value once, in the bucket whose bound it does not pass', () => {
    const histogram = new Histogram([1, 10]);
    for (const value of [0, 1, 1.5, 10, 11, 1000]) histogram.observe(value);
    expect(histogram).toMatchObject({ counts: [2, 2, 2], count: 6, sum: 1023.5 });
  });
});
