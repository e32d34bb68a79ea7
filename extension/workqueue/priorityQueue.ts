import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { GrowingRing } from '../base/growingRing.ts';
import { type HeapNode, IndexedHeap } from '../base/indexedHeap.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate, GatePoint, GateSubject } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { Causes } from './causes.ts';
import { DelayingHeap, type WaitingItem } from './delayingHeap.ts';
import { DelayTimer } from './delayTimer.ts';
import { QueueMetrics, unfinishedWorkUpdateMs } from './queueMetrics.ts';
import type { RateLimitingInterface, WorkQueueSnapshot } from './rateLimitingInterface.ts';
import { ItemExponentialFailureRateLimiter, type RateLimiter } from './rateLimiter.ts';
import type { RateLimitingQueueOptions } from './rateLimitingQueue.ts';
import { first, type WorkItem } from './workQueue.ts';
import type { WorkQueueState } from './workQueueState.ts';

/** What controllers give to objects of an initial list, and to updates without news: they wait behind real changes. */
export const lowPriority = -100;

export interface AddOptions {
  /** Milliseconds until it is ready. */
  readonly after?: number;
  /** Not before the rate limiter says so; with `after`, the earlier of the two (W-73). */
  readonly rateLimited?: boolean;
  /** Default 0; the higher comes first. */
  readonly priority?: number;
}

/** A key that is ready or waits. */
interface Item extends HeapNode {
  readonly key: string;
  priority: number;
  /** First in, first out within a priority. */
  order: number;
  /** Set once it is ready: since when, and all that made it so. */
  ready: { readonly since: number; readonly causes: Causes } | undefined;
}

/**
 * controller-runtime's priority queue (W-71…W-75): the highest priority first, and within one the oldest. A key keeps the
 * highest priority and the earliest time that it was given. One that is being processed is not handed out again before
 * its `done`, though it may be ready meanwhile (W-72). Unlike client-go's queue, a shutdown hands out nothing more (W-74).
 */
export class PriorityQueue implements RateLimitingInterface {
  readonly name: string;
  readonly #clock: Clock;
  readonly #probe: Probe;
  readonly #gate: Gate;
  readonly #subjectOf: ((key: string) => GateSubject) | undefined;
  readonly #limiter: RateLimiter;
  readonly #metrics: QueueMetrics | undefined;

  readonly #items = new Map<string, Item>();
  readonly #ready = new IndexedHeap<Item>((one, other) => other.priority - one.priority || one.order - other.order);
  readonly #waiting = new DelayingHeap();
  readonly #timer: DelayTimer;
  /** Keys that are handed out: since when, and their `workqueue.get` entry. */
  readonly #locked = new Map<string, { readonly since: number; readonly seq: Seq }>();
  /** Ready, but locked: they come back among the ready when they are done. */
  readonly #aside = new Map<string, Item>();
  readonly #failing = new Set<string>();

  readonly #getters = new GrowingRing<() => void>();
  readonly #shutdown = new AbortController();
  #metricsTimer: Disposable | undefined;
  #order = 0;

  /** Its limiter is by default 5 ms … 1000 s for each key, without a bucket (W-75). */
  constructor(options: Omit<RateLimitingQueueOptions, 'store'>) {
    this.name = options.name;
    this.#clock = options.clock;
    this.#probe = options.probe;
    this.#gate = options.gate;
    this.#subjectOf = options.subjectOf;
    this.#limiter = options.limiter ?? new ItemExponentialFailureRateLimiter(5, 1_000_000);
    this.#timer = new DelayTimer(options.clock, () => this.#becomeReady());
    if (options.metrics && options.name) {
      this.#metrics = new QueueMetrics(options.metrics, options.name);
      this.#updateMetricsLater(this.#metrics);
    }
  }

  /** What is ready, also what is locked meanwhile; not what waits (W-74). */
  get length(): number {
    return this.#ready.size + this.#aside.size;
  }

  get isShuttingDown(): boolean {
    return this.#shutdown.signal.aborted;
  }

  add(key: string, cause?: Seq): void {
    this.addWithOptions({}, key, cause);
  }

  addAfter(key: string, ms: number, cause?: Seq): void {
    this.addWithOptions({ after: ms }, key, cause);
  }

  addRateLimited(key: string, cause?: Seq): void {
    this.addWithOptions({ rateLimited: true }, key, cause);
  }

