import { Histogram } from '../../base/histogram.ts';
import type { LoopLine } from '../../protocol/pages/queues.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { CauseFigures } from './causeFigures.ts';
import { ReadFigures } from './readFigures.ts';

/** Upper bounds in milliseconds, from what a busy queue needs to what makes people ask. */
export const durationBounds: readonly number[] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];

/** Keys in hand whose beginning is remembered: no controller has more workers. */
const maxInHand = 10_000;

/** What a copy takes of memory, about. */
const informerBytes = 120;
const queueBytes = 1200;
const lookupBytes = 150;
const inHandBytes = 40;

/** When an informer has heard last, in session time. */
export interface Freshness {
  /** Anything at all: a list, an event, a bookmark. */
  byte: number | undefined;
  bookmark: number | undefined;
  listed: number | undefined;
}

/** Of one controller and its work queue, which has its name. */
export interface QueueFigures {
  /** Milliseconds from a key's add until a worker got it. */
  readonly latency: Histogram;
  /** Milliseconds from Get to Done. */
  readonly work: Histogram;
  readonly reads: ReadFigures;
  /** The line of the worker's loop that has run last. */
  last: LoopLine | undefined;
}

/** Figures folded from the trace that nothing else keeps; constant work for each entry, and for an event no more than a number that is stored. */
export class SessionFigures {
  readonly causes: CauseFigures;
  readonly #informers = new Map<string, Freshness>();
  readonly #queues = new Map<string, QueueFigures & { readonly inHand: Map<string, number> }>();

  /** @param at the entry with this number; undefined: not kept any more */
  constructor(at: (seq: Seq) => TraceEntry | undefined, causes = new CauseFigures(at)) {
    this.causes = causes;
  }

  /** Figures that go on by themselves. @param at where those find entries */
  copy(at: (seq: Seq) => TraceEntry | undefined): SessionFigures {
    const copy = new SessionFigures(at, this.causes.copy(at));
    for (const [name, freshness] of this.#informers) copy.#informers.set(name, { ...freshness });
    for (const [name, { latency, work, reads, last, inHand }] of this.#queues) {
      copy.#queues.set(name, { latency: latency.copy(), work: work.copy(), reads: reads.copy(), last, inHand: new Map(inHand) });
    }
    return copy;
  }

  /** An estimate of the memory that a copy takes, without what it shares. */
  get bytes(): number {
    let bytes = this.causes.bytes + informerBytes * this.#informers.size;
    for (const { reads, inHand } of this.#queues.values()) bytes += queueBytes + lookupBytes * reads.lookups.size + inHandBytes * inHand.size;
    return bytes;
  }

  freshness(informer: string): Freshness | undefined {
    return this.#informers.get(informer);
  }

  /** @param name of a controller, and with that of its queue */
  queue(name: string): QueueFigures | undefined {
    return this.#queues.get(name);
  }

  /** Of all controllers that ever ran. */
  get queueNames(): readonly string[] {
    return [...this.#queues.keys()];
  }

  note(entry: TraceEntry): void {
    switch (entry.kind) {
      case 'reflector.event':
        this.#heard(entry.informer).byte = entry.t;
        return;
      case 'reflector.bookmark': {
        const informer = this.#heard(entry.informer);
        informer.byte = informer.bookmark = entry.t;
        return;
      }
      case 'reflector.listed': {
        const informer = this.#heard(entry.informer);
        informer.byte = informer.listed = entry.t;
        return;
      }
      case 'workqueue.add':
      case 'workqueue.coalesced':
        this.causes.asked(entry.queue, entry.cause ?? []);
        return;
      case 'workqueue.get': {
        const queue = this.#queue(entry.queue);
        queue.latency.observe(entry.waited);
        queue.last = 'get';
        if (queue.inHand.size < maxInHand) queue.inHand.set(entry.key, entry.t);
        return;
      }
      case 'workqueue.forget':
        this.#queue(entry.queue).last = 'forget';
        return;
      case 'workqueue.ratelimited':
        this.#queue(entry.queue).last = 'addRateLimited';
        return;
      case 'workqueue.done': {
        const queue = this.#queue(entry.queue);
        const since = queue.inHand.get(entry.key);
        if (since !== undefined) queue.work.observe(entry.t - since);
        queue.inHand.delete(entry.key);
        queue.last = 'done';
        return;
      }
      case 'reconcile.start': {
        const queue = this.#queue(entry.controller);
        queue.last = 'reconcile';
        queue.reads.begin(entry);
        return;
      }
      case 'reconcile.read':
        this.#queue(entry.controller).reads.read(entry);
        return;
      case 'reconcile.write':
        if (entry.seenAs !== undefined) this.causes.wrote(entry.controller, entry.seenAs);
        return;
      case 'reconcile.end':
      case 'reconcile.error':
        this.#queue(entry.controller).reads.end(entry.key);
        return;
      default:
    }
  }

  #heard(informer: string): Freshness {
    let freshness = this.#informers.get(informer);
    if (!freshness) this.#informers.set(informer, (freshness = { byte: undefined, bookmark: undefined, listed: undefined }));
    return freshness;
  }

  #queue(name: string): QueueFigures & { readonly inHand: Map<string, number> } {
    let queue = this.#queues.get(name);
    if (!queue) this.#queues.set(name, (queue = { latency: new Histogram(durationBounds), work: new Histogram(durationBounds), reads: new ReadFigures(), last: undefined, inHand: new Map() }));
    return queue;
  }
}
