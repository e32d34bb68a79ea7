import { type ClientGo, profiles } from '../../extension/informer/profile.ts';

/** Clocks of two readers differ by so much: near the moment of a reset the shorter delay is what is asked for. */
const toleranceMs = 500;

/**
 * The least that the contract lets a Reflector wait before each of its delays (R-02…R-05), by when they were asked for: told again here, apart from
 * what the engine does.
 */
export class BackoffModel {
  readonly #profile: (typeof profiles)[ClientGo]['backoff'];
  #steps = 0;
  #since: number;

  /** @param now when the Reflector was made */
  constructor(clientGo: ClientGo, now: number) {
    this.#profile = profiles[clientGo].backoff;
    this.#since = now;
  }

  /** Milliseconds. */
  leastAt(now: number): number {
    const { initialMs, factor, capMs, resetMs, reset } = this.#profile;
    const startsOver = now - this.#since > resetMs - toleranceMs;
    if (startsOver) this.#steps = 0;
    if (startsOver || reset === 'idle') this.#since = now;
    return Math.min(initialMs * factor ** this.#steps++, capMs);
  }
}
