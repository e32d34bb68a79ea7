import type { CacheWatcher, Offered } from './cacheWatcher.ts';

/** Events whose fan-out is remembered. */
const rememberedEvents = 1_000;

/** One watcher that was asked about an event, and what came of it. */
export interface Offer {
  readonly watcher: CacheWatcher;
  readonly offered: Offered;
}

/** Who was asked about one event. A thousand are remembered of each resource, each of as many watchers as it has: so two lists, and no object for each offer. */
export class FanOut {
  readonly revision: number;
  /** How many watchers there were. */
  readonly watchers: number;
  readonly #asked: readonly CacheWatcher[];
  readonly #offered: readonly Offered[];

  /** @param offered what came of it, one for each who was asked */
  constructor(revision: number, watchers: number, asked: readonly CacheWatcher[], offered: readonly Offered[]) {
    this.revision = revision;
    this.watchers = watchers;
    this.#asked = asked;
    this.#offered = offered;
  }

  get offers(): readonly Offer[] {
    return this.#asked.map((watcher, index) => ({ watcher, offered: this.#offered[index]! }));
  }
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
