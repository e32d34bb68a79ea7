import type { Clock } from '../base/clock.ts';

/** What is refused within this time after its run was of no use, and another run is likely to bring the same. */
const freshMs = 10_000;

/** The wait before the third run in a row that is of no use; it doubles with each, up to the last. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/**
 * How often a plugin is run when that does not help: each run may open a browser, or ask somebody. However many informers ask, each by its
 * own backoff, all together have it run at once, once more, and from then on more and more seldom. (client-go runs it after each 401.)
 */
export class PluginPace {
  readonly #clock: Clock;
  #useless = 0;
  #endedAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It may be run now. */
  get isDue(): boolean {
    return this.#clock.now() >= this.#endedAt + this.#waitMs;
  }

  /** A run has ended, with a credential or without. */
  ended(): void {
    this.#endedAt = this.#clock.now();
  }

  /** What the last run brought was nothing, or is not good now: to be told once of each. */
  disappointed(): void {
    this.#useless = this.#clock.now() - this.#endedAt < freshMs ? this.#useless + 1 : 0;
  }

  get #waitMs(): number {
    return this.#useless < 2 ? 0 : Math.min(firstWaitMs * 2 ** (this.#useless - 2), longestWaitMs);
  }
}
