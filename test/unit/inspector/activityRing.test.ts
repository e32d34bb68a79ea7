import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActivityRing, activitySeconds, joinedActivity } from '../../../extension/inspector/activityRing.ts';

describe('ActivityRing', () => {
  it('counts by the second, the newest last', () => {
    const ring = new ActivityRing();
    for (const t of [0, 10, 999, 1000, 3500]) ring.add(t);
    expect(ring.at(3600)).toEqual({ rates: [3, 1, 0, 1], lastMs: 100 });
    expect(ring.at(5000)).toEqual({ rates: [3, 1, 0, 1, 0, 0], lastMs: 1500 });
  });

  it('knows nothing before the first, and no rate after a long silence', () => {
    const ring = new ActivityRing();
    expect(ring.at(9000)).toEqual({ rates: [], lastMs: null });
    ring.add(9000);
    expect(ring.at(9000 + activitySeconds * 1000)).toEqual({ rates: [], lastMs: activitySeconds * 1000 });
  });

  it('tells the same as a list of all times would', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 200 }), fc.integer({ min: 0, max: 50_000 }), (steps, later) => {
        const ring = new ActivityRing();
        const times: number[] = [];
        let t = 0;
        for (const step of steps) {
          t += step;
          ring.add(t);
          times.push(t);
        }
        const now = t + later;
        const second = Math.floor(now / 1000);
        const { rates, lastMs } = ring.at(now);
        expect(lastMs).toBe(times.length === 0 ? null : later);
        const kept = times.filter((time) => Math.floor(time / 1000) > second - activitySeconds);
        expect(rates.reduce((sum, rate) => sum + rate, 0)).toBe(kept.length);
        for (const [index, rate] of rates.entries()) {
          const of = second - (rates.length - 1 - index);
          expect(rate).toBe(times.filter((time) => Math.floor(time / 1000) === of).length);
        }
      }),
    );
  });
});

describe('joinedActivity', () => {
  it('adds up from the newest second back', () => {
    expect(joinedActivity([{ rates: [1, 2], lastMs: 40 }, { rates: [10], lastMs: 7 }, { rates: [], lastMs: null }])).toEqual({ rates: [1, 12], lastMs: 7 });
    expect(joinedActivity([])).toEqual({ rates: [], lastMs: null });
  });
});
