import type { Seq, TraceEntry } from '../../../trace/entry.ts';
import type { Trace } from '../../sessionPicture.ts';

/** So many entries are looked at in one turn: a few milliseconds of work. */
const entriesPerTurn = 20_000;

/** Numbers that are kept; of more the newest. */
const maxKept = 2000;

/** Which entries belong to a key: those of its informer, and those of the controllers whose keys it is among. */
export interface HistoryQuery {
  readonly informer: string;
  readonly key: string;
  /** Names of controllers, which are those of their queues. */
  readonly controllers: readonly string[];
}

/** The entries of one key, looked for from the newest back, and then as they come. */
export class KeyHistory {
  readonly #trace: Trace;
  readonly #query: HistoryQuery;
  /** Newest last. */
  #newer: Seq[] = [];
  /** Oldest last. */
  #older: Seq[] = [];
  #next: Seq;
  #before: Seq;

  constructor(trace: Trace, query: HistoryQuery) {
    this.#trace = trace;
    this.#query = query;
    this.#next = trace.lastSeq + 1;
    this.#before = trace.lastSeq;
  }

  /** Looks at what is new, then further back, as far as one turn allows. */
  catchUp(most = entriesPerTurn): this {
    const { lastSeq, dropped } = this.#trace;
    let left = most;
    for (; this.#next <= lastSeq && left > 0; left--) this.#look(this.#next++, this.#newer);
    for (; this.#before > dropped && left > 0 && this.#older.length < maxKept; left--) this.#look(this.#before--, this.#older);
    if (this.#newer.length > maxKept) this.#newer = this.#newer.slice(-maxKept);
    while (this.#older.length > 0 && this.#older.at(-1)! <= dropped) this.#older.pop();
    return this;
  }

  get isDone(): boolean {
    return this.#next > this.#trace.lastSeq && (this.#before <= this.#trace.dropped || this.#older.length >= maxKept);
  }

  get count(): number {
    return this.#newer.length + this.#older.length;
  }

  /** Newest first. */
  *entries(): Generator<TraceEntry> {
    for (const seq of [...this.#newer.toReversed(), ...this.#older]) {
      const entry = this.#trace.at(seq);
      if (entry) yield entry;
    }
  }

  #look(seq: Seq, found: Seq[]): void {
    const entry = this.#trace.at(seq);
    if (entry && this.#belongs(entry)) found.push(seq);
  }

  #belongs(entry: TraceEntry): boolean {
    const { informer, key, controllers } = this.#query;
    if (entry.key !== key) return false;
    if (entry.informer !== undefined) return entry.informer === informer;
    return 'queue' in entry ? controllers.includes(entry.queue) : 'controller' in entry && controllers.includes(entry.controller);
  }
}

/** The one that was looked at last: looked at again, it goes on instead of beginning anew. */
const known = new WeakMap<Trace, { readonly id: string; readonly history: KeyHistory }>();

export function historyOf(trace: Trace, query: HistoryQuery): KeyHistory {
  const id = JSON.stringify([query.informer, query.key, query.controllers]);
  const last = known.get(trace);
  if (last?.id === id) return last.history;
  const history = new KeyHistory(trace, query);
  known.set(trace, { id, history });
  return history;
}
