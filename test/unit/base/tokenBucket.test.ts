import { expect, it } from 'vitest';
import { TokenBucket } from '../../../extension/base/tokenBucket.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const take = (bucket: TokenBucket, count: number): number[] => Array.from({ length: count }, () => bucket.reserve().ms);

it('lets a burst through, then one after the other', () => {
  expect(take(new TokenBucket(new FakeClock(), 5, 3), 6)).toEqual([0, 0, 0, 200, 400, 600]);
});

it('fills up while nobody asks, and never beyond its burst', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, 5, 2);
  take(bucket, 3);
  expect(bucket.tokens).toBe(-1);
  await clock.advance(300);
  expect(bucket.tokens).toBe(0.5);
  await clock.advance(3_600_000);
  expect(bucket.tokens).toBe(2);
  expect(take(bucket, 3)).toEqual([0, 0, 200]);
});

it('takes less than one a second', () => {
  expect(take(new TokenBucket(new FakeClock(), 0.5, 1), 3)).toEqual([0, 2000, 4000]);
});

it('a promise that is given up goes to whoever comes next', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, 5, 1);
  take(bucket, 1);
  const given = bucket.reserve();
  await clock.advance(50);
  given.cancel();
  expect(bucket.reserve().ms).toBeCloseTo(150);
});

it('promises that are given up from the last to the first all come back', () => {
  const bucket = new TokenBucket(new FakeClock(), 5, 1);
  const reservations = Array.from({ length: 4 }, () => bucket.reserve());
  for (const reservation of reservations.toReversed()) reservation.cancel();
  // The first was due at once, and is spent.
  expect(bucket.reserve().ms).toBeCloseTo(200);
});

it('one that others queue behind is lost: they were told when their turn is', () => {
  const bucket = new TokenBucket(new FakeClock(), 5, 1);
  take(bucket, 1);
  const first = bucket.reserve();
  expect(bucket.reserve().ms).toBe(400);
  first.cancel();
  expect(bucket.reserve().ms).toBe(600);
});

it('one that was due is spent', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, 5, 1);
  take(bucket, 1);
  const due = bucket.reserve();
  await clock.advance(200);
  due.cancel();
  expect(bucket.reserve().ms).toBeCloseTo(200);
});

it('gives several at once, or none', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, 5, 4);
  expect([bucket.take(3), bucket.take(2), bucket.take(1), bucket.take(1)]).toEqual([true, false, true, false]);
  await clock.advance(399);
  expect(bucket.take(2)).toBe(false);
  await clock.advance(1);
  expect([bucket.take(2), bucket.tokens]).toEqual([true, 0]);
  expect(bucket.reserve().ms).toBe(200);
});
