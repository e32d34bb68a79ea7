import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { GrowingRing } from '../base/growingRing.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate, GatePoint, GateSubject } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { Causes } from './causes.ts';
import { QueueMetrics, type QueueMetricsProvider, unfinishedWorkUpdateMs } from './queueMetrics.ts';
import { FifoQueueStore, type QueueStore } from './queueStore.ts';
import type { WorkQueueState } from './workQueueState.ts';

export interface WorkQueueOptions {
  /** Its name in the trace, and that of its metrics. */
  readonly name: string;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  /** Absent: nothing is measured, and no timer runs for it (W-50). */
  readonly metrics?: QueueMetricsProvider;
  /** Default: first in, first out. */
  readonly store?: QueueStore;
  /** What is known of the object that a key names, for whoever looks at a step that is held. */
  readonly subjectOf?: (key: string) => GateSubject;
}

/** An item that was handed out; it is being processed until `done`. */
export interface WorkItem {
  readonly key: string;
  /** Its `workqueue.get` entry. */
  readonly cause: readonly Seq[];
  /** Failures that the rate limiter has counted. */
  readonly attempts: number;
  /** Absent in a queue without priorities. */
  readonly priority?: number;
}

/** A dirty key: since when, and all that made it so. */
interface Dirty {
  readonly since: number;
  readonly causes: Causes;
}

/** A key that was handed out: when, and its `workqueue.get` entry. */
interface Processing {
  readonly since: number;
  readonly seq: Seq;
}

const nobody: readonly Seq[] = [];

/**
 * client-go's `workqueue.Type` over keys (W-01…W-12): hands out a key to one worker at a time, however often it is added,
 * and once more if it was added meanwhile (W-05). Keys are compared by value (W-13).
 *
 * Adding is synchronous, so a held add cannot make its caller wait: it is parked in here and takes effect when
 * it is let go. The same holds for `done`.
 */
export class WorkQueue {
  readonly name: string;
  protected readonly clock: Clock;
  protected readonly probe: Probe;
  protected readonly metrics: QueueMetrics | undefined;
  readonly #gate: Gate;
  readonly #subjectOf: ((key: string) => GateSubject) | undefined;

  readonly #queue: QueueStore;
  readonly #dirty = new Map<string, Dirty>();
  readonly #processing = new Map<string, Processing>();

  /** Workers that wait for an item, in order. */
  readonly #getters = new GrowingRing<() => void>();
  readonly #drainers: (() => void)[] = [];
  #metricsTimer: Disposable | undefined;
  readonly #shutdown = new AbortController();

  constructor(options: WorkQueueOptions) {
    this.name = options.name;
    this.clock = options.clock;
    this.probe = options.probe;
    this.#gate = options.gate;
    this.#subjectOf = options.subjectOf;
    this.#queue = options.store ?? new FifoQueueStore();
    // A queue without a name has nobody to report for (W-50).
    if (options.metrics && options.name) {
      this.metrics = new QueueMetrics(options.metrics, options.name);
      this.#updateMetricsLater(this.metrics);
    }
  }

  /** Items that can be handed out now (W-06). */
  get length(): number {
    return this.#queue.length;
  }

  get isShuttingDown(): boolean {
    return this.#shutdown.signal.aborted;
  }

  /** Ignored while shutting down. `cause`: the trace entry that led here. */
  add(key: string, cause?: Seq): void {
    this.addAll(key, cause ? [cause] : nobody);
  }

  /**
   * Hands out the oldest item, once there is one and the gate lets it go; undefined once the queue has been
   * shut down and is empty. Whoever gets an item must call `done` for it.
   * @param signal of a worker that a shutdown is to stop: aborted, nothing is handed out to it any more, whatever is queued
   */
  async get(signal?: AbortSignal): Promise<WorkItem | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      const key = this.#queue.peek();
      if (key === undefined) {
        if (this.isShuttingDown) return undefined;
        await new Promise<void>((resolve) => this.#getters.push(resolve));
        continue;
      }
      const held = this.#ask('workqueue.get', key, this.#dirty.get(key)?.causes.list);
      if (!held) return this.#take();
      await held;
      // Meanwhile it may have been stopped, or another worker may have taken what was there.
      if (!signal?.aborted && this.#queue.length > 0) return this.#take();
    }
  }

