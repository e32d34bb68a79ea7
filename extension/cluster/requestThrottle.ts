import { type Clock, sleep } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { TokenBucket } from '../base/tokenBucket.ts';

/** client-go's `rest.Config{QPS, Burst}`. */
export interface RateLimit {
  /** Requests a second, in the long run. */
  readonly qps: number;
  /** As many may go at once when it has been quiet. */
  readonly burst: number;
}

/** From `rest/request.go`: a wait that is worth a line, and one that a person should hear of. */
const longMs = 50;
const extraLongMs = 1000;

/** So long a person is not told again. */
const quietMs = 10_000;

/**
 * The client's own limit on how often it asks, as client-go's `tryThrottle`: whoever comes when the bucket is empty
 * waits for the next token. It protects the server from this client; that is something else than the server's 429.
 */
export class RequestThrottle {
  readonly #limit: RateLimit;
  readonly #bucket: TokenBucket;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #quietUntil = -Infinity;

  constructor(limit: RateLimit, clock: Clock, logger: Logger) {
    this.#limit = limit;
    this.#bucket = new TokenBucket(clock, limit.qps, limit.burst);
    this.#clock = clock;
    this.#logger = logger;
  }

  /**
   * Resolves when the request may be sent.
   * @param request names it in the log
   * @param onWait told how long it takes, in whole milliseconds, when it is not let through at once
   * @throws the signal's reason when it aborts; the turn is given to whoever comes next
   */
  async wait(request: string, signal: AbortSignal, onWait?: (ms: number) => void): Promise<void> {
    signal.throwIfAborted();
    const turn = this.#bucket.reserve();
    if (turn.ms === 0) return;
    onWait?.(Math.ceil(turn.ms));
    const began = this.#clock.now();
    if (!(await sleep(this.#clock, turn.ms, signal))) {
      turn.cancel();
      signal.throwIfAborted();
    }
    this.#log(this.#clock.now() - began, request);
  }

  #log(ms: number, request: string): void {
    if (ms <= longMs) return;
    const { qps, burst } = this.#limit;
    const message = `The rate limit of this client (${qps} a second, burst ${burst}) held back ${request} for ${(ms / 1000).toFixed(2)} s.`;
    if (ms <= extraLongMs) return this.#logger.trace('transport', message);
    const now = this.#clock.now();
    if (now < this.#quietUntil) return this.#logger.info('transport', message);
    this.#quietUntil = now + quietMs;
    this.#logger.warn('transport', `${message} Raise the limit where that is too long.`);
  }
}
