import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { isOfServer } from '../../trace/serverEntry.ts';

/**
 * When each entry of a chain happened, in session time, by its number. The server's steps are heard of later than they happen, and say when that was by the server's
 * clock, which is not quite ours: where it claims that something was sent after it came, what came is believed, and the steps before it are no later.
 * @param chain oldest first
 */
export function happenedAt(chain: readonly TraceEntry[]): ReadonlyMap<Seq, number> {
  const at = new Map<Seq, number>();
  for (const entry of chain) at.set(entry.seq, isOfServer(entry) && 'at' in entry ? entry.at : entry.t);
  const known = new Map(chain.map((entry) => [entry.seq, entry]));
  // From the newest to the oldest: what led to a step is no later than that.
  for (const entry of chain.toReversed()) {
    const seenAs = isOfServer(entry) && 'seenAs' in entry ? entry.seenAs : undefined;
    const seen = seenAs === undefined ? undefined : known.get(seenAs);
    if (seen) at.set(entry.seq, Math.min(at.get(entry.seq)!, seen.t));
    for (const seq of entry.cause ?? []) {
      const cause = known.get(seq);
      if (cause && isOfServer(cause)) at.set(seq, Math.min(at.get(seq)!, at.get(entry.seq)!));
    }
  }
  return at;
}
