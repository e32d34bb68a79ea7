import { describe, expect, it } from 'vitest';
import { Backoff } from '../../../extension/informer/backoff.ts';
import { profiles } from '../../../extension/informer/profile.ts';
import { RetryWithDeadline } from '../../../extension/informer/retryWithDeadline.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const bases = [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000];

describe('Backoff', () => {
  it('R-02, R-03: doubles from 800 ms to 30 s, plus up to as much again', () => {
    const least = new Backoff(profiles['1.32'].backoff, new FakeClock(), () => 0);
    expect(bases.map(() => least.next().ms)).toEqual(bases);
    const most = new Backoff(profiles['1.32'].backoff, new FakeClock(), () => 0.999);
    for (const base of bases) {
      const { ms } = most.next();
      expect(ms).toBeGreaterThan(1.99 * base);
      expect(ms).toBeLessThan(2 * base);
    }
  });

  it('R-04: since 1.36 starts over two minutes after the window began, however the server fares', async () => {
    const clock = new FakeClock();
    const backoff = new Backoff(profiles['1.36'].backoff, clock, () => 0);
    const drawn: number[] = [];
    for (let step = 0; step < 9; step++) {
      const { ms } = backoff.next();
      drawn.push(ms);
      await clock.advance(ms);
    }
    // 0.8 + 1.6 + … + 30 + 30 = 110.4 s; the ninth is asked for at 140.4 s and begins again.
    expect(drawn).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]);
    expect(backoff.next()).toEqual({ ms: 800, attempt: 1 });
  });

  it('R-04: up to 1.35 starts over after two minutes in which nobody asked', async () => {
    const clock = new FakeClock();
    const backoff = new Backoff(profiles['1.32'].backoff, clock, () => 0);
    for (let step = 0; step < 20; step++) {
      backoff.next();
      await clock.advance(30_000);
    }
    expect(backoff.next()).toEqual({ ms: 30_000, attempt: 21 });
    await clock.advance(120_000);
    expect(backoff.next().ms).toBe(30_000);
    await clock.advance(120_001);
    expect(backoff.next()).toEqual({ ms: 800, attempt: 1 });
  });

  it('R-06: one without growth never starts over', async () => {
    const clock = new FakeClock();
    const settings = { initialMs: 5, factor: 0, jitter: 0, capMs: 10, resetMs: 100, reset: 'window' } as const;
    const backoff = new Backoff(settings, clock, () => 0);
    backoff.next();
    await clock.advance(1000);
    expect(backoff.next()).toEqual({ ms: 5, attempt: 2 });
  });

  it('the article’s figures: 500 ms to 5 min', () => {
    const backoff = new Backoff(profiles.article.backoff, new FakeClock(), () => 0.5);
    const drawn = Array.from({ length: 12 }, () => backoff.next().ms);
    expect(drawn.slice(0, 3)).toEqual([500, 1000, 2000]);
    expect(drawn.at(-1)).toBe(300_000);
  });
});

describe('RetryWithDeadline', () => {
  it('R-50: zero never retries', () => {
    const retry = new RetryWithDeadline(0, new FakeClock());
    retry.after();
    expect(retry.shouldRetry()).toBe(false);
  });

  it('R-50: retries within the window, says no once beyond it, and begins anew', async () => {
    const clock = new FakeClock();
    const retry = new RetryWithDeadline(30_000, clock);
    expect(retry.shouldRetry()).toBe(false);
    retry.after();
    expect(retry.shouldRetry()).toBe(true);
    await clock.advance(30_000);
    retry.after();
    expect(retry.shouldRetry()).toBe(true);
    await clock.advance(1);
    retry.after();
    expect(retry.shouldRetry()).toBe(false);
    retry.after();
    expect(retry.shouldRetry()).toBe(true);
  });

  it('R-50: errors less than a minute apart are of one window', async () => {
    const clock = new FakeClock();
    const retry = new RetryWithDeadline(30_000, clock);
    retry.after();
    await clock.advance(59_999);
    retry.after();
    expect(retry.shouldRetry()).toBe(false);
  });

  it('R-50: errors a minute apart begin a new window', async () => {
    const clock = new FakeClock();
    const retry = new RetryWithDeadline(30_000, clock);
    retry.after();
    await clock.advance(60_000);
    retry.after();
    expect(retry.shouldRetry()).toBe(true);
  });
});
