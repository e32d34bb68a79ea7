import type { CacheEvent } from './cacheEvent.ts';
import type { WatchCacheProfile } from './watchCacheProfile.ts';

/** Changes of the capacity that are remembered. */
const rememberedChanges = 32;

/** The ring got more or fewer places. */
export interface CapacityChange {
  readonly from: number;
  readonly to: number;
  /** Of the event for which it was done. */
  readonly revision: number;
  /** The clock's. */
  readonly time: number;
}

/**
 * The recent events of one resource, from which watches are resumed. Its capacity follows the traffic,
 * so that it holds the window (A-10 … A-15; `watch_cache_history.go`).
 */
export class EventRing {
  readonly #profile: WatchCacheProfile;
  readonly #listVersion: number;
  readonly #changes: CapacityChange[] = [];
  #slots: (CacheEvent | undefined)[];
  /** Count of events ever dropped and ever added; their remainders by capacity are slots. */
  #start = 0;
  #end = 0;
  #overwritten = false;

  /** @param listVersion the version of the list that the cache began with */
  constructor(listVersion: number, profile: WatchCacheProfile) {
    this.#listVersion = listVersion;
    this.#profile = profile;
    this.#slots = Array.from({ length: profile.minCapacity });
  }

  get capacity(): number {
    return this.#slots.length;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Position of the oldest event: how many were dropped before it. */
  get start(): number {
    return this.#start;
  }

  /** Position of the event that comes next. */
  get end(): number {
    return this.#end;
  }

  /** The latest of them, oldest first. */
  get changes(): readonly CapacityChange[] {
    return this.#changes;
  }

  /** The oldest version from which nothing is missing is one less than this. */
  get oldest(): number {
    return this.#overwritten && this.length > 0 ? this.at(this.#start).revision : this.#listVersion + 1;
  }

  /** @returns the slot that it has got */
  push(event: CacheEvent): number {
    this.#adapt(event);
    if (this.length === this.capacity) {
      this.#start++;
      this.#overwritten = true;
    }
    const slot = this.#end++ % this.capacity;
    this.#slots[slot] = event;
    return slot;
  }

  /** The slot in which a position is, as long as the capacity does not change. */
  slotOf(position: number): number {
    return position % this.capacity;
  }

  /** @param position from {@link start} to before {@link end} */
  at(position: number): CacheEvent {
    return this.#slots[position % this.capacity]!;
  }

  /** The position of the first event after `version`; undefined when something after it is no longer kept. */
  positionAfter(version: number): number | undefined {
    if (version < this.oldest - 1) return undefined;
    let low = this.#start;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle).revision <= version) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Up to `count` events from `position` on; undefined when the first of them has been overwritten. */
  read(position: number, count: number): CacheEvent[] | undefined {
    if (position < this.#start) return undefined;
    const length = Math.max(0, Math.min(count, this.#end - position));
    return Array.from({ length }, (_, index) => this.at(position + index));
  }

  /** What happened after `version`, oldest first; undefined when some of it is no longer kept. */
  since(version: number): CacheEvent[] | undefined {
    const position = this.positionAfter(version);
    return position === undefined ? undefined : this.read(position, Infinity);
  }

  /** Grows when a full ring does not span the window, shrinks when a quarter of it would. */
  #adapt(event: CacheEvent): void {
    const { minCapacity, maxCapacity, windowMs } = this.#profile;
    if (this.length < this.capacity || minCapacity === maxCapacity) return;
    const isYoung = ({ time }: CacheEvent): boolean => event.time - time < windowMs;
    if (isYoung(this.at(this.#start)) && this.capacity < maxCapacity) this.#resize(Math.min(this.capacity * 2, maxCapacity), event);
    else if (this.capacity > minCapacity && !isYoung(this.at(this.#end - Math.floor(this.capacity / 4)))) {
      this.#resize(Math.max(Math.floor(this.capacity / 2), minCapacity), event);
    }
  }

  #resize(capacity: number, { revision, time }: CacheEvent): void {
    this.#changes.push({ from: this.capacity, to: capacity, revision, time });
    if (this.#changes.length > rememberedChanges) this.#changes.shift();
    const start = Math.max(this.#start, this.#end - capacity);
    if (start > this.#start) this.#overwritten = true;
    const slots: (CacheEvent | undefined)[] = Array.from({ length: capacity });
    for (let position = start; position < this.#end; position++) slots[position % capacity] = this.at(position);
    this.#start = start;
    this.#slots = slots;
  }
}
