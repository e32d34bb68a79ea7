import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { isOfServer } from '../../trace/serverEntry.ts';
import { deltasBehind, maxWalked, popBeside, type Trace } from './links.ts';

/** So many entries are looked through in one turn: a few milliseconds of work. */
const entriesPerTurn = 15_000;

/** So many entries after the first are looked through in all. */
const maxLookedThrough = 1_000_000;

/**
 * What came of an entry: each that names it as its cause, and what came of those in turn, up to the watch event that a write of theirs has
 * caused. A cause is always the older one, so that one pass through the trace finds them all; it goes on where it stood when more has happened. What the server tells of is the
 * exception: the event that it sent may be the older one, and then the pass goes on from there.
 */
export class EffectWalk {
  readonly #trace: Trace;
  readonly #start: TraceEntry;
  readonly #limit: number;
  readonly #met = new Map<Seq, TraceEntry>();
  /** What is met further on. Not those at which the chain ends. */
  readonly #leading = new Set<Seq>();
  /** Steps of the server that came of a write: what they lead to is its return. */
  readonly #ofWrite = new Set<Seq>();
  #lookedThrough = 0;
  #next: Seq;
  #more = false;
  /** In order; undefined when more was met since. */
  #entries: readonly TraceEntry[] | undefined;

  constructor(trace: Trace, start: TraceEntry, limit = maxWalked) {
    this.#trace = trace;
    this.#start = start;
    this.#limit = limit;
    this.#next = start.seq + 1;
    this.#leading.add(start.seq);
    if (start.kind === 'reconcile.write') this.#ofWrite.add(start.seq);
    this.#findSeen(start);
  }

  /** Looks at what is new, as far as one turn allows. */
  catchUp(most = entriesPerTurn): this {
    const { lastSeq, dropped } = this.#trace;
    let left = most;
    for (this.#next = Math.max(this.#next, dropped + 1); this.#next <= lastSeq && left > 0 && !this.#more; left--) {
      if (this.#lookedThrough++ > maxLookedThrough) this.#more = true;
      else this.#look(this.#trace.at(this.#next++));
    }
    return this;
  }

  /** Everything that is there has been looked at. */
  get isDone(): boolean {
    return this.#more || this.#next > this.#trace.lastSeq;
  }

  /** Oldest first; without the entry itself. */
  get entries(): readonly TraceEntry[] {
    this.#entries ??= [...this.#met.values()].toSorted((one, other) => one.seq - other.seq);
    return this.#entries;
  }

  /** There are more, or it was not looked any further. */
  get more(): boolean {
    return this.#more;
  }

  #look(entry: TraceEntry | undefined): void {
    if (!entry?.cause || this.#met.has(entry.seq) || !this.#isReached(entry, entry.cause)) return;
    if (!this.#meet(entry)) return;
    const isOfWrite = entry.kind === 'reconcile.write' || (isOfServer(entry) && entry.cause.some((seq) => this.#ofWrite.has(seq)));
    if (isOfWrite) this.#ofWrite.add(entry.seq);
    if (!this.#endsChain(entry, entry.cause)) this.#leading.add(entry.seq);
    this.#findSeen(entry);
  }

  /** A write has come back; or the run went well, and whatever comes later was asked for by its result. An event of somebody else's request leads on, if that is asked about. */
  #endsChain({ kind }: TraceEntry, cause: readonly Seq[]): boolean {
    if (kind !== 'reflector.event') return kind === 'reconcile.end';
    return !cause.some((seq) => this.#leading.has(seq) && !this.#ofWrite.has(seq) && this.#isOfServer(seq));
  }

  #isOfServer(seq: Seq): boolean {
    const entry = this.#trace.at(seq);
    return entry !== undefined && isOfServer(entry);
  }

  #isReached(entry: TraceEntry, cause: readonly Seq[]): boolean {
    if (!cause.some((seq) => this.#leading.has(seq))) return false;
    const pop = popBeside(this.#trace, entry);
    // A pop takes every delta of a key; each change is the effect of its own.
    return !pop || pop.seq === this.#start.seq || deltasBehind(this.#trace, entry, pop).some((seq) => this.#leading.has(seq));
  }

  /** What came of it was there first, and so it names that, and not the other way round. */
  #findSeen(entry: TraceEntry): void {
    const seenAs = 'seenAs' in entry ? entry.seenAs : undefined;
    const seen = seenAs === undefined ? undefined : this.#trace.at(seenAs);
    if (!seen || seen === this.#start || (!this.#met.has(seen.seq) && !this.#meet(seen))) return;
    if (this.#ofWrite.has(entry.seq) || this.#leading.has(seen.seq)) return;
    this.#leading.add(seen.seq);
    this.#next = Math.min(this.#next, seen.seq + 1);
  }

  #meet(entry: TraceEntry): boolean {
    if (this.#met.size >= this.#limit) {
      this.#more = true;
      return false;
    }
    this.#met.set(entry.seq, entry);
    this.#entries = undefined;
    return true;
  }
}
