import type { CacheEvent } from './cacheEvent.ts';

const minCapacity = 100;
const maxCapacity = 102_400;
/** How much history a watcher may be behind: the bookmark period and 15 s. */
export const historyWindowMs = 75_000;

/**
 * The recent events of one resource, from which watches are resumed. Its capacity follows the traffic,
 * so that it holds the window (A-10 … A-15; client-go `watch_cache_history.go`).
 */
export class EventRing {
  #slots: (CacheEvent | undefined)[];
  /** Count of events ever dropped and ever added; their remainders by capacity are slots. */
  #start = 0;
  #end = 0;
  #overwritten = false;
  readonly #listVersion: number;

  /** @param listVersion the version of the list that the cache began with */
  constructor(listVersion: number, capacity = minCapacity) {
    this.#listVersion = listVersion;
    this.#slots = Array.from({ length: capacity });
  }

  get capacity(): number {
    return this.#slots.length;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  push(event: CacheEvent): void {
    this.#adapt(event.time);
    if (this.length === this.capacity) {
      this.#start++;
      this.#overwritten = true;
    }
    this.#slots[this.#end++ % this.capacity] = event;
  }

  /** The oldest version from which nothing is missing is one less than this. */
  get oldest(): number {
    return this.#overwritten && this.length > 0 ? this.#at(this.#start).revision : this.#listVersion + 1;
  }

  /** What happened after `version`, oldest first; undefined when some of it is no longer kept. */
  since(version: number): CacheEvent[] | undefined {
    if (version < this.oldest - 1) return undefined;
    let low = this.#start;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle).revision <= version) low = middle + 1;
      else high = middle;
    }
    return Array.from({ length: this.#end - low }, (_, index) => this.#at(low + index));
  }

  #at(position: number): CacheEvent {
    return this.#slots[position % this.capacity]!;
  }

  /** Grows when a full ring does not span the window, shrinks when a quarter of it would. */
  #adapt(now: number): void {
    if (this.length < this.capacity) return;
    const isYoung = (event: CacheEvent): boolean => now - event.time < historyWindowMs;
    if (isYoung(this.#at(this.#start)) && this.capacity < maxCapacity) this.#resize(Math.min(this.capacity * 2, maxCapacity));
    else if (this.capacity > minCapacity && !isYoung(this.#at(this.#end - Math.floor(this.capacity / 4)))) {
      this.#resize(Math.max(Math.floor(this.capacity / 2), minCapacity));
    }
  }

  #resize(capacity: number): void {
    const start = Math.max(this.#start, this.#end - capacity);
    if (start > this.#start) this.#overwritten = true;
    const slots: (CacheEvent | undefined)[] = Array.from({ length: capacity });
    for (let position = start; position < this.#end; position++) slots[position % capacity] = this.#at(position);
    this.#start = start;
    this.#slots = slots;
  }
}
