import { afterEach, describe, expect, it, vi } from 'vitest';
import { OrderedClock } from '../../../extension/base/orderedClock.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const outer = new FakeClock();
afterEach(() => vi.restoreAllMocks());

/** As it is when whatever made it has come to rest. */
async function idle(): Promise<OrderedClock> {
  const clock = new OrderedClock(outer);
  await outer.settle();
  return clock;
}

describe('a clock on which things happen in order', () => {
  it('runs a timer at its own time, however late it is, and what follows from it before the next', async () => {
    const clock = await idle();
    const start = clock.now();
    const story: string[] = [];
    const tell = (what: string): void => void story.push(`${what} ${clock.now() - start}`);
    clock.setTimer(30, () => tell('second'));
    clock.setTimer(10, () => {
      tell('first');
      void Promise.resolve().then(() => clock.defer(() => tell('after it')));
      clock.setTimer(10, () => tell('set by it'));
    });
    clock.setTimer(10, () => tell('as early, but later set'));
    // The machine was busy with something else all the while.
    outer.pass(100);
    expect(clock.now() - start).toBe(10);
    await outer.advance(0);
    expect(story).toEqual(['first 10', 'after it 10', 'as early, but later set 10', 'set by it 20', 'second 30']);
    expect(clock.now() - start).toBe(100);
    expect(outer.pending).toBe(0);
  });

  it('stands still while something happens, and follows the other clock otherwise', async () => {
    const clock = await idle();
    const before = clock.now();
    outer.pass(5);
    expect(clock.now()).toBe(before + 5);
    const seen: number[] = [];
    clock.defer(() => {
      seen.push(clock.now());
      outer.pass(50);
      clock.defer(() => seen.push(clock.now()));
    });
    await outer.settle();
    expect(seen).toEqual([before + 5, before + 5]);
    expect(clock.now()).toBe(before + 55);
  });

  it('begins for all who are set up together at one time, which is a whole second', async () => {
    outer.pass(123.4);
    const clock = new OrderedClock(outer);
    const wall = clock.wallTime();
    outer.pass(7);
    expect(clock.wallTime()).toBe(wall);
    expect(wall % 1000).toBe(0);
    expect(Math.abs(wall - outer.wallTime())).toBeLessThan(1100);
    await outer.settle();
  });

  it('goes with the wall time when that is set, or the machine has slept', async () => {
    const clock = await idle();
    const before = clock.wallTime();
    const real = outer.wallTime.bind(outer);
    vi.spyOn(outer, 'wallTime').mockImplementation(() => real() + 3_600_000);
    expect(clock.wallTime() - before).toBe(3_600_000);
    expect(clock.wallTime() - before).toBe(3_600_000);
  });

  it('goes more slowly when it cannot follow, and never runs after what it has missed; its wall time is that of the machine', async () => {
    const clock = await idle();
    const start = { inner: clock.now(), outer: outer.now() };
    const story: number[] = [];
    for (let due = 100; due <= 1000; due += 100) {
      clock.setTimer(due, () => {
        story.push(Math.round(clock.now() - start.inner));
        outer.pass(5000);
      });
    }
    await outer.advance(1000);
    expect(story).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    expect(outer.now() - start.outer).toBeGreaterThan(49_000);
    expect(clock.now() - start.inner).toBeLessThan(7001);
    expect(Math.abs(clock.wallTime() - outer.wallTime())).toBeLessThan(3000);
    // Time goes on from here as it passes.
    const rest = clock.now();
    clock.setTimer(400, () => story.push(Math.round(clock.now() - rest)));
    await outer.advance(399);
    expect(story).toHaveLength(10);
    await outer.advance(1);
    expect(story.at(-1)).toBe(400);
  });

  it('leaves nothing behind when its timers are cancelled', async () => {
    const clock = await idle();
    const timer = clock.setTimer(10, () => expect.unreachable());
    const deferred = clock.defer(() => expect.unreachable());
    timer.dispose();
    timer.dispose();
    deferred.dispose();
    await outer.settle();
    expect(outer.pending).toBe(0);
  });

  it('runs the others when one throws', async () => {
    const clock = await idle();
    const thrown: unknown[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((callback) => {
      try {
        callback();
      } catch (error) {
        thrown.push(error);
      }
    });
    const ran: string[] = [];
    clock.setTimer(1, () => {
      throw new Error('clumsy');
    });
    clock.setTimer(2, () => ran.push('the next'));
    await outer.advance(5);
    expect(ran).toEqual(['the next']);
    expect(thrown).toEqual([new Error('clumsy')]);
  });

  it('keeps time on the clock of the machine', async () => {
    const clock = new OrderedClock(systemClock);
    const started = systemClock.now();
    const rung = await new Promise<number>((resolve) => {
      clock.setTimer(20, () => resolve(clock.now()));
    });
    expect(systemClock.now() - started).toBeGreaterThanOrEqual(19);
    expect(rung).toBeLessThanOrEqual(systemClock.now());
  });
});
