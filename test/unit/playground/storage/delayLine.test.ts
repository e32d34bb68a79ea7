import { describe, expect, it } from 'vitest';
import { DelayLine } from '../../../../extension/playground/storage/delayLine.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function line(delayMs: number): { clock: FakeClock; handed: number[]; delayed: DelayLine<number> } {
  const clock = new FakeClock();
  const handed: number[] = [];
  const delayed = new DelayLine<number>(clock, (value) => handed.push(value), delayMs);
  return { clock, handed, delayed };
}

describe('DelayLine', () => {
  it('hands over at once, without a timer, where nothing delays', () => {
    const { clock, handed, delayed } = line(0);
    delayed.push(1);
    delayed.push(2);
    expect([handed, delayed.waiting, clock.pending]).toEqual([[1, 2], 0, 0]);
  });

  it('hands over each when its time has passed, with one timer for all', async () => {
    const { clock, handed, delayed } = line(100);
    delayed.push(1);
    await clock.advance(30);
    delayed.push(2);
    delayed.push(3);
    expect([delayed.waiting, clock.pending]).toEqual([3, 1]);
    await clock.advance(70);
    expect(handed).toEqual([1]);
    await clock.advance(30);
    expect([handed, clock.pending]).toEqual([[1, 2, 3], 0]);
  });

  it('keeps the order when the delay changes', async () => {
    const { clock, handed, delayed } = line(100);
    delayed.push(1);
    delayed.delayMs = 10;
    delayed.push(2);
    delayed.delayMs = 300;
    delayed.push(3);
    await clock.advance(100);
    expect(handed).toEqual([1, 2]);
    await clock.advance(200);
    expect(handed).toEqual([1, 2, 3]);
  });

  it('hands over one at a time: what comes meanwhile has its turn afterwards', () => {
    const steps: string[] = [];
    const delayed = new DelayLine<number>(new FakeClock(), (value) => {
      steps.push(`begin ${value}`);
      if (value < 3) delayed.push(value + 1);
      steps.push(`end ${value}`);
    });
    delayed.push(1);
    expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  it('goes on after one that could not be taken', () => {
    const handed: number[] = [];
    const delayed = new DelayLine<number>(new FakeClock(), (value) => {
      if (value === 1) throw new Error('no');
      handed.push(value);
    });
    expect(() => delayed.push(1)).toThrow('no');
    delayed.push(2);
    expect(handed).toEqual([2]);
  });

  it('hands over everything when it is flushed, and nothing when it is cleared', async () => {
    const { clock, handed, delayed } = line(100);
    delayed.push(1);
    delayed.push(2);
    delayed.flush();
    expect([handed, clock.pending]).toEqual([[1, 2], 0]);
    delayed.push(3);
    delayed.dispose();
    await clock.advance(1000);
    expect([handed, clock.pending]).toEqual([[1, 2], 0]);
  });
});
