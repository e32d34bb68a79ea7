import type { Clock } from '../base/clock.ts';

/** Errors further apart than this belong to different troubles: a new window begins. */
const minRetryIntervalMs = 60_000;

/** For how long internal errors of a stream may be retried at once. Zero: never. */
export class RetryWithDeadline {
  readonly #maxMs: number;
  readonly #clock: Clock;
  #firstError: number | undefined;
  #lastError: number | undefined;

  constructor(maxMs: number, clock: Clock) {
    this.#maxMs = maxMs;
    this.#clock = clock;
  }

  /** A retryable error happened now. */
  after(): void {
    const now = this.#clock.now();
    if (this.#lastError === undefined || now - this.#lastError >= minRetryIntervalMs) this.#firstError = now;
    this.#lastError = now;
  }

  /** Answers "no" once the window is exceeded, and with that the next error begins a new one. */
  shouldRetry(): boolean {
    if (this.#maxMs <= 0 || this.#firstError === undefined) return false;
    if (this.#clock.now() - this.#firstError <= this.#maxMs) return true;
    this.#firstError = undefined;
    this.#lastError = undefined;
    return false;
  }
}
