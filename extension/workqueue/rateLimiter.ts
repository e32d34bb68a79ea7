import type { Clock } from '../base/clock.ts';
import { TokenBucket } from '../base/tokenBucket.ts';
import type { LimiterState } from './workQueueState.ts';

/** Says how long a key has to wait before it is tried again (client-go `TypedRateLimiter`). Times in milliseconds. */
export interface RateLimiter {
  when(key: string): number;
  /** Failures so far; 0 for limiters that do not tell keys apart. */
  numRequeues(key: string): number;
  forget(key: string): void;
  /** What is left in its bucket, for people to look at; undefined for a limiter without one. */
  readonly tokens?: number | undefined;
  /** What it remembers, and going on from that; a limiter that has neither begins anew when a queue is rebuilt. */
  save?(): LimiterState;
  restore?(state: LimiterState): void;
}

/** base · 2^failures, at most `maxMs` (W-30). */
export class ItemExponentialFailureRateLimiter implements RateLimiter {
  readonly #failures = new Map<string, number>();
  readonly #baseMs: number;
  readonly #maxMs: number;

  constructor(baseMs: number, maxMs: number) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
  }

  when(key: string): number {
    const failures = this.numRequeues(key);
    this.#failures.set(key, failures + 1);
    return Math.min(this.#baseMs * 2 ** failures, this.#maxMs);
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  save(): LimiterState {
    return { failures: [...this.#failures] };
  }

  restore({ failures = [] }: LimiterState): void {
    for (const [key, count] of failures) this.#failures.set(key, count);
  }
}

/** Fast for the first `maxFastAttempts` failures, slow from then on (W-31). */
export class ItemFastSlowRateLimiter implements RateLimiter {
  readonly #failures = new Map<string, number>();
  readonly #fastMs: number;
  readonly #slowMs: number;
  readonly #maxFastAttempts: number;

  constructor(fastMs: number, slowMs: number, maxFastAttempts: number) {
    this.#fastMs = fastMs;
    this.#slowMs = slowMs;
    this.#maxFastAttempts = maxFastAttempts;
  }

  when(key: string): number {
    const failures = this.numRequeues(key) + 1;
    this.#failures.set(key, failures);
    return failures <= this.#maxFastAttempts ? this.#fastMs : this.#slowMs;
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  save(): LimiterState {
    return { failures: [...this.#failures] };
  }

  restore({ failures = [] }: LimiterState): void {
    for (const [key, count] of failures) this.#failures.set(key, count);
  }
}

/** A token bucket for all keys together: each call reserves a token and says when it is due (W-32). */
export class BucketRateLimiter implements RateLimiter {
  readonly #bucket: TokenBucket;

  constructor(clock: Clock, qps: number, burst: number) {
    this.#bucket = new TokenBucket(clock, qps, burst);
  }

  get tokens(): number {
    return this.#bucket.tokens;
  }

  when(): number {
    return this.#bucket.reserve().ms;
  }

  numRequeues(): number {
    return 0;
  }

  forget(): void {
    // Tokens belong to no key.
  }

  save(): LimiterState {
    return { bucket: this.#bucket.save() };
  }

  restore({ bucket }: LimiterState): void {
    if (bucket) this.#bucket.restore(bucket);
  }
}

/** The longest wait of several limiters. Each of them is asked, so tokens go even when another dominates (W-33). */
export class MaxOfRateLimiter implements RateLimiter {
  readonly #limiters: readonly RateLimiter[];

  constructor(limiters: readonly RateLimiter[]) {
    this.#limiters = limiters;
  }

  /** Of several buckets the emptiest: it is the one that makes wait. */
  get tokens(): number | undefined {
    const all = this.#limiters.flatMap(({ tokens }) => tokens ?? []);
    return all.length > 0 ? Math.min(...all) : undefined;
  }

  when(key: string): number {
    let longest = 0;
    for (const limiter of this.#limiters) longest = Math.max(longest, limiter.when(key));
    return longest;
  }

  numRequeues(key: string): number {
    let largest = 0;
    for (const limiter of this.#limiters) largest = Math.max(largest, limiter.numRequeues(key));
    return largest;
  }

  forget(key: string): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  save(): LimiterState {
    return { limiters: this.#limiters.map((limiter) => limiter.save?.() ?? {}) };
  }

  restore({ limiters = [] }: LimiterState): void {
    for (const [index, limiter] of this.#limiters.entries()) limiter.restore?.(limiters[index] ?? {});
  }
}

/** At most `maxMs`, whatever the inner limiter says (W-34). */
export class WithMaxWaitRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #maxMs: number;

  constructor(limiter: RateLimiter, maxMs: number) {
    this.#limiter = limiter;
    this.#maxMs = maxMs;
  }

  get tokens(): number | undefined {
    return this.#limiter.tokens;
  }

  when(key: string): number {
    return Math.min(this.#limiter.when(key), this.#maxMs);
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  save(): LimiterState {
    return this.#limiter.save?.() ?? {};
  }

  restore(state: LimiterState): void {
    this.#limiter.restore?.(state);
  }
}

/** `DefaultTypedControllerRateLimiter`: 5 ms · 2ⁿ up to 1000 s for each key, and 10 a second, burst 100, for all (W-35). */
export function defaultControllerRateLimiter(clock: Clock): RateLimiter {
  return new MaxOfRateLimiter([new ItemExponentialFailureRateLimiter(5, 1_000_000), new BucketRateLimiter(clock, 10, 100)]);
}

/** `DefaultTypedItemBasedRateLimiter`: 1 ms · 2ⁿ up to 1000 s (W-37). */
export function defaultItemBasedRateLimiter(): RateLimiter {
  return new ItemExponentialFailureRateLimiter(1, 1_000_000);
}

/** The article's figure: 1 s · 2ⁿ up to 5 min (contract 16, row 21). */
export function articleRateLimiter(): RateLimiter {
  return new ItemExponentialFailureRateLimiter(1000, 300_000);
}
