import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { GrowingRing } from '../base/growingRing.ts';
import type { Random } from '../base/random.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate, GatePoint } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { DelayingHeap } from './delayingHeap.ts';
import { QueueMetrics, type QueueMetricsProvider, unfinishedWorkUpdateMs } from './queueMetrics.ts';
import { defaultControllerRateLimiter, type RateLimiter } from './rateLimiter.ts';

export interface RateLimitingQueueOptions {
  /** Its name in the trace. */
  readonly name: string;
  readonly clock: Clock;
  readonly random?: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  /** Default: `defaultControllerRateLimiter`. */
  readonly limiter?: RateLimiter;
  readonly metrics?: QueueMetricsProvider;
}

/** An item that was handed out; it is being processed until `done`. */
export interface WorkItem {
  readonly key: string;
  /** Its `workqueue.get` entry. */
  readonly cause: readonly Seq[];
  /** Failures that the rate limiter has counted. */
  readonly attempts: number;
}

/** What a person sees of a queue: the first `limit` of each, and how many there are. */
export interface WorkQueueSnapshot {
  readonly queue: readonly string[];
  /** Keys that need processing: those in the queue, and those added again while they are being processed. */
  readonly dirty: readonly string[];
  readonly processing: readonly string[];
  readonly waiting: readonly { readonly key: string; readonly dueInMs: number }[];
  readonly failures: readonly { readonly key: string; readonly count: number }[];
  readonly counts: {
    readonly queue: number;
    readonly dirty: number;
    readonly processing: number;
    readonly waiting: number;
    readonly failures: number;
  };
}

/** A dirty key: since when, and all that made it so. */
interface Dirty {
  readonly since: number;
  readonly causes: Seq[];
}

/** Of a key that is added over and over while nobody takes it, so many causes are named: the first ones and the newest. */
const namedCauses = 1000;

/**
 * client-go's `TypedRateLimitingInterface` over keys: a queue that hands out a key to one worker at a time,
 * however often it is added (W-05), adds later (W-2x), and adds later and later after failures (W-40).
 *
 * Adding is synchronous, so a held add cannot make its caller wait: it is parked in here and takes effect when
 * it is let go. The same holds for `done`.
 */
export class RateLimitingQueue {
  readonly name: string;
  readonly #clock: Clock;
  readonly #probe: Probe;
  readonly #gate: Gate;
  readonly #limiter: RateLimiter;
  readonly #metrics: QueueMetrics | undefined;

  readonly #queue = new GrowingRing<string>();
  readonly #dirty = new Map<string, Dirty>();
  /** When each was handed out. */
  readonly #processing = new Map<string, number>();
  readonly #waiting = new DelayingHeap();
  /** Keys that were rate limited and not forgotten since. */
  readonly #failing = new Set<string>();

  /** Workers that wait for an item, in order. */
  readonly #getters = new GrowingRing<() => void>();
  readonly #drainers: (() => void)[] = [];
  #delayTimer: { readonly readyAt: number; readonly timer: Disposable } | undefined;
  #metricsTimer: Disposable | undefined;
  readonly #shutdown = new AbortController();

  constructor(options: RateLimitingQueueOptions) {
    this.name = options.name;
    this.#clock = options.clock;
    this.#probe = options.probe;
    this.#gate = options.gate;
    this.#limiter = options.limiter ?? defaultControllerRateLimiter(options.clock);
    if (options.metrics) {
      this.#metrics = new QueueMetrics(options.metrics, options.name);
      this.#updateMetricsLater();
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
    this.#addAll(key, cause ? [cause] : []);
  }

  /** Adds the key when `ms` have passed; at once when that is not positive (W-20). */
  addAfter(key: string, ms: number, cause?: Seq): void {
    if (this.isShuttingDown) return;
    this.#metrics?.retried();
    const causes = cause ? [cause] : [];
    if (!(ms > 0)) {
      this.#addAll(key, causes);
      return;
    }
    const seq = this.#probe.record({ kind: 'workqueue.delayed', queue: this.name, key, cause: causes, after: ms });
    this.#waiting.insert(key, this.#clock.now() + ms, seq);
    this.#armDelayTimer();
  }

  /** Adds the key when the rate limiter says so. The limiter is asked first, even while shutting down (W-40). */
  addRateLimited(key: string, cause?: Seq): void {
    const after = this.#limiter.when(key);
    if (this.#limiter.numRequeues(key) > 0) this.#failing.add(key);
    if (this.isShuttingDown) return;
    const seq = this.#probe.record({
      kind: 'workqueue.ratelimited',
      queue: this.name,
      key,
      cause: cause ? [cause] : [],
      after,
      attempts: this.#limiter.numRequeues(key),
    });
    this.addAfter(key, after, seq);
  }

