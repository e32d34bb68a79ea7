import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { lowerBound } from '../base/lowerBound.ts';
import type { FilterFault } from '../protocol/filters.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import { filterMatcher } from './filter/filterMatcher.ts';
import { parseFilter } from './filter/parseFilter.ts';
import type { Trace } from './sessionPicture.ts';

/** How many entries are looked at in one turn of the event loop: a few milliseconds of work. */
const entriesPerTurn = 4000;

/** Which entries are wanted. */
export interface StreamQuery {
  /** Fields and words that must all match; empty: every entry. */
  readonly filter: string;
  /** Entries of this informer, and those that belong to none; null: of all. */
  readonly informer: string | null;
}

/**
 * The entries of a trace that match a query, by a running index that never changes its entry: rows that
 * the ring has dropped still count. Each entry is looked at once; nothing is kept per entry while
 * everything matches.
 */
export class StreamIndex implements Disposable {
  readonly #tracer: Trace;
  readonly #clock: Clock;
  readonly #onProgress: () => void;
  /** What is wrong with the filter. */
  readonly faults: readonly FilterFault[];
  /** Undefined: everything matches. */
  readonly #matches: ((entry: TraceEntry) => boolean) | undefined;
  /** Numbers of the matching entries, from `#head` on; the index of `#seqs[0]` is `#base`. */
  #seqs: Seq[] = [];
  #head = 0;
  #base = 0;
  /** The next entry to be looked at. */
  #next: Seq = 1;
  #pending: Disposable | undefined;

  /** @param onProgress called in a later turn, when entries had to wait for their turn and were then looked at */
  constructor(tracer: Trace, { filter, informer }: StreamQuery, clock: Clock, onProgress: () => void) {
    const { terms, faults } = parseFilter(filter);
    this.faults = faults;
    this.#matches = ofInformer(informer, filterMatcher(terms, tracer));
    this.#tracer = tracer;
    this.#clock = clock;
    this.#onProgress = onProgress;
  }

  /** Looks at what is new, as far as one turn allows; the rest follows in later turns. */
  catchUp(): void {
    if (!this.#matches || this.#pending) return;
    const last = this.#tracer.lastSeq;
    const from = Math.max(this.#next, this.#tracer.dropped + 1);
    const to = Math.min(last, from + entriesPerTurn - 1);
    for (let seq = from; seq <= to; seq++) {
      const entry = this.#tracer.at(seq);
      if (entry && this.#matches(entry)) this.#seqs.push(seq);
    }
    this.#next = to + 1;
    this.#forgetDropped();
    if (to < last) this.#continueLater();
  }

  /** Whether everything up to this entry has been looked at. */
  hasReached(seq: Seq): boolean {
    return !this.#matches || seq < this.#next;
  }

  /** Index of the oldest matching entry that is still kept. */
  get oldest(): number {
    return this.#matches ? this.#base + this.#head : this.#tracer.dropped;
  }

  /** Index one past the newest matching entry. */
  get end(): number {
    return this.#matches ? this.#base + this.#seqs.length : this.#tracer.lastSeq;
  }

  /** The matching entries from index `first` (inclusive) to `end` (exclusive), oldest first; dropped ones are left out. */
  slice(first: number, end: number): TraceEntry[] {
    const entries: TraceEntry[] = [];
    for (let index = Math.max(first, this.oldest); index < Math.min(end, this.end); index++) {
      const seq = this.#matches ? this.#seqs[index - this.#base] : index + 1;
      const entry = seq === undefined ? undefined : this.#tracer.at(seq);
      if (entry) entries.push(entry);
    }
    return entries;
  }

  /** Index of an entry; null when it does not match, is not kept, or has not been looked at yet. */
  indexOf(seq: Seq): number | null {
    if (seq <= this.#tracer.dropped || seq > this.#tracer.lastSeq) return null;
    if (!this.#matches) return seq - 1;
    const found = lowerBound(this.#seqs, seq);
    return this.#seqs[found] === seq ? this.#base + found : null;
  }

  dispose(): void {
    this.#pending?.dispose();
  }

  #continueLater(): void {
    this.#pending = this.#clock.defer(() => {
      this.#pending = undefined;
      this.catchUp();
      this.#onProgress();
    });
  }

  /** Entries that left the ring leave the index too; the array is cut when half of it is of no use. */
  #forgetDropped(): void {
    const { dropped } = this.#tracer;
    while (this.#head < this.#seqs.length && this.#seqs[this.#head]! <= dropped) this.#head++;
    if (this.#head < 1024 || this.#head * 2 < this.#seqs.length) return;
    this.#seqs = this.#seqs.slice(this.#head);
    this.#base += this.#head;
    this.#head = 0;
  }
}

function ofInformer(informer: string | null, matches: ((entry: TraceEntry) => boolean) | undefined): ((entry: TraceEntry) => boolean) | undefined {
  if (informer === null) return matches;
  const isOfIt = (entry: TraceEntry): boolean => entry.informer === undefined || entry.informer === informer;
  // The matcher may have a memory, and is asked about each.
  return matches ? (entry) => matches(entry) && isOfIt(entry) : isOfIt;
}
