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
  #fanOuts: FanOut[] = [];
  /** Place of the oldest, once all are taken. */
  #oldest = 0;

  add(fanOut: FanOut): void {
    if (this.#fanOuts.length < rememberedEvents) {
      this.#fanOuts.push(fanOut);
    } else {
      this.#fanOuts[this.#oldest] = fanOut;
      this.#oldest = (this.#oldest + 1) % rememberedEvents;
    }
  }

  /** Undefined when it is not remembered. */
  get(revision: number): FanOut | undefined {
    return this.#fanOuts.find((fanOut) => fanOut.revision === revision);
  }

  clear(): void {
    this.#fanOuts = [];
    this.#oldest = 0;
  }
}
