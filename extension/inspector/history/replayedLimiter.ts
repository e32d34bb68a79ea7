import type { RateLimiter } from '../../workqueue/rateLimiter.ts';
import type { LimiterState } from '../../workqueue/workQueueState.ts';

/** A rate limiter that counts as it did, and makes wait as long as it did: a bucket that is asked a moment later would say something else. */
export class ReplayedLimiter implements RateLimiter {
  readonly #inner: RateLimiter;
  /** What the entry says that is being made again. */
  after: number | undefined;

  constructor(inner: RateLimiter) {
    this.#inner = inner;
  }

  get tokens(): number | undefined {
    return this.#inner.tokens;
  }

  when(key: string): number {
    const ms = this.#inner.when(key);
    return this.after ?? ms;
  }

  numRequeues(key: string): number {
    return this.#inner.numRequeues(key);
  }

  forget(key: string): void {
    this.#inner.forget(key);
  }

  save(): LimiterState {
    return this.#inner.save?.() ?? {};
  }

  restore(state: LimiterState): void {
    this.#inner.restore?.(state);
  }
}
