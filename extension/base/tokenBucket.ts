import type { Clock } from './clock.ts';

/** A token that is promised, and when it may be used. */
export interface Reservation {
  /** Milliseconds until it is due; 0: now. */
  readonly ms: number;
  /** It is not going to be used. What others have reserved since stays as it was promised to them. */
  cancel(): void;
}

/**
 * Go's `rate.Limiter`, of which client-go makes its limits for requests and for retries: holds up to `burst`
 * tokens, full at first, refilled at `qps` a second. Whoever comes when it is empty is promised the next token.
 */
export class TokenBucket {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #msPerToken: number;
  readonly #burst: number;
  /** May fall below zero: tokens that are promised already. */
  #tokens: number;
  #countedAt: number;
  /** When the token that was promised last is due. */
  #lastDue: number;

  constructor(clock: Pick<Clock, 'now'>, qps: number, burst: number) {
    this.#clock = clock;
    this.#msPerToken = 1000 / qps;
    this.#burst = burst;
    this.#tokens = burst;
    this.#countedAt = clock.now();
    this.#lastDue = this.#countedAt;
  }

  /** What is left in it. */
  get tokens(): number {
    return this.#tokensAt(this.#clock.now());
  }

  save(): { readonly tokens: number; readonly countedAt: number; readonly lastDue: number } {
    return { tokens: this.#tokens, countedAt: this.#countedAt, lastDue: this.#lastDue };
  }

  restore({ tokens, countedAt, lastDue }: ReturnType<TokenBucket['save']>): void {
    this.#tokens = tokens;
    this.#countedAt = countedAt;
    this.#lastDue = lastDue;
  }

  reserve(): Reservation {
    const now = this.#clock.now();
    this.#tokens = this.#tokensAt(now) - 1;
    this.#countedAt = now;
    const ms = this.#tokens >= 0 ? 0 : -this.#tokens * this.#msPerToken;
    const due = now + ms;
    this.#lastDue = due;
    return { ms, cancel: () => this.#giveBack(due) };
  }

  /** As `rate.Limiter.AllowN`: takes so many tokens if they are there now, and else none. */
  take(count: number): boolean {
    const now = this.#clock.now();
    const tokens = this.#tokensAt(now);
    if (tokens < count) return false;
    this.#tokens = tokens - count;
    this.#countedAt = now;
    return true;
  }

  /** As `rate.Reservation.CancelAt`: nothing comes back of a token that was due, or that others queue behind. */
  #giveBack(due: number): void {
    const now = this.#clock.now();
    if (due <= now) return;
    const restored = 1 - (this.#lastDue - due) / this.#msPerToken;
    if (restored <= 0) return;
    this.#tokens = Math.min(this.#burst, this.#tokensAt(now) + restored);
    this.#countedAt = now;
    if (due === this.#lastDue) this.#lastDue = Math.max(now, due - this.#msPerToken);
  }

  #tokensAt(now: number): number {
    return Math.min(this.#burst, this.#tokens + (now - this.#countedAt) / this.#msPerToken);
  }
}
