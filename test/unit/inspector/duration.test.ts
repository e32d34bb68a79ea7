import { describe, expect, it } from 'vitest';
import { duration } from '../../../extension/inspector/duration.ts';

describe('duration', () => {
  it.each([
    [0, '0 ms'],
    [9.96, '10 ms'],
    [999, '999 ms'],
    [1234, '1.2 s'],
    [59_940, '59.9 s'],
    [59_990, '1 m 0 s'],
    [125_000, '2 m 5 s'],
  ])('%d', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});
