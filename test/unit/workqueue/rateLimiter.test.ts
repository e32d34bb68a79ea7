import { describe, expect, it } from 'vitest';
import {
  articleRateLimiter,
  BucketRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from '../../../extension/workqueue/rateLimiter.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const draw = (limiter: { when(key: string): number }, times: number): number[] => Array.from({ length: times }, () => limiter.when('k'));

describe('rate limiters', () => {
  it('W-30: doubles with each failure of the key, up to the maximum; forgetting starts over', () => {
    const limiter = new ItemExponentialFailureRateLimiter(1, 10);
    expect(draw(limiter, 6)).toEqual([1, 2, 4, 8, 10, 10]);
    expect(limiter.when('other')).toBe(1);
    expect(limiter.numRequeues('k')).toBe(6);
    limiter.forget('k');
    expect(limiter.numRequeues('k')).toBe(0);
    expect(limiter.when('k')).toBe(1);
  });

  it('W-30: never overflows', () => {
    const limiter = new ItemExponentialFailureRateLimiter(1, 1_000_000);
    draw(limiter, 2000);
    expect(limiter.when('k')).toBe(1_000_000);
  });

  it('W-31: fast for the first failures, slow from then on', () => {
    const limiter = new ItemFastSlowRateLimiter(5, 100, 3);
    expect(draw(limiter, 5)).toEqual([5, 5, 5, 100, 100]);
    limiter.forget('k');
    expect(limiter.when('k')).toBe(5);
  });

  it('W-32, W-36: the bucket gives its burst at once, then one token each 100 ms', async () => {
    const clock = new FakeClock();
    const limiter = new BucketRateLimiter(clock, 10, 100);
    for (let index = 0; index < 100; index++) expect(limiter.when()).toBe(0);
    expect(limiter.when()).toBeCloseTo(100);
    for (let index = 102; index < 150; index++) limiter.when();
    expect(limiter.when()).toBeCloseTo(5000);
    await clock.advance(60_000);
    expect(limiter.when()).toBe(0);
    expect(limiter.numRequeues()).toBe(0);
  });

  it('W-33: asks every limiter and takes the longest', () => {
    const clock = new FakeClock();
    const bucket = new BucketRateLimiter(clock, 10, 2);
    const limiter = new MaxOfRateLimiter([new ItemExponentialFailureRateLimiter(1000, 9000), bucket]);
    expect(draw(limiter, 3)).toEqual([1000, 2000, 4000]);
    expect(bucket.when()).toBeCloseTo(200);
    expect(limiter.numRequeues('k')).toBe(3);
    limiter.forget('k');
    expect(limiter.numRequeues('k')).toBe(0);
  });

  it('W-33, W-34: show the bucket that is in them, where there is one', () => {
    const bucket = new BucketRateLimiter(new FakeClock(), 10, 100);
    bucket.when();
    const exponential = new ItemExponentialFailureRateLimiter(5, 1000);
    expect(new WithMaxWaitRateLimiter(new MaxOfRateLimiter([exponential, bucket]), 1000).tokens).toBe(99);
    expect(new MaxOfRateLimiter([exponential]).tokens).toBeUndefined();
  });

  it('W-34: bounds another limiter', () => {
    const limiter = new WithMaxWaitRateLimiter(new ItemExponentialFailureRateLimiter(5, 1_000_000), 20);
    expect(draw(limiter, 4)).toEqual([5, 10, 20, 20]);
    expect(limiter.numRequeues('k')).toBe(4);
    limiter.forget('k');
    expect(limiter.when('k')).toBe(5);
  });

  it('W-35: the default of controllers: 5 ms · 2ⁿ up to 1000 s, the nineteenth failure on', () => {
    const delays = draw(defaultControllerRateLimiter(new FakeClock()), 20);
    expect(delays.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(delays[17]).toBe(655_360);
    expect(delays.slice(18)).toEqual([1_000_000, 1_000_000]);
  });

  it('W-37: the default by item begins at 1 ms; the article’s at 1 s, up to 5 min', () => {
    expect(draw(defaultItemBasedRateLimiter(), 3)).toEqual([1, 2, 4]);
    expect(draw(articleRateLimiter(), 10).slice(-3)).toEqual([128_000, 256_000, 300_000]);
  });
});
