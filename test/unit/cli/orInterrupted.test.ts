import { expect, it } from 'vitest';
import { orInterrupted } from '../../../extension/cli/orInterrupted.ts';
import { FakeClock } from '../../support/fakeClock.ts';

it('waits as long as nobody interrupts, and leaves no timer', async () => {
  const clock = new FakeClock();
  await expect(orInterrupted(async () => 1, new AbortController().signal, clock)).resolves.toBe(1);
  await expect(orInterrupted(() => Promise.reject(new Error('no')), new AbortController().signal, clock)).rejects.toThrow('no');
  await expect(orInterrupted(async () => 2, AbortSignal.abort(), clock)).resolves.toBe(2);
  expect(clock.pending).toBe(0);
});

it('gives up half a second after an interruption, before it or during it', async () => {
  const clock = new FakeClock();
  const interrupt = new AbortController();
  const signals: AbortSignal[] = [];
  const never = (signal: AbortSignal): Promise<number> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const both = Promise.all([orInterrupted(never, interrupt.signal, clock), orInterrupted(never, AbortSignal.abort(), clock)]);
  await clock.advance(60_000);
  interrupt.abort();
  await clock.advance(500);
  await expect(both).resolves.toEqual([undefined, undefined]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(clock.pending).toBe(0);
});
