import { expect, it } from 'vitest';
import { soak } from '../soak/soakRun.ts';

/** A short one of what `npm run soak` does at length. The memory is looked at there. */
it('a long run with faults loses nothing', { timeout: 120_000 }, async () => {
  const rests = await soak({ events: 10_000, seed: 1, rests: 3, heapBytes: () => 0, onRest: ({ losses }) => expect(losses).toEqual([]) });
  expect(rests.at(-1)!.events).toBeGreaterThanOrEqual(10_000);
});
