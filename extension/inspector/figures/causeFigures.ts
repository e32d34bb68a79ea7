import { type CauseKind, causeKinds } from '../../protocol/pages/queues.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';

/** Entries that are looked at on the way from a handler's call back to its watch event. */
const maxSteps = 24;
/** Watch events whose write may still answer. */
const rememberedEvents = 1000;

/** What a copy takes of memory, about. */
const countsBytes = 200;
const eventBytes = 100;

interface Asked {
  readonly queue: string;
  readonly kind: CauseKind;
}

/**
 * Who asked for reconciles. A watch event that a controller's own write has caused is told apart: mostly the answer to the write comes after the event,
 * and what was counted as an update then turns out to be one's own.
 */
export class CauseFigures {
  readonly #at: (seq: Seq) => TraceEntry | undefined;
  readonly #counts = new Map<string, Record<CauseKind, number>>();
  readonly #events = new Map<Seq, Asked[]>();

  /** @param at the entry with this number; undefined: not kept any more */
  constructor(at: (seq: Seq) => TraceEntry | undefined) {
    this.#at = at;
  }

  /** One that goes on by itself. @param at where that one finds entries */
  copy(at: (seq: Seq) => TraceEntry | undefined): CauseFigures {
    const copy = new CauseFigures(at);
    for (const [queue, counts] of this.#counts) copy.#counts.set(queue, { ...counts });
    for (const [event, asked] of this.#events) copy.#events.set(event, [...asked]);
    return copy;
  }

  /** An estimate of the memory that a copy takes. */
  get bytes(): number {
    return countsBytes * this.#counts.size + eventBytes * this.#events.size;
  }

  of(queue: string): Readonly<Record<CauseKind, number>> | undefined {
    return this.#counts.get(queue);
  }

  /** An add to a work queue, or one that was merged into what waits there. */
  asked(queue: string, causes: readonly Seq[]): void {
    for (const seq of causes) {
      const cause = this.#at(seq);
      // It names what it was merged into: that has been counted.
      if (cause?.kind === 'workqueue.add' || cause?.kind === 'workqueue.coalesced') continue;
      this.#count(queue, cause);
    }
    if (causes.length === 0) this.#add(queue, 'other', 1);
  }

  /** The event that a write caused was there before its answer. */
  wrote(controller: string, seenAs: Seq): void {
    for (const { queue, kind } of this.#events.get(seenAs) ?? []) {
      if (queue !== controller) continue;
      this.#add(queue, kind, -1);
      this.#add(queue, 'ownWrite', 1);
    }
    this.#events.delete(seenAs);
  }

  #count(queue: string, cause: TraceEntry | undefined): void {
    const kind = this.#kindOf(cause);
    if (!cause?.kind.startsWith('handler.') || kind === 'resync') return this.#add(queue, kind, 1);
    const event = this.#eventOf(cause);
    const isOwn = event?.cause?.some((seq) => isWriteOf(this.#at(seq), queue)) ?? false;
    this.#add(queue, isOwn ? 'ownWrite' : kind, 1);
    if (event && !isOwn) this.#remember(event.seq, { queue, kind });
  }

  #kindOf(cause: TraceEntry | undefined): CauseKind {
    switch (cause?.kind) {
      case 'handler.add':
        return 'add';
      case 'handler.update':
        return cause.resync ? 'resync' : 'update';
      case 'handler.delete':
        return 'delete';
      case 'reconcile.error':
        return 'retry';
      case 'reconcile.end':
        return 'requeue';
      case 'workqueue.delayed':
      case 'workqueue.ratelimited':
        return this.#kindOf(this.#at(cause.cause?.[0] ?? 0));
      default:
        return 'other';
    }
  }

  /** The watch event that led to the call; undefined for what a list brought. */
  #eventOf(call: TraceEntry): TraceEntry | undefined {
    const toVisit = [...(call.cause ?? [])];
    for (let steps = 0; steps < maxSteps && toVisit.length > 0; steps++) {
      const entry = this.#at(toVisit.pop()!);
      if (entry?.kind === 'reflector.event') return entry.key === call.key ? entry : undefined;
      // The newest last: that is what the call is about.
      if (entry?.kind.startsWith('store.') || entry?.kind.startsWith('queue.')) toVisit.push(...(entry.cause ?? []));
    }
    return undefined;
  }

  #remember(event: Seq, asked: Asked): void {
    const others = this.#events.get(event);
    if (others) {
      others.push(asked);
      return;
    }
    this.#events.set(event, [asked]);
    if (this.#events.size > rememberedEvents) this.#events.delete(this.#events.keys().next().value!);
  }

  #add(queue: string, kind: CauseKind, change: number): void {
    let counts = this.#counts.get(queue);
    if (!counts) this.#counts.set(queue, (counts = Object.fromEntries(causeKinds.map((each) => [each, 0])) as Record<CauseKind, number>));
    counts[kind] += change;
  }
}

function isWriteOf(entry: TraceEntry | undefined, controller: string): boolean {
  return entry?.kind === 'reconcile.write' && entry.controller === controller;
}
