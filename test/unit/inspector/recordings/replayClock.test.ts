import { describe, expect, it } from 'vitest';
import { ReplayClock } from '../../../../extension/inspector/recordings/replayClock.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('the time of a replay', () => {
  it('goes as fast as it is told, from the moment on at which it is told', async () => {
    const outer = new FakeClock();
    const clock = new ReplayClock(outer, 10);
    const seen: number[] = [];
    clock.setTimer(1000, () => seen.push(clock.now()));
    clock.setTimer(2000, () => seen.push(clock.now()));
    await outer.advance(99);
    expect(seen).toEqual([]);
    await outer.advance(1);
    expect(seen).toEqual([1000]);
    clock.setSpeed(1);
    await outer.advance(999);
    expect(seen).toEqual([1000]);
    await outer.advance(1);
    expect(seen).toEqual([1000, 2000]);
  });

  it('leaves out what nobody waits for, in order, and never what is still to happen now', async () => {
    const outer = new FakeClock();
    const clock = new ReplayClock(outer, 'fast');
    const seen: string[] = [];
    clock.setTimer(60_000, () => {
      seen.push(`first at ${clock.now()}`);
      clock.defer(() => seen.push(`what follows at ${clock.now()}`));
      clock.setTimer(1, () => seen.push(`soon at ${clock.now()}`));
    });
    clock.setTimer(60_001, () => seen.push(`second at ${clock.now()}`));
    await outer.settle();
    expect(seen).toEqual(['first at 60000', 'what follows at 60000', 'second at 60001', 'soon at 60001']);
    expect(outer.now()).toBe(0);
  });

  it('goes as it does while somebody looks, and after its end, where there would be no end to it', async () => {
    const outer = new FakeClock();
    const clock = new ReplayClock(outer, 'fast');
    clock.setEnd(1000);
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      clock.setTimer(400, tick);
    };
    clock.setTimer(400, tick);
    clock.setHurries(false);
    await outer.advance(399);
    expect(ticks).toBe(0);
    clock.setHurries(true);
    await outer.settle();
    expect(ticks).toBe(2);
    await outer.advance(399);
    expect(ticks).toBe(2);
    await outer.advance(1);
    expect(ticks).toBe(3);
  });

  it('runs no timer that was disposed of, nor any after its own end', async () => {
    const outer = new FakeClock();
    const clock = new ReplayClock(outer, 1);
    let ran = 0;
    clock.setTimer(10, () => ran++).dispose();
    clock.defer(() => ran++).dispose();
    clock.setTimer(20, () => ran++);
    clock.dispose();
    await outer.advance(100);
    expect(ran).toBe(0);
    expect(outer.pending).toBe(0);
  });
});
