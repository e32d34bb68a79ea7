import { expect, it } from 'vitest';
import { soak, untried } from '../soak/soakRun.ts';

/** A short one of what `npm run soak` does at length. The memory is looked at there. */
it('a long run with storms of faults loses nothing, and most of it is watched', { timeout: 120_000 }, async () => {
  const rests = await soak({ events: 12_000, seed: 1, rests: 2, heapBytes: () => 0, onRest: ({ losses }) => expect(losses).toEqual([]) });
  const last = rests.at(-1)!;
  expect(last.events).toBeGreaterThanOrEqual(12_000);
  expect(untried(last, 2)).toEqual([]);
});
