import type { Limiter } from '../../controller/api.ts';
import { createLimiter, createQueue } from '../../controller/controllerQueue.ts';
import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { Gate, GateDecision } from '../../trace/gate.ts';
import type { WorkQueueType } from '../../trace/happening.ts';
import type { Probe } from '../../trace/probe.ts';
import type { WaitingItem } from '../../workqueue/delayingHeap.ts';
import { DelayingQueue } from '../../workqueue/delayingQueue.ts';
import { PriorityQueue } from '../../workqueue/priorityQueue.ts';
import { defaultControllerRateLimiter, ItemExponentialFailureRateLimiter } from '../../workqueue/rateLimiter.ts';
import type { RateLimitingInterface, WorkQueueSnapshot } from '../../workqueue/rateLimitingInterface.ts';
import { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { WorkQueueState } from '../../workqueue/workQueueState.ts';
import { RebuiltClock } from './rebuiltClock.ts';
import { ReplayedLimiter } from './replayedLimiter.ts';

export interface WorkQueueReplicaOptions {
  readonly name: string;
  readonly type: WorkQueueType;
  readonly limiter: object | undefined;
  readonly probe: Probe;
  /** The entry that was recorded under this number. */
  readonly entryAt: (seq: Seq) => TraceEntry | undefined;
}

/** A timer of Node may be early by so much. */
const earlyMs = 2;

/** The very work queue of the engine, driven by the entries that were recorded: its workers are those of then, and its timer runs when it ran. */
export class WorkQueueReplica implements Gate {
  readonly name: string;
  readonly type: WorkQueueType;
  readonly limiterOptions: object | undefined;
  readonly #options: WorkQueueReplicaOptions;
  readonly #clock = new RebuiltClock(0);
  readonly #limiter: ReplayedLimiter;
  readonly #queue: RateLimitingInterface;
  /** Adds that were held: of delayed keys, say, which wait nowhere from when they came due until they are let go. */
  readonly #parked = new Map<string, () => void>(); // by key and cause: a key may be held more than once
  /** Adds are held now. */
  #holds = false;
  /** How each key's last run ended, until the queue has heard of it. */
  readonly #outcomes = new Map<string, { readonly seq: Seq; readonly failed: boolean }>();

  constructor(options: WorkQueueReplicaOptions) {
    const { name, type, limiter, probe } = options;
    this.name = name;
    this.type = type;
    this.limiterOptions = limiter;
    this.#options = options;
    const clock = this.#clock;
    const byDefault = type === 'priority' ? new ItemExponentialFailureRateLimiter(5, 1_000_000) : defaultControllerRateLimiter(clock);
    this.#limiter = new ReplayedLimiter(limiter ? createLimiter(limiter as Limiter, clock) : byDefault);
    const ports = { name, clock, probe, gate: this };
    if (type === 'priority') this.#queue = new PriorityQueue({ ...ports, limiter: this.#limiter });
    else if (type === 'rateLimiting') this.#queue = new RateLimitingQueue({ ...ports, limiter: this.#limiter });
    else this.#queue = createQueue({ queue: type }, ports);
  }

  ask({ key, cause }: { readonly key?: string; readonly cause?: Seq }): Promise<GateDecision | void> | undefined {
    if (key === undefined || !this.#holds) return undefined;
    // Whoever is held goes on in the same turn as the entry that lets it: a promise would come too late.
    return new HeldHere((goOn) => this.#parked.set(parkedAs(key, cause), goOn)) as unknown as Promise<void>;
  }

  snapshot(limit: number): WorkQueueSnapshot {
    return this.#queue.snapshot(limit);
  }

  save(): WorkQueueState {
    return this.#queue.save();
  }

  restore(state: WorkQueueState): void {
    this.#queue.restore(state);
  }

  /** Time of the clock: for what is shown, and for what comes next. */
  moveTo(time: number): void {
    this.#clock.time = time;
  }

  shutDown(): void {
    this.#queue.shutDown();
  }

  /** A reconcile has ended: what the queue is told next comes of it. */
  ended(entry: EntryOf<'reconcile.end'> | EntryOf<'reconcile.error'>): void {
    const failed = entry.kind === 'reconcile.error' || entry.result === 'requeue';
    this.#outcomes.set(entry.key, { seq: entry.seq, failed });
  }

  /** The add of a key is held: what came before it has happened. One that was delayed waits no more, and with it what was due then; a failure has been counted. */
  hold(key: string, cause: Seq | undefined): void {
    if (this.#parked.has(parkedAs(key, cause))) return;
    const waiting = this.#waiting(key);
    this.#holds = true;
    if (waiting && cause !== undefined && waiting.causes.list.includes(cause)) this.#fireAt(waiting.readyAt);
    else if (this.type === 'fifo' && this.#failureOf(key, cause)) this.#queue.addRateLimited(key, cause);
    this.#holds = false;
  }

  /** Does what the entry, which comes next, tells of. */
  run(entry: TraceEntry): void {
    this.#holds = false;
    this.#limiter.after = undefined;
    switch (entry.kind) {
      case 'workqueue.add':
      case 'workqueue.coalesced':
        return this.#add(entry);
      case 'workqueue.get':
        // It takes what is there at once; what it throws it throws later, to nobody.
        this.#queue.get().catch(() => undefined);
        return;
      case 'workqueue.done':
        this.#outcomes.delete(entry.key);
        return this.#queue.done(entry.key);
      case 'workqueue.delayed':
        return this.#delay(entry);
      case 'workqueue.ratelimited':
        this.#limiter.after = entry.after;
        // One that need not wait is added at once, unless that add is held.
        this.#holds = !(entry.after > 0) && !isAddOf(this.#options.entryAt(entry.seq + 1), entry.seq);
        this.#again(entry, true, this.#priorityBehind(entry));
        this.#holds = false;
        this.#limiter.after = undefined;
        return;
      case 'workqueue.forget':
        return this.#queue.forget(entry.key);
      default:
    }
  }

  #add(entry: EntryOf<'workqueue.add'> | EntryOf<'workqueue.coalesced'>): void {
    const { key, cause = [], priority } = entry;
    const place = cause.map((each) => parkedAs(key, each)).find((each) => this.#parked.has(each));
    if (place !== undefined) {
      const goOn = this.#parked.get(place)!;
      this.#parked.delete(place);
      return goOn();
    }
    const waiting = this.#waiting(key);
    if (waiting && this.#hasComeDue(waiting, cause)) return this.#fireAt(waiting.readyAt);
    this.#again(entry, false, priority);
  }

  #delay(entry: EntryOf<'workqueue.delayed'>): void {
    const { key, after, cause = [], priority } = entry;
    const isFailure = this.type === 'delaying' && this.#failureOf(key, cause[0]);
    if (isFailure) this.#queue.addRateLimited(key, cause[0]);
    else if (this.#queue instanceof PriorityQueue) this.#queue.addWithOptions({ after, ...(priority !== undefined && { priority }) }, key, cause[0]);
    else this.#queue.addAfter(key, after, cause[0]);
  }

  /** @param limited the rate limiter is asked, as after a failure */
  #again({ kind, key = '', cause = [] }: TraceEntry, limited: boolean, priority: number | undefined): void {
    // What another request has left behind names it after its own causes; those of a key that waited come before.
    const own = this.#queue instanceof PriorityQueue && kind === 'workqueue.add' ? cause.at(-1) : cause[0];
    if (this.#queue instanceof PriorityQueue) this.#queue.addWithOptions({ rateLimited: limited, ...(priority !== undefined && { priority }) }, key, own);
    else if (limited || (this.type === 'fifo' && this.#failureOf(key, own))) this.#queue.addRateLimited(key, own);
    else this.#queue.add(key, own);
  }

  /** A queue without a limiter makes no entry of a failure: the add comes of the run that failed. */
  #failureOf(key: string, cause: Seq | undefined): boolean {
    const outcome = this.#outcomes.get(key);
    return outcome !== undefined && outcome.failed && outcome.seq === cause;
  }

  /** The entry behind it is of the same call, and has it. */
  #priorityBehind({ seq }: TraceEntry): number | undefined {
    const next = this.#options.entryAt(seq + 1);
    return next && 'priority' in next ? next.priority : undefined;
  }

  #waiting(key: string): WaitingItem | undefined {
    return this.#queue instanceof DelayingQueue || this.#queue instanceof PriorityQueue ? this.#queue.waitingFor(key) : undefined;
  }

  /** It was added because its time had come, not because somebody else has asked for it. */
  #hasComeDue({ causes, readyAt }: WaitingItem, cause: readonly Seq[]): boolean {
    if (cause[0] !== causes.list[0]) return false;
    return !(this.#queue instanceof PriorityQueue) || (cause.length === causes.list.length && readyAt <= this.#clock.time + earlyMs);
  }

  /** What is due later than this is not added by it, however late the timer was. */
  #fireAt(readyAt: number): void {
    this.#clock.once = readyAt;
    this.#clock.fire();
    this.#clock.once = undefined;
  }
}

/** Stands for the promise that a held step waits for; whoever waits is handed to whoever lets it go. */
class HeldHere {
  readonly #park: (goOn: () => void) => void;

  constructor(park: (goOn: () => void) => void) {
    this.#park = park;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is waited for as a promise is
  then(goOn: () => void): void {
    this.#park(goOn);
  }
}

function parkedAs(key: string, cause: Seq | undefined): string {
  return `${cause ?? 0} ${key}`;
}

function isAddOf(entry: TraceEntry | undefined, cause: Seq): boolean {
  return (entry?.kind === 'workqueue.add' || entry?.kind === 'workqueue.coalesced') && entry.cause?.[0] === cause;
}
