import type { Clock } from '../base/clock.ts';
import type { Seq } from '../trace/entry.ts';
import { DelayingQueue } from '../workqueue/delayingQueue.ts';
import { PriorityQueue } from '../workqueue/priorityQueue.ts';
import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  type RateLimiter,
  WithMaxWaitRateLimiter,
} from '../workqueue/rateLimiter.ts';
import type { RateLimitingInterface, WorkQueueSnapshot } from '../workqueue/rateLimitingInterface.ts';
import { RateLimitingQueue } from '../workqueue/rateLimitingQueue.ts';
import { first, WorkQueue, type WorkQueueOptions } from '../workqueue/workQueue.ts';
import type { WorkQueueState } from '../workqueue/workQueueState.ts';
import type { Limiter, Reconciler } from './api.ts';

/** A failed key of a delaying queue comes again after so long. */
export const delayAfterFailureMs = 1000;

/** The work queue that a reconciler asks for. */
export function createQueue(asked: Pick<Reconciler, 'queue' | 'limiter' | 'priority'>, options: WorkQueueOptions): RateLimitingInterface {
  const { queue = 'rateLimiting', limiter, priority = false } = asked;
  const type = queue === 'rateLimiting' && priority ? 'priority' : queue;
  options.probe.note?.({ kind: 'workqueue.opened', queue: options.name, type, ...(limiter && { limiter }) });
  if (queue === 'fifo') return new FailureCountingQueue(options);
  if (queue === 'delaying') return new FailureCountingDelayingQueue(options);
  const limited = limiter ? { ...options, limiter: createLimiter(limiter, options.clock) } : options;
  return priority ? new PriorityQueue(limited) : new RateLimitingQueue(limited);
}

export function createLimiter(limiter: Limiter, clock: Clock): RateLimiter {
  switch (limiter.type) {
    case 'exponential':
      return new ItemExponentialFailureRateLimiter(limiter.baseDelay, limiter.maxDelay);
    case 'fastSlow':
      return new ItemFastSlowRateLimiter(limiter.fastDelay, limiter.slowDelay, limiter.maxFastAttempts);
    case 'bucket':
      return new BucketRateLimiter(clock, limiter.qps, limiter.burst);
    case 'maxOf':
      return new MaxOfRateLimiter(limiter.limiters.map((each) => createLimiter(each, clock)));
    case 'withMaxWait':
      return new WithMaxWaitRateLimiter(createLimiter(limiter.limiter, clock), limiter.maxDelay);
  }
}

/** Failures of keys where no limiter counts them: a controller gives up after some, and people want to see them. */
class Failures {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  /** False when there were none. */
  forget(key: string): boolean {
    return this.#counts.delete(key);
  }

  save(): readonly (readonly [string, number])[] {
    return [...this.#counts];
  }

  restore(failures: readonly (readonly [string, number])[] = []): void {
    for (const [key, count] of failures) this.#counts.set(key, count);
  }

  snapshot(limit: number) {
    return { failures: first(this.#counts, limit).map(([key, count]) => ({ key, count })), count: this.#counts.size };
  }
}

/** A plain queue knows no time: a failed key, or one that is to come later, goes to the end at once. */
class FailureCountingQueue extends WorkQueue implements RateLimitingInterface {
  readonly #failures = new Failures();

  addAfter(key: string, _ms: number, cause?: Seq): void {
    this.add(key, cause);
  }

  addRateLimited(key: string, cause?: Seq): void {
    this.#failures.add(key);
    this.add(key, cause);
  }

  forget(key: string): void {
    if (this.#failures.forget(key)) this.probe.record({ kind: 'workqueue.forget', queue: this.name, key, cause: this.causeOf(key) });
  }

  numRequeues(key: string): number {
    return this.#failures.of(key);
  }

  override save(): WorkQueueState {
    return { ...super.save(), limiter: { failures: this.#failures.save() } };
  }

  override restore(state: WorkQueueState): void {
    super.restore(state);
    this.#failures.restore(state.limiter.failures);
  }

  snapshot(limit: number): WorkQueueSnapshot {
    const { counts, ...sets } = this.look(limit);
    const { failures, count } = this.#failures.snapshot(limit);
    return { ...sets, waiting: [], failures, counts: { ...counts, waiting: 0, failures: count } };
  }

  protected override attemptsOf(key: string): number {
    return this.#failures.of(key);
  }
}

/** A queue that can wait, and knows nothing of back-off: each failure costs the same. */
class FailureCountingDelayingQueue extends DelayingQueue implements RateLimitingInterface {
  readonly #failures = new Failures();

  addRateLimited(key: string, cause?: Seq): void {
    this.#failures.add(key);
    this.addAfter(key, delayAfterFailureMs, cause);
  }

  forget(key: string): void {
    if (this.#failures.forget(key)) this.probe.record({ kind: 'workqueue.forget', queue: this.name, key, cause: this.causeOf(key) });
  }

  numRequeues(key: string): number {
    return this.#failures.of(key);
  }

  override save(): WorkQueueState {
    return { ...super.save(), limiter: { failures: this.#failures.save() } };
  }

  override restore(state: WorkQueueState): void {
    super.restore(state);
    this.#failures.restore(state.limiter.failures);
  }

  snapshot(limit: number): WorkQueueSnapshot {
    const { counts, ...sets } = this.look(limit);
    const { failures, count } = this.#failures.snapshot(limit);
    return { ...sets, failures, counts: { ...counts, failures: count } };
  }

  protected override attemptsOf(key: string): number {
    return this.#failures.of(key);
  }
}
