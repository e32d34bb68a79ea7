import type { Random } from '../base/random.ts';
import type { Seq } from '../trace/entry.ts';
import { DelayingQueue } from './delayingQueue.ts';
import type { RateLimitingInterface, WorkQueueSnapshot } from './rateLimitingInterface.ts';
import { defaultControllerRateLimiter, type RateLimiter } from './rateLimiter.ts';
import { first, type WorkQueueOptions } from './workQueue.ts';
import type { WorkQueueState } from './workQueueState.ts';

export type { WorkQueueSnapshot } from './rateLimitingInterface.ts';
export type { WorkItem } from './workQueue.ts';

export interface RateLimitingQueueOptions extends WorkQueueOptions {
  readonly random?: Random;
  /** Default: `defaultControllerRateLimiter`. */
  readonly limiter?: RateLimiter;
}

/** A delaying queue that adds later and later after failures (client-go's `TypedRateLimitingInterface`, W-40…W-42). */
export class RateLimitingQueue extends DelayingQueue implements RateLimitingInterface {
  readonly #limiter: RateLimiter;
  /** Keys that were rate limited and not forgotten since. */
  readonly #failing = new Set<string>();

  constructor(options: RateLimitingQueueOptions) {
    super(options);
    this.#limiter = options.limiter ?? defaultControllerRateLimiter(options.clock);
  }

  /** Adds the key when the rate limiter says so. The limiter is asked first, even while shutting down (W-40). */
  addRateLimited(key: string, cause?: Seq): void {
    const after = this.#limiter.when(key);
    const attempts = this.#limiter.numRequeues(key);
    if (attempts > 0) this.#failing.add(key);
    if (this.isShuttingDown) return;
    const causes = cause ? [cause] : this.causeOf(key);
    const seq = this.probe.record({ kind: 'workqueue.ratelimited', queue: this.name, key, cause: causes, after, attempts });
    this.addAfter(key, after, seq);
  }

  /** Forgets the failures; what is queued or waiting stays so (W-41). */
  forget(key: string): void {
    this.#limiter.forget(key);
    if (this.#failing.delete(key)) this.probe.record({ kind: 'workqueue.forget', queue: this.name, key, cause: this.causeOf(key) });
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }

  override save(): WorkQueueState {
    return { ...super.save(), failing: [...this.#failing], limiter: this.#limiter.save?.() ?? {} };
  }

  override restore(state: WorkQueueState): void {
    super.restore(state);
    for (const key of state.failing) this.#failing.add(key);
    this.#limiter.restore?.(state.limiter);
  }

  snapshot(limit: number): WorkQueueSnapshot {
    const { counts, ...sets } = this.look(limit);
    const { tokens } = this.#limiter;
    return {
      ...sets,
      failures: first(this.#failing, limit).map((key) => ({ key, count: this.#limiter.numRequeues(key) })),
      counts: { ...counts, failures: this.#failing.size },
      ...(tokens !== undefined && { tokens }),
    };
  }

  protected override attemptsOf(key: string): number {
    return this.#limiter.numRequeues(key);
  }
}
