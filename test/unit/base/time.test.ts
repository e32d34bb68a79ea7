import { describe, expect, it } from 'vitest';
import { orAborted, untilAborted } from '../../../extension/base/abort.ts';
import { type Clock, sleep } from '../../../extension/base/clock.ts';
import { toDisposable } from '../../../extension/base/disposable.ts';
import { seededRandom } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { sliceMs, TimeSlice } from '../../../extension/base/timeSlice.ts';
import { WakeUp } from '../../../extension/base/wakeUp.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('sleep', () => {
  it('is true when waited out, false when cut short, and leaves no timer', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const through = sleep(clock, 100, stop.signal);
    await clock.advance(100);
    await expect(through).resolves.toBe(true);
    const cut = sleep(clock, 100, stop.signal);
    stop.abort();
    await expect(cut).resolves.toBe(false);
    await expect(sleep(clock, 100, stop.signal)).resolves.toBe(false);
    expect(clock.pending).toBe(0);
  });
});

it('untilAborted: rejects with the reason, at once, and drops what comes later', async () => {
  const stop = new AbortController();
  const late = Promise.withResolvers<number>();
  await expect(untilAborted(Promise.resolve(1), stop.signal)).resolves.toBe(1);
  await expect(untilAborted(Promise.reject(new Error('no')), stop.signal)).rejects.toThrow('no');
  const waiting = untilAborted(late.promise, stop.signal);
  stop.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  late.reject(new Error('unheard'));
});

describe('orAborted', () => {
  it('waits for the promise, its failure too', async () => {
    const { signal } = new AbortController();
    await expect(orAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(orAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('but not beyond an abort: what comes later is abandoned, and its failure dropped', async () => {
    const stop = new AbortController();
    const late = Promise.withResolvers<string>();
    const failing = Promise.withResolvers<string>();
    const abandoned: string[] = [];
    const waiting = orAborted(late.promise, stop.signal, (value) => abandoned.push(value));
    const failed = orAborted(failing.promise, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(failed).resolves.toBeUndefined();
    late.resolve('late');
    failing.reject(new Error('late'));
    await new FakeClock().settle();
    expect(abandoned).toEqual(['late']);
  });
});

describe('TimeSlice', () => {
  it('is spent a few steps after its time, and new after a rest', async () => {
    const clock = new FakeClock();
    const slice = new TimeSlice(clock);
    const isSpent = (): boolean => Array.from({ length: 4 }, () => slice.isSpent()).includes(true);
    slice.begin();
    clock.pass(sliceMs - 1);
    expect(isSpent()).toBe(false);
    clock.pass(1);
    expect(isSpent()).toBe(true);
    const rested = slice.rest();
    await clock.settle();
    await rested;
    expect(isSpent()).toBe(false);
  });

  it('is new in each turn, whoever has worked in the one before', async () => {
    const clock = new FakeClock();
    const slice = new TimeSlice(clock, 'large');
    const other = new TimeSlice(clock, 'large');
    clock.pass(sliceMs - 1);
    expect(slice.isSpent()).toBe(false);
    clock.pass(100);
    other.begin();
    expect(other.isSpent()).toBe(true);
    await clock.settle();
    other.begin();
    expect(other.isSpent()).toBe(false);
    expect(slice.isSpent()).toBe(false);
    await clock.settle();
    expect(clock.pending).toBe(0);
  });

  it('is one for all loops of a clock, which take turns', async () => {
    let now = 0;
    let deferred: (() => void)[] = [];
    const clock: Clock = { ...systemClock, now: () => now, defer: (callback) => (deferred.push(callback), toDisposable(() => undefined)) };
    const worked: string[] = [];
    const loop = async (name: string): Promise<void> => {
      const slice = new TimeSlice(clock, 'large');
      for (let step = 0; step < 6; step++) {
        if (slice.isSpent()) await slice.rest();
        worked.push(name);
        now += sliceMs / 2;
      }
    };
    const loops = ['a', 'b', 'c'].map(loop);
    const perTurn = [worked.length];
    while (deferred.length > 0) {
      const turn = deferred;
      deferred = [];
      for (const callback of turn) {
        callback();
        // As in Node, promises settle between the callbacks of a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
      perTurn.push(worked.length);
    }
    await Promise.all(loops);
    expect(perTurn.slice(0, 9)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(worked.join('')).toBe('aaaabbccaabbccbbcc');
  });
});

describe('WakeUp', () => {
  it('wakes who waits; a wake for nobody is not kept', async () => {
    const wakeUp = new WakeUp();
    wakeUp.wake();
    let woken = 0;
    const waiting = wakeUp.wait().then(() => woken++);
    await Promise.resolve();
    expect(woken).toBe(0);
    wakeUp.wake();
    await waiting;
    expect(woken).toBe(1);
  });
});

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, spread over [0, 1)', () => {
    const draw = (seed: number): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 1000 }, () => random());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const numbers = draw(7);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.reduce((sum, number) => sum + number) / 1000).toBeCloseTo(0.5, 1);
  });
});

describe('systemClock', () => {
  it('runs timers and deferred callbacks, and cancels them', async () => {
    const ran: string[] = [];
    systemClock.setTimer(0, () => ran.push('cancelled')).dispose();
    systemClock.defer(() => ran.push('cancelled')).dispose();
    await new Promise<void>((resolve) => systemClock.setTimer(0, () => systemClock.defer(resolve)));
    expect(ran).toEqual([]);
    expect(systemClock.now()).toBeGreaterThan(0);
    expect(systemClock.wallTime()).toBeGreaterThan(Date.UTC(2020, 0));
  });
});

describe('FakeClock', () => {
  it('runs timers at their times, in order, with all that follows', async () => {
    const clock = new FakeClock();
    const ran: string[] = [];
    clock.setTimer(20, () => ran.push(`late ${clock.now()}`));
    clock.setTimer(10, () => {
      ran.push(`early ${clock.now()}`);
      clock.setTimer(5, () => ran.push(`nested ${clock.now()}`));
      clock.defer(() => ran.push(`deferred ${clock.now()}`));
    });
    clock.setTimer(10, () => ran.push('cancelled')).dispose();
    await clock.advance(30);
    expect(ran).toEqual(['early 10', 'deferred 10', 'nested 15', 'late 20']);
    expect(clock.now()).toBe(30);
    expect(clock.pending).toBe(0);
  });
});
