import type { Clock } from '../base/clock.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/** Does work step by step, and rests when the time of a turn is spent. @param steps each of a millisecond or two at most */
export async function inSlices<Result>(clock: Clock, steps: Generator<void, Result>): Promise<Result> {
  const slice = new TimeSlice(clock, 'large');
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slice.isSpent()) await slice.rest();
  }
}
