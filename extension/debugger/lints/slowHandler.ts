import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/** client-go's bound for one call (S-45). */
const slowMs = 100;

/** One may be an accident, of the machine or of a collection of garbage. */
const inARow = 3;

/** A call that does not return at all is slow before the next one shows it. */
const stuckMs = 5000;

/** No call has been slow for so long: it is over, if that was not seen before. */
const calmMs = 60_000;

interface Calls {
  readonly informer: string;
  readonly handler: string;
  /** When the last call began; undefined when that says nothing. */
  began: number | undefined;
  /** The slow ones in a row, the newest few. */
  slow: readonly { readonly seq: Seq; readonly ms: number }[];
  lastSlow: number;
  last: Seq;
  lastKey: string;
}

/**
 * A handler takes long. How long a call takes is not in the trace, but when the next one begins is: where that one waited already when this one
 * began, the time between the two is the handler's. (A handler only enqueues; what takes time belongs into a reconciler.)
 */
export class SlowHandler implements Lint {
  readonly name = 'slow-handler';
  readonly kinds = ['handler.add', 'handler.update', 'handler.delete', 'handler.error', 'reflector.stopped'] as const;
  readonly goesByTime = true;
  /** By informer and handler. */
  readonly #calls = new Map<string, Map<string, Calls>>();

  note(entry: TraceEntry, findings: Findings): void {
    switch (entry.kind) {
      case 'handler.add':
      case 'handler.update':
      case 'handler.delete':
        this.#call(entry, findings);
        return;
      case 'handler.error': {
        // It rests for a second after that (S-44).
        const calls = this.#calls.get(entry.informer)?.get(entry.handler);
        if (calls) calls.began = undefined;
        return;
      }
      case 'reflector.stopped':
        for (const calls of this.#calls.get(entry.informer)?.values() ?? []) findings.clear(this.name, subjectOf(calls));
        this.#calls.delete(entry.informer);
        return;
      default:
    }
  }

  tick(now: number, findings: Findings): void {
    for (const { name: informer, handlers } of findings.world.informers()) {
      for (const { name: handler, backlog } of handlers) {
        const calls = this.#calls.get(informer)?.get(handler);
        if (!calls) continue;
        if (backlog > 0 && calls.began !== undefined && now - calls.began > stuckMs) {
          calls.lastSlow = now;
          this.#raise(calls, [{ seq: calls.last, ms: now - calls.began }], findings);
        } else if (now - calls.lastSlow > calmMs) {
          findings.clear(this.name, subjectOf(calls));
        }
      }
    }
  }

  forgetTimes(): void {
    for (const handlers of this.#calls.values()) {
      for (const calls of handlers.values()) Object.assign(calls, { began: undefined, slow: [] });
    }
  }

  #call({ informer, handler, t, seq, key, cause }: Extract<TraceEntry, { readonly kind: 'handler.add' | 'handler.update' | 'handler.delete' }>, findings: Findings): void {
    let handlers = this.#calls.get(informer);
    if (!handlers) this.#calls.set(informer, (handlers = new Map()));
    let calls = handlers.get(handler);
    if (!calls) {
      calls = { informer, handler, began: undefined, slow: [], lastSlow: Number.NEGATIVE_INFINITY, last: seq, lastKey: key };
      handlers.set(handler, calls);
    }
    const { began } = calls;
    const took = began === undefined ? 0 : t - began;
    if (took >= slowMs && this.#waitedAt(began!, cause, findings)) {
      calls.slow = [...calls.slow, { seq: calls.last, ms: took }].slice(-inARow);
      calls.lastSlow = t;
      if (calls.slow.length === inARow) this.#raise(calls, calls.slow, findings);
    } else if (took < slowMs && began !== undefined) {
      if (calls.slow.length > 0) calls.slow = [];
      if (calls.lastSlow > Number.NEGATIVE_INFINITY) findings.clear(this.name, subjectOf(calls));
    }
    calls.began = t;
    calls.last = seq;
    calls.lastKey = key;
  }

  /** What the call is about had happened by then: it waited for the one before it. */
  #waitedAt(time: number, cause: readonly Seq[] | undefined, findings: Findings): boolean {
    const first = cause?.[0];
    const store = first === undefined ? undefined : findings.world.at(first);
    return store !== undefined && store.t <= time;
  }

  #raise(calls: Calls, slow: Calls['slow'], findings: Findings): void {
    const { informer, handler, lastKey } = calls;
    const ms = Math.max(...slow.map((call) => call.ms));
    findings.raise({ lint: this.name, subject: subjectOf(calls), informer, key: lastKey, cause: slow.map(({ seq }) => seq), evidence: { handler, times: slow.length, ms } });
  }
}

function subjectOf({ informer, handler }: Calls): string {
  return `${informer} ${handler}`;
}
