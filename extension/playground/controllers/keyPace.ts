import type { Clock } from '../../base/clock.ts';

/** So often one key is reconciled in {@link windowMs} without a wait: as when a thousand pods of one owner go at once. */
const burst = 500;
const windowMs = 10_000;

/** From then on it is reconciled once in so many milliseconds, until it has been quiet for {@link quietMs}. */
const paceMs = 20;
const quietMs = 1_000;

interface KeyCount {
  count: number;
  notBefore: number;
}

/**
 * Two controllers of which one undoes what the other does, because one of them sees an older world, go on until both see the same. In a real cluster the
 * limits of their clients slow them down (`kube-api-qps`); here, where a write takes no time, a key that comes too often waits.
 */
export class KeyPace {
  readonly #clock: Clock;
  readonly #counts = new Map<string, KeyCount>();
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long the key has to wait, in milliseconds; 0: it may go now, and is counted. */
  waitOf(key: string): number {
    const now = this.#clock.now();
    if (now >= this.#until) this.#forget(now);
    let known = this.#counts.get(key);
    if (!known) this.#counts.set(key, (known = { count: 0, notBefore: 0 }));
    if (known.notBefore > now) return known.notBefore - now;
    if (++known.count > burst) known.notBefore = now + paceMs;
    return 0;
  }

  /** All but those that are too often here. */
  #forget(now: number): void {
    for (const [key, { notBefore }] of this.#counts) if (notBefore <= now - quietMs) this.#counts.delete(key);
    this.#until = now + windowMs;
  }
}
