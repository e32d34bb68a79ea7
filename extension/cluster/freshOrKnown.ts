import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';

/** What stands in files is read in no time; where it is not, nothing may come for long: nobody writes to a pipe, a drive does not answer. */
const patienceMs = 5000;

/** What `reading` brings; and what was read before where that fails, or has not come to its end after a while. It may go on then. */
export async function freshOrKnown<T>(reading: Promise<T>, known: T, clock: Clock): Promise<T> {
  const patience = new AbortController();
  const timer = clock.setTimer(patienceMs, () => patience.abort());
  try {
    return (await orAborted(reading, patience.signal)) ?? known;
  } catch {
    return known;
  } finally {
    timer.dispose();
  }
}
