import { messageOf } from '../base/codedError.ts';
import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { TimeSlice } from '../base/timeSlice.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import { hasMetadata, isRecord, type KubeObject } from '../kube/object.ts';
import { ApiError, ConnectionError } from '../kube/status.ts';
import { whyUndecodable } from '../kube/undecodable.ts';
import { initialEventsEndAnnotation, type WatchEvent } from '../kube/watchEvent.ts';
import type { Seq } from '../trace/entry.ts';
import type { DecisionType, Gate, GateDecision, GateStep } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { type Cached, eventSubject } from './gateSubjects.ts';
import type { Watch } from './listerWatcher.ts';
import { undecodableEvent } from './reflectorErrors.ts';

/** Where the events of a stream go: the delta queue, or the temporary store of a streamed list. */
export interface WatchTarget {
  add(object: KubeObject, cause: Seq, key: string): void;
  update(object: KubeObject, cause: Seq, key: string): void;
  delete(object: KubeObject, cause: Seq, key: string): void;
  bookmark(resourceVersion: string, cause: Seq): void;
  /** An event counted, and it has this version. */
  moveTo(resourceVersion: string): void;
  /** Whether the gate `queue.add` stands before it. */
  readonly isQueue: boolean;
  /** Whether it stands before a bookmark too. */
  readonly queuesBookmarks: boolean;
}

/** What an object says it is. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What can be told of a watch that is open. Times are of the clock. */
export interface WatchSigns {
  /** When its last byte came, of an event or not; undefined: only its events are known. */
  readonly heardAt: number | undefined;
  /** It is being read: that nothing comes is the server's doing, not that of somebody who holds an event. */
  readonly isAwaited: boolean;
}

/** Why reading stopped. */
export type StreamEnd =
  | { readonly reason: 'stopped' }
  /** Also one that was given up because it was silent for too long: it is taken up again like any other (T-06). */
  | { readonly reason: 'closed' | 'silent' }
  | { readonly reason: 'error'; readonly error: unknown }
  | { readonly reason: 'initialEventsEnd'; readonly resourceVersion: string; readonly seq: Seq };

export interface WatchStreamOptions {
  readonly informer: string;
  readonly watch: Watch;
  readonly target: WatchTarget;
  /** When the request was made. */
  readonly startedAt: number;
  /** The stream begins with synthetic ADDED events in no order of versions: the version stands still until one of another type. */
  readonly replays: boolean;
  /** `read` returns at the bookmark that ends the initial events. */
  readonly awaitsInitialEventsEnd: boolean;
  /** Objects of any other type are skipped; absent: none are. */
  readonly expectedType?: TypeMeta;
  /** The `reflector.watch` entry. */
  readonly cause: readonly Seq[];
  /** For whoever looks at an event that is held. */
  readonly cached?: Cached;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly slice: TimeSlice;
  readonly signal: AbortSignal;
}

/** What may be done to an event in its place; with nothing behind it, as to its delta. */
const eventDecisions: readonly DecisionType[] = ['skip', 'duplicate', 'delay', 'swap', 'forge'];

const deltaDecisions: readonly DecisionType[] = ['skip', 'duplicate', 'delay', 'forge'];

/**
 * One open watch, from its first event to its end (client-go `handleAnyWatch`). A batch is worked through
 * without a promise for each event, unless a gate holds one or the time slice is spent.
 */