  /** Forgets the failures; what is queued or waiting stays so (W-41). */
  forget(key: string): void {
    this.#limiter.forget(key);
    if (this.#failing.delete(key)) this.#probe.record({ kind: 'workqueue.forget', queue: this.name, key });
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }

  /**
   * Hands out the oldest item, once there is one and the gate lets it go; undefined once the queue has been
   * shut down and is empty. Whoever gets an item must call `done` for it.
   */
  async get(): Promise<WorkItem | undefined> {
    for (;;) {
      const key = this.#queue.peek();
      if (key === undefined) {
        if (this.isShuttingDown) return undefined;
        await new Promise<void>((resolve) => this.#getters.push(resolve));
        continue;
      }
      const held = this.#ask('workqueue.get', key);
      if (!held) return this.#take();
      await held;
      // Meanwhile another worker may have taken what was there.
      if (this.#queue.length > 0) return this.#take();
    }
  }

  /** The item has been processed; if it was added meanwhile it is queued again (W-04). */
  done(key: string): void {
    const held = this.#ask('workqueue.done', key);
    if (held) void held.then(() => this.#finish(key));
    else this.#finish(key);
  }

  /** Later adds are ignored and what waits is dropped; what is queued is still handed out (W-08, W-26). */
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

  snapshot(limit: number): WorkQueueSnapshot {
    const queue: string[] = [];
    for (let index = 0; index < Math.min(limit, this.#queue.length); index++) queue.push(this.#queue.at(index)!);
    const now = this.#clock.now();
    return {
      queue,
      dirty: first(this.#dirty.keys(), limit),
      processing: first(this.#processing.keys(), limit),
      waiting: this.#waiting.list(limit).map(({ key, readyAt }) => ({ key, dueInMs: Math.max(0, readyAt - now) })),
      failures: first(this.#failing, limit).map((key) => ({ key, count: this.#limiter.numRequeues(key) })),
      counts: {
        queue: this.#queue.length,
        dirty: this.#dirty.size,
        processing: this.#processing.size,
        waiting: this.#waiting.size,
        failures: this.#failing.size,
      },
    };
  }

  #addAll(key: string, causes: readonly Seq[]): void {
    if (this.isShuttingDown) return;
    const held = this.#gate.ask({
      point: 'workqueue.add',
      owner: this.name,
      key,
      signal: this.#shutdown.signal,
      ...(causes[0] === undefined ? undefined : { cause: causes[0] }),
    });
    if (held) void held.then(() => this.#enqueue(key, causes));
    else this.#enqueue(key, causes);
  }

  #enqueue(key: string, causes: readonly Seq[]): void {
    if (this.isShuttingDown) return;
    const dirty = this.#dirty.get(key);
    if (dirty) {
      const seq = this.#probe.record({ kind: 'workqueue.coalesced', queue: this.name, key, cause: causes });
      if (dirty.causes.length < namedCauses) dirty.causes.push(seq);
      else dirty.causes[namedCauses - 1] = seq;
      return;
    }
    this.#metrics?.added();
    const seq = this.#probe.record({ kind: 'workqueue.add', queue: this.name, key, cause: causes });
    this.#dirty.set(key, { since: this.#clock.now(), causes: [seq] });
    if (!this.#processing.has(key)) this.#push(key);
  }

  /** True when a worker was waiting for it. */
  #push(key: string): boolean {
    this.#queue.push(key);
    const getter = this.#getters.shift();
    getter?.();
    return getter !== undefined;
  }

  #take(): WorkItem {
    const key = this.#queue.shift()!;
    // A done for a key that was not being processed can queue it twice (W-07); the second time it is not dirty.
    const dirty = this.#dirty.get(key);
    const now = this.#clock.now();
    this.#processing.set(key, now);
    this.#dirty.delete(key);
    const waited = dirty ? now - dirty.since : 0;
    this.#metrics?.got(waited);
    const attempts = this.#limiter.numRequeues(key);
    const seq = this.#probe.record({ kind: 'workqueue.get', queue: this.name, key, cause: dirty?.causes ?? [], waited, attempts });
    return { key, cause: [seq], attempts };
  }

  #finish(key: string): void {
    const startedAt = this.#processing.get(key);
    if (startedAt !== undefined) this.#metrics?.done(this.#clock.now() - startedAt);
    this.#processing.delete(key);
    const requeued = this.#dirty.has(key);
    this.#probe.record({ kind: 'workqueue.done', queue: this.name, key, requeued });
    const taken = requeued && this.#push(key);
    if (this.#processing.size === 0 && !taken) this.#releaseDrainers();
  }

  #beginShutdown(): void {
    if (this.isShuttingDown) return;
    this.#shutdown.abort();
    this.#waiting.clear();
    this.#delayTimer?.timer.dispose();
    this.#delayTimer = undefined;
    this.#metricsTimer?.dispose();
    while (this.#getters.length > 0) this.#getters.shift()!();
  }

  #releaseDrainers(): void {
    for (const release of this.#drainers.splice(0)) release();
  }

  /** One timer stands for all that waits: it is due when the earliest is. */
  #armDelayTimer(): void {
    const earliest = this.#waiting.earliest;
    if (this.#delayTimer && earliest && this.#delayTimer.readyAt <= earliest.readyAt) return;
    this.#delayTimer?.timer.dispose();
    this.#delayTimer = undefined;
    if (!earliest) return;
    const timer = this.#clock.setTimer(earliest.readyAt - this.#clock.now(), () => this.#addDue());
    this.#delayTimer = { readyAt: earliest.readyAt, timer };
  }

  #addDue(): void {
    this.#delayTimer = undefined;
    const now = this.#clock.now();
    for (let item = this.#waiting.takeDue(now); item; item = this.#waiting.takeDue(now)) this.#addAll(item.key, item.causes);
    this.#armDelayTimer();
  }

  #updateMetricsLater(): void {
    this.#metricsTimer = this.#clock.setTimer(unfinishedWorkUpdateMs, () => {
      this.#metrics!.unfinished(this.#processing.values(), this.#clock.now());
      this.#updateMetricsLater();
    });
  }

  #ask(point: GatePoint, key: string): Promise<void> | undefined {
    return this.#gate.ask({ point, owner: this.name, key, signal: this.#shutdown.signal });
  }
}

function first<T>(elements: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const element of elements) {
    if (taken.length >= limit) break;
    taken.push(element);
  }
  return taken;
}
