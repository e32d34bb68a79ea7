import { expect, it } from 'vitest';
import { Journeys } from '../../../extension/debugger/journeys.ts';
import { patched } from '../../support/chainPictures.ts';
import { traceOf } from '../../support/traceOf.ts';

it('what the server did for a write belongs to no item: it is heard of at some time or other', () => {
  const trace = traceOf(patched);
  const journeys = new Journeys((seq) => trace.at(seq));
  const journey = journeys.beginAt('step', trace.at(9)!, '1');
  for (const entry of trace.entries(10)) {
    const isOfRun = entry.kind === 'reconcile.write' || entry.kind === 'reconcile.end';
    expect(journeys.note(entry), `#${entry.seq}`).toBe(isOfRun || entry.kind === 'reflector.event' ? journey : undefined);
  }
  // The event of the write is another item.
  expect([16, 17, 18, 19, 20].map((seq) => journeys.owns(journey, seq))).toEqual([false, false, false, false, false]);
});