export class WatchStream {
  readonly startedAt: number;
  readonly #options: WatchStreamOptions;
  #measuredFrom: number;
  readonly #onAbort = (): void => {
    this.#stopped = true;
    this.close();
  };
  #stopped = false;
  #target: WatchTarget;
  #awaitsInitialEventsEnd: boolean;
  #frozen: boolean;
  #batch: readonly WatchEvent[] = [];
  #position = 0;
  /** Events that are not the server's, or not in its order, by the entry that says so. */
  #invented: WeakMap<WatchEvent, Seq> | undefined;
  #counted = 0;
  #failure: { readonly error: unknown } | undefined;
  #isAwaited = false;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.startedAt = options.startedAt;
    this.#measuredFrom = options.startedAt;
    this.#target = options.target;
    this.#frozen = options.replays;
    this.#awaitsInitialEventsEnd = options.awaitsInitialEventsEnd;
    if (options.signal.aborted) this.#onAbort();
    else options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** From when on it is measured: its request, or the watch that follows a streamed list. */
  get measuredFrom(): number {
    return this.#measuredFrom;
  }

  /** How many events counted since then. */
  get counted(): number {
    return this.#counted;
  }

  get signs(): WatchSigns {
    return { heardAt: this.#options.watch.heardAt, isAwaited: this.#isAwaited };
  }

  /** The list that it brought has been taken: from now on it is measured as a watch that has just begun. */
  beginWatch(): void {
    this.#measuredFrom = this.#options.clock.now();
    this.#counted = 0;
  }

  /** The streamed list is complete: what follows goes to `target`. */
  continueInto(target: WatchTarget): void {
    this.#target = target;
    this.#awaitsInitialEventsEnd = false;
    this.#frozen = false;
  }

  /** Ends the stream with an error that did not come from it: a failed resync. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.close();
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#options.watch.close();
  }

  /** Reads and applies the next batch, or what is left of the last one. Undefined: the stream goes on. */
  async read(): Promise<StreamEnd | undefined> {
    if (this.#position >= this.#batch.length) {
      let batch: readonly WatchEvent[] | undefined;
      this.#isAwaited = true;
      try {
        batch = await this.#options.watch.next();
      } catch (error) {
        if (this.#stopped) return { reason: 'stopped' };
        return ConnectionError.is(error, 'silent') ? { reason: 'silent' } : { reason: 'error', error };
      } finally {
        this.#isAwaited = false;
      }
      if (this.#stopped) return { reason: 'stopped' };
      if (this.#failure) return { reason: 'error', error: this.#failure.error };
      if (!batch) return { reason: 'closed' };
      this.#batch = batch;
      this.#position = 0;
      this.#options.slice.begin();
    }
    return this.#applyBatch();
  }

  async #applyBatch(): Promise<StreamEnd | undefined> {
    const { informer, gate, signal, slice } = this.#options;
    while (this.#position < this.#batch.length) {
      const event = this.#batch[this.#position++]!;
      const { type, object } = event;
      const subject = this.#isUsable(object) ? object : undefined;
      const key = subject && isOfObject(event) ? metaNamespaceKey(subject) : undefined;
      let cause = this.#causeOf(event);

      const newest = cause[cause.length - 1]!;
      const held = gate.isOpen ? undefined : gate.ask(key === undefined ? { point: 'watch.event', owner: informer, cause: newest, signal } : this.#eventStep(event, key, newest));
      const decision = held && (await orAborted(held, signal));
      if (!held && slice.isSpent()) await slice.rest();
      if (this.#stopped) return { reason: 'stopped' };
      if (this.#failure) return { reason: 'error', error: this.#failure.error };
      if (decision && key !== undefined) {
        const made = await this.#change(decision, event, key, cause);
        if (made === undefined) continue;
        cause = [made];
        if (this.#stopped) return { reason: 'stopped' };
      }

      if (type === 'ERROR') return { reason: 'error', error: ApiError.fromObject(object) };
      if (!subject) {
        this.#skip(type, this.#whyUnusable(object));
        continue;
      }
      const why = whyUndecodable(subject);
      if (why !== undefined) return { reason: 'error', error: undecodableEvent(why) };
      if (key === undefined) {
        const end = await this.#applyBookmark(subject);
        if (end) return end;
        continue;
      }

      const rv = subject.metadata.resourceVersion ?? '';
      const seq = this.#options.probe.record({ kind: 'reflector.event', informer, key, rv, cause, type });
      let because: Seq | undefined = seq;
      if (this.#target.isQueue) {
        const heldAdd = gate.isOpen ? undefined : gate.ask({ ...this.#eventStep(event, key, seq), point: 'queue.add', takes: deltaDecisions });
        const decided = heldAdd && (await orAborted(heldAdd, signal));
        if (decided && !this.#stopped) because = await this.#change(decided, event, key, [seq]);
        if (this.#stopped) return { reason: 'stopped' };
        if (because === undefined) continue;
      }
      this.#apply(type, subject, because, key);
      this.#count(type, rv);
    }
    return undefined;
  }

  #eventStep({ type, object }: WatchEvent, key: string, cause: Seq): GateStep {
    const { informer, signal, cached } = this.#options;
    return { point: 'watch.event', owner: informer, key, cause, signal, takes: this.#takenNow(), subject: () => eventSubject(type, object as KubeObject, key, cached) };
  }

  /** The request, or what an event came of that the server has not sent so. */
  #causeOf(event: WatchEvent): readonly Seq[] {
    const made = this.#invented?.get(event);
    return made === undefined ? this.#options.cause : [made];
  }

  /** It can change places with the event behind it, if there is one. */
  #takenNow(): readonly DecisionType[] {
    const next = this.#batch[this.#position];
    return next && isOfObject(next) ? eventDecisions : deltaDecisions;
  }

  /**
   * What a person has decided on an event (What-if). The version moves on as if it had come as it was sent: what is lost is lost.
   * @returns the entry that says so, when the event goes on all the same; undefined when it does not
   */
  async #change(decision: GateDecision, event: WatchEvent, key: string, cause: readonly Seq[]): Promise<Seq | undefined> {
    const { informer, probe, clock, signal } = this.#options;
    const next = this.#batch[this.#position];
    if (decision.type === 'fail' || (decision.type === 'swap' && !next)) return cause.at(-1)!;
    const { type, object } = event;
    const rv = (object as KubeObject).metadata.resourceVersion ?? '';
    const detail = decision.type === 'delay' ? `${decision.ms} ms` : decision.type === 'forge' ? `${type} → ${decision.event.type}` : type;
    const seq = probe.record({ kind: 'whatif.applied', informer, key, rv, what: decision.type, detail, cause });
    switch (decision.type) {
      case 'delay':
        await sleep(clock, decision.ms, signal);
        return seq;
      case 'duplicate':
        this.#insert(this.#position, 0, seq, { type, object });
        return seq;
      case 'skip':
        this.#count(type, rv);
        return undefined;
      case 'forge':
        this.#count(type, rv);
        probe.note?.({ kind: 'informer.forged', informer, event: decision.event });
        this.#insert(this.#position, 0, seq, { ...decision.event });
        return undefined;
      case 'swap':
        this.#position--;
        this.#insert(this.#position, 2, seq, { ...next! }, { type, object });
        return undefined;
    }
  }

  #insert(position: number, replaced: number, cause: Seq, ...events: readonly WatchEvent[]): void {
    this.#invented ??= new WeakMap();
    for (const event of events) this.#invented.set(event, cause);
    this.#batch = this.#batch.toSpliced(position, replaced, ...events);
  }

  /** What the target refuses is reported; the version moves all the same and the stream goes on. */
  #apply(type: string, object: KubeObject, seq: Seq, key: string): void {
    try {
      if (type === 'ADDED') this.#target.add(object, seq, key);
      else if (type === 'MODIFIED') this.#target.update(object, seq, key);
      else if (type === 'DELETED') this.#target.delete(object, seq, key);
      else this.#skip(type, `no such event type: ${JSON.stringify(type)}`, [seq]);
    } catch (error) {
      this.#skip(type, messageOf(error), [seq]);
    }
  }

  async #applyBookmark(object: KubeObject): Promise<StreamEnd | undefined> {
    const { informer, cause, gate, signal } = this.#options;
    const initialEventsEnd = object.metadata.annotations?.[initialEventsEndAnnotation] === 'true';
    const rv = object.metadata.resourceVersion ?? '';
    const seq = this.#options.probe.record({ kind: 'reflector.bookmark', informer, rv, cause, initialEventsEnd });
    if (this.#target.queuesBookmarks) {
      await orAborted(Promise.resolve(gate.ask({ point: 'queue.add', owner: informer, cause: seq, signal })), signal);
      if (this.#stopped) return { reason: 'stopped' };
    }
    this.#target.bookmark(rv, seq);
    this.#count('BOOKMARK', rv);
    if (initialEventsEnd && this.#awaitsInitialEventsEnd) return { reason: 'initialEventsEnd', resourceVersion: rv, seq };
    return undefined;
  }

  /** An object without a version leaves the last one in place: it must never become empty by accident. */
  #count(type: string, rv: string): void {
    this.#counted++;
    if (type !== 'ADDED') this.#frozen = false;
    if (!this.#frozen && rv) this.#target.moveTo(rv);
  }

  #isUsable(object: unknown): object is KubeObject {
    if (!hasMetadata(object) || object.kind === 'Table') return false;
    const { expectedType: expected } = this.#options;
    return !expected || (object.kind === expected.kind && object.apiVersion === expected.apiVersion);
  }

  #whyUnusable(object: unknown): string {
    if (isRecord(object) && object['kind'] === 'Table') return 'unsupported: Table';
    if (!hasMetadata(object)) return 'the object has no metadata';
    const { apiVersion, kind } = this.#options.expectedType!;
    return `expected ${apiVersion} ${kind}, but it is ${object.apiVersion ?? '(none)'} ${object.kind ?? '(none)'}`;
  }

  #skip(type: string, why: string, cause: readonly Seq[] = this.#options.cause): void {
    this.#options.probe.record({
      kind: 'reflector.error',
      informer: this.#options.informer,
      phase: 'event',
      code: 0,
      reason: 'Skipped',
      message: `${type} event skipped: ${why}`,
      will: 'skip',
      cause,
    });
  }
}

/** Not of the stream itself. */
function isOfObject({ type }: WatchEvent): boolean {
  return type !== 'BOOKMARK' && type !== 'ERROR';
}
