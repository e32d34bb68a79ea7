import type { Clock } from '../../base/clock.ts';

const maxMs = 100;
const refillMsPerSecond = 50;

/** How long a cache may wait for slow watchers, all of them together: at most 100 ms, refilled by 50 ms a second. */
export class TimeBudget {
  readonly #clock: Clock;
  #available = maxMs;
  #asOf: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#asOf = clock.now();
  }

  /** Takes all there is, in milliseconds. */
  take(): number {
    const now = this.#clock.now();
    const taken = Math.min(maxMs, this.#available + ((now - this.#asOf) / 1000) * refillMsPerSecond);
    this.#available = 0;
    this.#asOf = now;
    return taken;
  }

  /** For a wait that turned out not to be needed. */
  giveBack(ms: number): void {
    this.#available = Math.min(maxMs, this.#available + ms);
  }
}
