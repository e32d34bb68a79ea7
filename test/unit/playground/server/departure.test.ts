import { expect, it } from 'vitest';
import { Departure } from '../../../../extension/playground/server/departure.ts';

it('a departure is told once, to those who still want to know, as a call or as a signal', () => {
  const departure = new Departure();
  const told: string[] = [];
  departure.onGo(() => told.push('called'));
  departure.onGo(() => told.push('taken back'))();
  const { signal } = departure;
  signal.addEventListener('abort', () => told.push('aborted'));
  expect([departure.isGone, signal.aborted, departure.signal]).toEqual([false, false, signal]);
  departure.go();
  departure.go();
  expect([departure.isGone, signal.aborted, told]).toEqual([true, true, ['called', 'aborted']]);
});

it('a signal that is asked for afterwards is aborted', () => {
  const departure = new Departure();
  departure.go();
  expect(departure.signal.aborted).toBe(true);
});
