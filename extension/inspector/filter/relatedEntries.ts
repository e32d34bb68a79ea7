import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Trace } from '../sessionPicture.ts';

/**
 * What led to one entry, and what came of it, as far as it is kept. Entries are asked about from the oldest to the newest: what came of it is
 * found on the way. A watch event that overtook the answer to the write that caused it counts as the event of that write.
 */
export class RelatedEntries {
  readonly #seq: Seq;
  readonly #led: ReadonlySet<Seq>;
  /** The entry itself and what came of it. */
  readonly #came: Set<Seq>;

  constructor(trace: Pick<Trace, 'at' | 'lastSeq'>, seq: Seq) {
    this.#seq = seq;
    this.#led = ancestorsOf(trace, seq);
    this.#came = new Set([seq, ...overtaken(trace, seq)]);
  }

  includes(entry: TraceEntry): boolean {
    const { seq, cause } = entry;
    if (seq < this.#seq) return this.#led.has(seq);
    if (this.#came.has(seq)) return true;
    if (!cause) return false;
    for (const each of cause) {
      if (!this.#came.has(each)) continue;
      this.#came.add(seq);
      return true;
    }
    return false;
  }
}

function ancestorsOf(trace: Pick<Trace, 'at'>, seq: Seq): ReadonlySet<Seq> {
  const found = new Set<Seq>();
  const open = [seq];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const cause of trace.at(each)?.cause ?? []) {
      if (found.has(cause)) continue;
      found.add(cause);
      open.push(cause);
    }
  }
  return found;
}

/** Events that writes among what came of the entry name as theirs, because they were there first. */
function overtaken(trace: Pick<Trace, 'at' | 'lastSeq'>, seq: Seq): ReadonlySet<Seq> {
  const events = new Set<Seq>();
  const came = new Set([seq]);
  const look = (from: Seq): Seq | undefined => {
    let earliest: Seq | undefined;
    for (let each = from; each <= trace.lastSeq; each++) {
      const entry = trace.at(each);
      if (!entry || !(came.has(each) || entry.cause?.some((cause) => came.has(cause)))) continue;
      came.add(each);
      const seenAs = entry.kind === 'reconcile.write' ? entry.seenAs : undefined;
      if (seenAs === undefined || came.has(seenAs)) continue;
      came.add(seenAs);
      events.add(seenAs);
      earliest = Math.min(earliest ?? seenAs, seenAs);
    }
    return earliest;
  };
  for (let from: Seq | undefined = seq; from !== undefined; ) from = look(from);
  return events;
}
