import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { isOfServer } from '../../trace/serverEntry.ts';
import { deltasBehind, isOrigin, maxWalked, popBeside, serverBehind, type Trace } from './links.ts';

/** What led to an entry. */
export interface Causes {
  /** Oldest first; without the entry itself. */
  readonly entries: readonly TraceEntry[];
  /** Those of them that nothing leads to, as far as a chain goes; the entry itself where it has no cause. */
  readonly origins: readonly TraceEntry[];
  /** Named as causes, and not kept any more. */
  readonly lost: readonly Seq[];
  /** There are more than were walked. */
  readonly more: boolean;
}

/**
 * Walks from an entry back to where its chain begins, and from there on to the request, where the server tells of that. Who asks about a step of the server, or about the
 * event that it sent, is also told what the request came of. Each entry is met once, whatever names what.
 */
export function causesOf(trace: Trace, start: TraceEntry, limit = maxWalked): Causes {
  const walk = new CauseWalk(trace, start, limit);
  walk.expand(start);
  walk.run();
  return walk.result();
}

class CauseWalk {
  readonly #trace: Trace;
  readonly #start: TraceEntry;
  readonly #limit: number;
  readonly #met = new Map<Seq, TraceEntry>();
  readonly #origins = new Set<TraceEntry>();
  readonly #lost = new Set<Seq>();
  readonly #waiting: TraceEntry[] = [];
  /** Steps of the server behind the entry that is asked about. */
  readonly #ofStart = new Set<Seq>();
  #more = false;

  constructor(trace: Trace, start: TraceEntry, limit: number) {
    this.#trace = trace;
    this.#start = start;
    this.#limit = limit;
  }

  run(): void {
    for (let entry = this.#waiting.pop(); entry; entry = this.#waiting.pop()) {
      if (isOrigin(entry)) this.#origins.add(entry);
      if (isOrigin(entry) || isOfServer(entry)) this.#meetServer(entry);
      else this.expand(entry);
    }
  }

  expand(entry: TraceEntry): void {
    const pop = popBeside(this.#trace, entry);
    const seqs = pop ? deltasBehind(this.#trace, entry, pop) : (entry.cause ?? []);
    // Of all that it took, it belongs here for what is behind this change alone.
    if (pop) this.#note(pop);
    if (seqs.length === 0) this.#origins.add(entry);
    for (const seq of seqs) {
      if (entry === this.#start) this.#ofStart.add(seq);
      this.#meet(seq);
    }
    if (isOrigin(entry)) this.#meetServer(entry);
  }

  result(): Causes {
    return { entries: [...this.#met.values()].toSorted(byNumber), origins: [...this.#origins].toSorted(byNumber), lost: [...this.#lost], more: this.#more };
  }

  /** Steps of the server that led to an entry. What is not kept of them is no loss: the chain begins where it began. */
  #meetServer(entry: TraceEntry): void {
    const isAsked = entry === this.#start || this.#ofStart.has(entry.seq);
    for (const each of serverBehind(this.#trace, entry)) {
      if (isAsked) this.#ofStart.add(each.seq);
      if (this.#note(each)) this.#waiting.push(each);
    }
    if (isAsked && entry.kind === 'apiserver.request') for (const seq of entry.cause ?? []) this.#meet(seq);
  }

  #meet(seq: Seq): void {
    if (this.#lost.has(seq)) return;
    const entry = this.#trace.at(seq);
    if (entry === undefined) this.#lost.add(seq);
    else if (this.#note(entry)) this.#waiting.push(entry);
  }

  /** False when it was met before, or there is no room. A pop that was met beside a change has been walked by that. */
  #note(entry: TraceEntry): boolean {
    if (entry === this.#start || this.#met.has(entry.seq)) return false;
    if (this.#met.size >= this.#limit) {
      this.#more = true;
      return false;
    }
    this.#met.set(entry.seq, entry);
    return true;
  }
}

function byNumber(one: TraceEntry, other: TraceEntry): number {
  return one.seq - other.seq;
}