  /** The item has been processed; if it was added meanwhile it is queued again (W-04). */
  done(key: string): void {
    const held = this.#ask('workqueue.done', key, this.causeOf(key));
    if (held) void held.then(() => this.#finish(key));
    else this.#finish(key);
  }

  /** Later adds are ignored; what is queued is still handed out (W-08). */
  shutDown(): void {
    this.#beginShutdown();
    this.#releaseDrainers();
  }

  /** As `shutDown`; resolves when nothing is being processed any more. Queued items are not waited for (W-10). */
  shutDownWithDrain(): Promise<void> {
    this.#beginShutdown();
    if (this.#processing.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drainers.push(resolve));
  }

  save(): WorkQueueState {
    return {
      queue: [...this.#queue.keys()],
      dirty: Array.from(this.#dirty, ([key, { since, causes }]) => ({ key, since, causes: [...causes.list] })),
      processing: Array.from(this.#processing, ([key, { since, seq }]) => ({ key, since, seq })),
      waiting: [],
      failing: [],
      limiter: {},
    };
  }

  /** Goes on from what another one held. Of a new queue only; nobody is told, and no worker is woken. */
  restore({ queue, dirty, processing }: WorkQueueState): void {
    for (const key of queue) this.#queue.push(key);
    for (const { key, since, causes } of dirty) this.#dirty.set(key, { since, causes: Causes.of(causes) });
    for (const { key, since, seq } of processing) this.#processing.set(key, { since, seq });
  }

  /** The first `limit` keys of each set, and how many there are. */
  protected look(limit: number) {
    return {
      queue: first(this.#queue.keys(), limit),
      dirty: first(this.#dirty.keys(), limit),
      processing: first(this.#processing.keys(), limit),
      counts: { queue: this.#queue.length, dirty: this.#dirty.size, processing: this.#processing.size },
    };
  }

  /** @param causes trace entries that led here */
  protected addAll(key: string, causes: readonly Seq[]): void {
    if (this.isShuttingDown) return;
    const held = this.#ask('workqueue.add', key, causes);
    if (held) void held.then(() => this.#enqueue(key, causes));
    else this.#enqueue(key, causes);
  }

  /** The `workqueue.get` entry of a key that is being processed, as the cause of what its worker does to it. */
  protected causeOf(key: string): readonly Seq[] {
    const processing = this.#processing.get(key);
    return processing ? [processing.seq] : nobody;
  }

  /** Failures that have been counted for a key. */
  protected attemptsOf(_key: string): number {
    return 0;
  }

  /** May come more than once. */
  protected onShutdown(): void {
    this.#metricsTimer?.dispose();
  }

  #enqueue(key: string, causes: readonly Seq[]): void {
    if (this.isShuttingDown) return;
    const dirty = this.#dirty.get(key);
    if (dirty) {
      dirty.causes.add(this.probe.record({ kind: 'workqueue.coalesced', queue: this.name, key, cause: dirty.causes.link(causes) }));
      if (!this.#processing.has(key)) this.#queue.touch(key);
      return;
    }
    this.metrics?.added();
    const seq = this.probe.record({ kind: 'workqueue.add', queue: this.name, key, cause: causes });
    this.#dirty.set(key, { since: this.clock.now(), causes: new Causes(seq) });
    if (!this.#processing.has(key)) this.#push(key);
  }

  #push(key: string): void {
    this.#queue.push(key);
    this.#getters.shift()?.();
  }

  #take(): WorkItem {
    const key = this.#queue.pop();
    // A done for a key that was not being processed can queue it twice (W-07); the second time it is not dirty.
    const dirty = this.#dirty.get(key);
    const now = this.clock.now();
    const waited = dirty ? now - dirty.since : 0;
    const attempts = this.attemptsOf(key);
    const seq = this.probe.record({ kind: 'workqueue.get', queue: this.name, key, cause: dirty?.causes.list ?? nobody, waited, attempts });
    this.#processing.set(key, { since: now, seq });
    this.#dirty.delete(key);
    this.metrics?.got(waited);
    return { key, cause: [seq], attempts };
  }

  #finish(key: string): void {
    const processing = this.#processing.get(key);
    if (processing) this.metrics?.done(this.clock.now() - processing.since);
    const requeued = this.#dirty.has(key);
    this.probe.record({ kind: 'workqueue.done', queue: this.name, key, cause: this.causeOf(key), requeued });
    this.#processing.delete(key);
    if (requeued) this.#push(key);
    if (this.#processing.size === 0) this.#releaseDrainers();
  }

  #beginShutdown(): void {
    if (!this.isShuttingDown) this.probe.note?.({ kind: 'workqueue.shutDown', queue: this.name });
    this.#shutdown.abort();
    this.onShutdown();
    while (this.#getters.length > 0) this.#getters.shift()!();
  }

  #releaseDrainers(): void {
    for (const release of this.#drainers.splice(0)) release();
  }

  #updateMetricsLater(metrics: QueueMetrics): void {
    this.#metricsTimer = this.clock.setTimer(unfinishedWorkUpdateMs, () => {
      metrics.unfinished(Array.from(this.#processing.values(), ({ since }) => since), this.clock.now());
      this.#updateMetricsLater(metrics);
    });
  }

  #ask(point: GatePoint, key: string, causes: readonly Seq[] = nobody): Promise<unknown> | undefined {
    if (this.#gate.isOpen) return undefined;
    const { signal } = this.#shutdown;
    const subject = (): GateSubject => ({ ...this.#subjectOf?.(key), attempts: this.attemptsOf(key) });
    const cause = causes.at(-1);
    return this.#gate.ask(cause === undefined ? { point, owner: this.name, key, signal, subject } : { point, owner: this.name, key, cause, causes, signal, subject });
  }
}

/** The first `limit` of what may be many. */
export function first<T>(elements: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const element of elements) {
    if (taken.length >= limit) break;
    taken.push(element);
  }
  return taken;
}
