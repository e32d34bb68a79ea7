import type { CacheWatcher, Offered } from './cacheWatcher.ts';

/** Events whose fan-out is remembered. */
const rememberedEvents = 1_000;

/** One watcher that was asked about an event, and what came of it. */
export interface Offer {
  readonly watcher: CacheWatcher;
  readonly offered: Offered;
}

/** Who was asked about one event. */
export interface FanOut {
  readonly revision: number;
  readonly offers: readonly Offer[];
  /** How many watchers there were. */
  readonly watchers: number;
}

/** Who was asked about the latest events of a resource, by their revisions. */
export class FanOutLog {
  readonly #fanOuts = new Map<number, FanOut>();

  add(fanOut: FanOut): void {
    this.#fanOuts.set(fanOut.revision, fanOut);
    if (this.#fanOuts.size <= rememberedEvents) return;
    for (const oldest of this.#fanOuts.keys()) {
      this.#fanOuts.delete(oldest);
      return;
    }
  }

  /** Undefined when it is not remembered. */
  get(revision: number): FanOut | undefined {
    return this.#fanOuts.get(revision);
  }

  clear(): void {
    this.#fanOuts.clear();
  }
}