  /** client-go and controller-runtime call it `AddWithOpts`. Ignored while shutting down. */
  addWithOptions(options: AddOptions, key: string, cause?: Seq): void {
    if (this.isShuttingDown) return;
    const causes = cause ? [cause] : this.#causeOf(key);
    const held = this.#ask('workqueue.add', key, causes);
    if (held) void held.then(() => this.#add(options, key, causes));
    else this.#add(options, key, causes);
  }

  /** Hands out the first item that is not locked; undefined once the queue has been shut down, or `signal` has aborted. */
  async get(signal?: AbortSignal): Promise<WorkItem | undefined> {
    for (;;) {
      if (this.isShuttingDown || signal?.aborted) return undefined;
      const next = this.#next();
      if (!next) {
        await new Promise<void>((resolve) => this.#getters.push(resolve));
        continue;
      }
      const held = this.#ask('workqueue.get', next.key, next.ready!.causes.list);
      if (!held) return this.#take(next);
      await held;
      // Meanwhile another may have come before it, or another worker may have taken it.
      const now = this.#next();
      if (now && !this.isShuttingDown && !signal?.aborted) return this.#take(now);
    }
  }

  done(key: string): void {
    const held = this.#ask('workqueue.done', key, this.#causeOf(key));
    if (held) void held.then(() => this.#finish(key));
    else this.#finish(key);
  }

  forget(key: string): void {
    this.#limiter.forget(key);
    if (this.#failing.delete(key)) this.#probe.record({ kind: 'workqueue.forget', queue: this.name, key, cause: this.#causeOf(key) });
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }

  /** Ends every `get`, though something is queued (W-74). */
  shutDown(): void {
    if (!this.isShuttingDown) this.#probe.note?.({ kind: 'workqueue.shutDown', queue: this.name });
    this.#shutdown.abort();
    this.#timer.dispose();
    this.#metricsTimer?.dispose();
    this.#waiting.clear();
    while (this.#getters.length > 0) this.#getters.shift()!();
  }

  /** The same as `shutDown` (W-74). */
  shutDownWithDrain(): Promise<void> {
    this.shutDown();
    return Promise.resolve();
  }

  snapshot(limit: number): WorkQueueSnapshot {
    const now = this.#clock.now();
    const ready = [...this.#ready.sorted(), ...this.#aside.values()].slice(0, limit);
    const { tokens } = this.#limiter;
    return {
      queue: ready.map(({ key }) => key),
      priorities: ready.map(({ priority }) => priority),
      dirty: ready.map(({ key }) => key),
      processing: first(this.#locked.keys(), limit),
      waiting: this.#waiting.list(limit).map(({ key, readyAt }) => ({ key, dueInMs: Math.max(0, readyAt - now) })),
      failures: first(this.#failing, limit).map((key) => ({ key, count: this.#limiter.numRequeues(key) })),
      counts: {
        queue: this.length,
        dirty: this.length,
        processing: this.#locked.size,
        waiting: this.#waiting.size,
        failures: this.#failing.size,
      },
      ...(tokens !== undefined && { tokens }),
    };
  }

  /** The key as it waits; undefined when it does not. */
  waitingFor(key: string): WaitingItem | undefined {
    return this.#waiting.get(key);
  }

  save(): WorkQueueState {
    const dirty = [...this.#ready.sorted(), ...this.#aside.values()];
    return {
      queue: this.#ready.sorted().map(({ key }) => key),
      dirty: dirty.map(({ key, ready }) => ({ key, since: ready!.since, causes: [...ready!.causes.list] })),
      processing: Array.from(this.#locked, ([key, { since, seq }]) => ({ key, since, seq })),
      waiting: this.#waiting.list(Infinity).map(({ key, readyAt, causes }) => ({ key, readyAt, causes: [...causes.list] })),
      failing: [...this.#failing],
      limiter: this.#limiter.save?.() ?? {},
      priorities: [...this.#items.values()].toSorted((one, other) => one.order - other.order).map(({ key, priority }) => ({ key, priority })),
    };
  }

  restore({ queue, dirty, processing, waiting, failing, limiter, priorities = [] }: WorkQueueState): void {
    for (const { key, priority } of priorities) this.#newItem(key, priority);
    const free = new Set(queue);
    for (const { key, since, causes } of dirty) {
      const item = this.#items.get(key)!;
      item.ready = { since, causes: Causes.of(causes) };
      if (free.has(key)) this.#ready.add(item);
      else this.#aside.set(key, item);
    }
    for (const { key, since, seq } of processing) this.#locked.set(key, { since, seq });
    this.#waiting.restore(waiting);
    for (const key of failing) this.#failing.add(key);
    this.#limiter.restore?.(limiter);
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }

  #add({ after = 0, rateLimited = false, priority = 0 }: AddOptions, key: string, given: readonly Seq[]): void {
    if (this.isShuttingDown) return;
    let causes = given;
    let delay = after;
    if (rateLimited) {
      const limited = this.#limiter.when(key);
      if (delay === 0 || limited < delay) delay = limited;
      const attempts = this.#limiter.numRequeues(key);
      if (attempts > 0) this.#failing.add(key);
      causes = [this.#probe.record({ kind: 'workqueue.ratelimited', queue: this.name, key, cause: causes, after: delay, attempts })];
    }
    if (delay > 0) this.#metrics?.retried();
    const item = this.#items.get(key) ?? this.#newItem(key, priority);
    const raised = priority > item.priority;
    if (raised) {
      item.priority = priority;
      item.order = this.#order++;
    }
    if (item.ready) this.#coalesce(item, item.ready.causes, causes, raised);
    else if (delay > 0) this.#wait(item, delay, causes);
    else this.#makeReady(item, this.#waiting.remove(key)?.causes.list ?? [], causes);
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }

  #newItem(key: string, priority: number): Item {
    const item: Item = { key, priority, order: this.#order++, ready: undefined, position: 0 };
    this.#items.set(key, item);
    return item;
  }

  /** It is ready already, and stays so; a higher priority moves it to the end of that one. */
  #coalesce({ key, priority }: Item, known: Causes, causes: readonly Seq[], raised: boolean): void {
    known.add(this.#probe.record({ kind: 'workqueue.coalesced', queue: this.name, key, cause: known.link(causes), priority }));
    if (raised && !this.#aside.has(key)) this.#ready.moved(this.#items.get(key)!);
  }

  #wait({ key, priority }: Item, delay: number, causes: readonly Seq[]): void {
    this.#waiting.insert(key, this.#clock.now() + delay, (link) =>
      this.#probe.record({ kind: 'workqueue.delayed', queue: this.name, key, cause: link(causes), after: delay, priority }),
    );
  }

  /** Their time has come: in the order in which they became ready, not in which they were added. */
  #becomeReady(): void {
    const now = this.#clock.now();
    for (let due = this.#waiting.takeDue(now); due; due = this.#waiting.takeDue(now)) {
      const item = this.#items.get(due.key)!;
      item.order = this.#order++;
      this.#makeReady(item, due.causes.list, []);
    }
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }

  /** @param waited what asked for it while it waited */
  #makeReady(item: Item, waited: readonly Seq[], causes: readonly Seq[]): void {
    const { key, priority } = item;
    this.#metrics?.added();
    const seq = this.#probe.record({ kind: 'workqueue.add', queue: this.name, key, cause: [...waited, ...causes], priority });
    item.ready = { since: this.#clock.now(), causes: new Causes(seq) };
    this.#ready.add(item);
    this.#getters.shift()?.();
  }

  /** The first that is ready and not locked; locked ones are laid aside until they are done. */
  #next(): Item | undefined {
    for (let item = this.#ready.first; item; item = this.#ready.first) {
      if (!this.#locked.has(item.key)) return item;
      this.#ready.remove(item);
      this.#aside.set(item.key, item);
    }
    return undefined;
  }

  #take(item: Item): WorkItem {
    const { key, priority, ready } = item;
    this.#ready.remove(item);
    this.#items.delete(key);
    const now = this.#clock.now();
    const waited = now - ready!.since;
    const attempts = this.#limiter.numRequeues(key);
    const seq = this.#probe.record({ kind: 'workqueue.get', queue: this.name, key, cause: ready!.causes.list, waited, attempts, priority });
    this.#locked.set(key, { since: now, seq });
    this.#metrics?.got(waited);
    return { key, cause: [seq], attempts, priority };
  }

  #finish(key: string): void {
    const locked = this.#locked.get(key);
    if (locked) this.#metrics?.done(this.#clock.now() - locked.since);
    const requeued = this.#items.get(key)?.ready !== undefined;
    this.#probe.record({ kind: 'workqueue.done', queue: this.name, key, cause: this.#causeOf(key), requeued });
    this.#locked.delete(key);
    const aside = this.#aside.get(key);
    if (aside) {
      this.#aside.delete(key);
      this.#ready.add(aside);
    }
    if (requeued) this.#getters.shift()?.();
  }

  #causeOf(key: string): readonly Seq[] {
    const locked = this.#locked.get(key);
    return locked ? [locked.seq] : [];
  }

  #updateMetricsLater(metrics: QueueMetrics): void {
    this.#metricsTimer = this.#clock.setTimer(unfinishedWorkUpdateMs, () => {
      metrics.unfinished(Array.from(this.#locked.values(), ({ since }) => since), this.#clock.now());
      this.#updateMetricsLater(metrics);
    });
  }

  #ask(point: GatePoint, key: string, causes: readonly Seq[]): Promise<unknown> | undefined {
    if (this.#gate.isOpen) return undefined;
    const { signal } = this.#shutdown;
    const subject = (): GateSubject => ({ ...this.#subjectOf?.(key), attempts: this.#limiter.numRequeues(key) });
    const cause = causes.at(-1);
    return this.#gate.ask(cause === undefined ? { point, owner: this.name, key, signal, subject } : { point, owner: this.name, key, cause, causes, signal, subject });
  }
}
