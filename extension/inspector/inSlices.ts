import type { Clock } from '../base/clock.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/**
 * Does work step by step, and rests when the time of a turn is spent.
 * @param steps each of a millisecond or two at most
 * @param isWanted asked after each rest
 * @returns undefined: nobody wants it any more
 */
export async function inSlices<Result>(clock: Clock, steps: Generator<void, Result>, isWanted: () => boolean): Promise<Result | undefined> {
  const slice = new TimeSlice(clock, 'large');
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!slice.isSpent()) continue;
    await slice.rest();
    if (!isWanted()) return undefined;
  }
}
