import { expect, it } from 'vitest';
import { setDeadline } from '../../../extension/base/deadline.ts';
import { WakingClock } from '../../support/wakingClock.ts';

it('calls back when the time is over', async () => {
  const clock = new WakingClock();
  let calls = 0;
  setDeadline(clock, 70, () => calls++);
  await clock.advance(69);
  expect(calls).toBe(0);
  await clock.advance(1);
  expect(calls).toBe(1);
  expect(clock.pending).toBe(0);
});

it('does not when it is disposed of before it is due', async () => {
  const clock = new WakingClock();
  let calls = 0;
  setDeadline(clock, 70, () => calls++).dispose();
  await clock.advance(100);
  expect(calls).toBe(0);
});

it('does not when it is due, and what has arrived meanwhile disposes of it', async () => {
  const clock = new WakingClock();
  let calls = 0;
  let read = false;
  const deadline = setDeadline(clock, 70, () => calls++);
  clock.onRead = () => {
    read = true;
    deadline.dispose();
  };
  await clock.advance(100);
  expect([read, calls, clock.pending]).toEqual([true, 0, 0]);
});
