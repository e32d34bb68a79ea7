import { expect, it } from 'vitest';
import type { Clock } from '../../../../extension/base/clock.ts';
import { WorldClock } from '../../../../extension/playground/world/worldClock.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function setUp(speed = 1) {
  const outer = new FakeClock();
  const clock = new WorldClock(outer, speed);
  const called: string[] = [];
  const after = (ms: number, what: string) => clock.setTimer(ms, () => called.push(`${what} at ${clock.now()}`));
  return { outer, clock, called, after };
}

it('goes as fast as it is told to, also what was set before', async () => {
  const { outer, clock, called, after } = setUp();
  after(1000, 'a');
  after(5000, 'b');
  await outer.advance(500);
  clock.speed = 10;
  await outer.advance(49);
  expect(called).toEqual([]);
  await outer.advance(1);
  expect(called).toEqual(['a at 1000']);
  clock.speed = 0.5;
  await outer.advance(8000);
  expect(called).toEqual(['a at 1000', 'b at 5000']);
  expect(clock.wallTime()).toBe(outer.wallTime());
});

it('stands still at 0, where deferred calls are made all the same', async () => {
  const { outer, clock, called, after } = setUp(0);
  after(1, 'a');
  clock.defer(() => called.push('deferred'));
  await outer.advance(1_000_000);
  expect([clock.now(), called]).toEqual([0, ['deferred']]);
  let moved = false;
  void clock.whenMoving?.then(() => (moved = true));
  clock.speed = 1;
  await outer.advance(1);
  expect([moved, called, clock.whenMoving]).toEqual([true, ['deferred', 'a at 1'], undefined]);
});

it('knows how much of its time has gone by since a wall time', async () => {
  const { outer, clock } = setUp();
  const begun = outer.wallTime();
  await outer.advance(1000);
  clock.speed = 100;
  const faster = outer.wallTime();
  await outer.advance(10);
  clock.speed = 0;
  await outer.advance(5000);
  expect(clock.elapsedSince(outer.wallTime())).toBe(0);
  expect(clock.elapsedSince(faster)).toBe(1000);
  expect(clock.elapsedSince(begun)).toBe(2000);
  expect(clock.elapsedSince(begun - 500)).toBe(2500);
});

it('knows that also when the clock below is slower than wall time, for as long as it lives', async () => {
  const outer = new FakeClock();
  let lost = 0;
  const slow: Clock = { now: () => outer.now() - lost, wallTime: () => outer.wallTime(), setTimer: (ms, callback) => outer.setTimer(ms, callback), defer: (callback) => outer.defer(callback) };
  const clock = new WorldClock(slow, 100);
  for (let second = 0; second < 5000; second++) {
    const [wall, own] = [outer.wallTime(), clock.now()];
    await outer.advance(1000);
    lost += 800;
    // By less than half a second of wall time that it may be away, and the one that was lost in between.
    expect(Math.abs(clock.elapsedSince(wall) - (clock.now() - own))).toBeLessThan(100_000);
  }
  const begun = outer.wallTime() - 4_000_000;
  expect(clock.elapsedSince(begun) / 1000).toBeCloseTo((4_000_000 * 0.2 * 100) / 1000, -3);
});

it('forgets a timer that is disposed of, and all of them at its end', async () => {
  const { outer, clock, called, after } = setUp();
  after(10, 'a').dispose();
  after(20, 'b');
  await outer.advance(10);
  clock.dispose();
  expect(outer.pending).toBe(0);
  expect(called).toEqual([]);
});
