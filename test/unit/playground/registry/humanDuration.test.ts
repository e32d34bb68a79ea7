import { describe, expect, it } from 'vitest';
import { ageOf, humanDuration } from '../../../../extension/playground/registry/humanDuration.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe('humanDuration', () => {
  it.each([
    [-5 * second, '<invalid>'],
    [-200, '0s'],
    [0, '0s'],
    [119 * second, '119s'],
    [2 * minute, '2m'],
    [5 * minute + 7 * second, '5m7s'],
    [10 * minute + 7 * second, '10m'],
    [3 * hour + 20 * minute, '3h20m'],
    [8 * hour + 20 * minute, '8h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [7 * day + 5 * hour, '7d5h'],
    [8 * day + 5 * hour, '8d'],
    [729 * day, '729d'],
    [800 * day, '2y70d'],
    [9 * 365 * day, '9y'],
  ])('%i ms: %s', (ms, text) => {
    expect(humanDuration(ms)).toBe(text);
  });

  it('tells the age of a time', () => {
    expect(ageOf('2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1, 1, 0, 0))).toBe('60m');
    expect(ageOf(undefined, 0)).toBe('<unknown>');
  });
});
