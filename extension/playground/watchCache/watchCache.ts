import { type Clock, sleep } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Random } from '../../base/random.ts';
import { expired, tooLargeResourceVersion } from '../statusErrors.ts';
import { SortedMap } from '../storage/sortedMap.ts';
import type { Storage, StorageEvent } from '../storage/storage.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import { CacheEvent, frameFor, type ObjectFilter, type WatchFrame } from './cacheEvent.ts';
import { CacheWatcher } from './cacheWatcher.ts';
import { EventRing, historyWindowMs } from './eventRing.ts';
import { TimeBudget } from './timeBudget.ts';

const freshnessTimeoutMs = 3_000;
const bookmarkTickMs = 1_000;

/** Where a watch begins. */
export type WatchStart =
  | { readonly at: 'now' }
  /** Everything that is there, once the cache has reached `notOlderThan`, and then perhaps a bookmark that says so. */
  | { readonly at: 'snapshot'; readonly notOlderThan: number; readonly endBookmark: boolean }
  | { readonly at: 'version'; readonly version: number };

export interface WatchRequest {
  readonly filter: ObjectFilter;
  readonly start: WatchStart;
  readonly allowBookmarks: boolean;
  readonly timeoutMs: number;
}

export interface WatchCacheOptions {
  readonly storage: Storage;
  /** `/registry/pods/` */
  readonly prefix: string;
  /** Most frames that may wait for one reader. */
  readonly maxChannel: number;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The objects of one resource, their recent changes, and everybody who watches them (contract 12). Lists
 * and watches are served from here, so that one stream out of the storage feeds them all.
 */
export class WatchCache implements Disposable {
  readonly #options: WatchCacheOptions;
  readonly #clock: Clock;
  readonly #objects = new SortedMap<StoredObject>();
  readonly #ring: EventRing;
  readonly #watchers = new Set<CacheWatcher>();
  readonly #waiters = new Set<() => void>();
  readonly #budget: TimeBudget;
  readonly #owned = new DisposableStore();
  #version: number;
  #bookmarkTimer: Disposable | undefined;
  #graceTimer: Disposable | undefined;

  constructor(options: WatchCacheOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#budget = new TimeBudget(options.clock);
    this.#version = options.storage.revision;
    this.#ring = new EventRing(this.#version);
    for (const stored of options.storage.range(options.prefix).items) this.#objects.set(stored.key, stored);
    this.#owned.add(options.storage.onCommit((event) => this.#onCommit(event)));
  }

  /** The version that this cache is at; moved by changes of other resources too, as by etcd's progress notifications. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#objects.size;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** The object at that place in the order of the keys. */
  at(index: number): StoredObject | undefined {
    return this.#objects.at(index);
  }

  list(filter: ObjectFilter): StoredObject[] {
    return [...this.#objects.range(filter.prefix)].filter((stored) => filter.matches(stored));
  }

  /**
   * Resolves when the cache has reached `version`, at the latest after three seconds.
   * @throws ApiError Timeout, too large resource version
   */
  async waitUntilFresh(version: number, signal: AbortSignal): Promise<void> {
    if (this.#version >= version) return;
    const stopped = new AbortController();
    const waiter = (): void => {
      if (this.#version >= version) stopped.abort();
    };
    this.#waiters.add(waiter);
    await sleep(this.#clock, freshnessTimeoutMs, AbortSignal.any([signal, stopped.signal]));
    this.#waiters.delete(waiter);
    if (this.#version < version) throw tooLargeResourceVersion(version, this.#version);
  }

  /**
   * @throws ApiError Expired when the ring no longer holds the asked version, Timeout as
   * {@link waitUntilFresh}; the API sends both inside the stream
   */
  async watch({ filter, start, allowBookmarks, timeoutMs }: WatchRequest, signal: AbortSignal): Promise<CacheWatcher> {
    if (start.at === 'snapshot') await this.waitUntilFresh(start.notOlderThan, signal);
    // From here on without waiting: nothing may happen between the backlog and the first live event.
    const now = this.#clock.now();
    const watcher: CacheWatcher = new CacheWatcher({
      filter,
      initial: this.#backlog(filter, start),
      version: start.at === 'version' ? Math.max(start.version, this.#version) : this.#version,
      capacity: this.#channelSize(),
      allowBookmarks,
      deadline: now + timeoutMs,
      now,
      onClose: () => {
        this.#watchers.delete(watcher);
        deadline.dispose();
      },
    });
    const deadline = this.#clock.setTimer(timeoutMs, () => watcher.dispose());
    this.#watchers.add(watcher);
    if (allowBookmarks) this.#bookmarkTimer ??= this.#armBookmarks();
    return watcher;
  }

  dispose(): void {
    this.#owned.dispose();
    this.#bookmarkTimer?.dispose();
    this.#graceTimer?.dispose();
    for (const watcher of this.#watchers) watcher.dispose();
  }

  /** One section without waiting: ring, version, objects, waiters, then the watchers. */
  #onCommit(event: StorageEvent): void {
    this.#version = event.revision;
    if (event.key.startsWith(this.#options.prefix)) this.#take(new CacheEvent(event, this.#clock.now()));
    for (const waiter of this.#waiters) waiter();
  }

  #take(event: CacheEvent): void {
    this.#ring.push(event);
    if (event.current) this.#objects.set(event.key, event.current);
    else this.#objects.delete(event.key);
    let blocked = false;
    for (const watcher of this.#watchers) {
      watcher.offer(event);
      blocked ||= watcher.isBlocked;
    }
    if (blocked) this.#graceTimer ??= this.#armGrace();
  }

  /**
   * Slow watchers share a budget of time; whoever is still blocked when it is used up is closed, and finds
   * what it missed by watching again.
   */
  #armGrace(): Disposable {
    const budget = this.#budget.take();
    return this.#clock.setTimer(budget, () => {
      this.#graceTimer = undefined;
      const blocked = [...this.#watchers].filter((watcher) => watcher.isBlocked);
      if (blocked.length === 0) this.#budget.giveBack(budget);
      for (const watcher of blocked) watcher.dispose();
    });
  }

  #backlog(filter: ObjectFilter, start: WatchStart): Iterator<WatchFrame> {
    if (start.at === 'now') return [].values();
    if (start.at === 'snapshot') return snapshotFrames(this.list(filter), start.endBookmark ? this.#version : undefined);
    const events = this.#ring.since(start.version);
    if (!events) throw expired(`too old resource version: ${start.version} (${this.#ring.oldest - 1})`);
    return backlogFrames(events, filter);
  }

  /** About one second of history. */
  #channelSize(): number {
    const aSecond = Math.ceil((this.#ring.capacity * 1000) / historyWindowMs);
    return Math.min(Math.max(aSecond, 10), this.#options.maxChannel);
  }

  /** Looks every 1 to 1.25 s who is due, while there is anybody to look for. */
  #armBookmarks(): Disposable {
    return this.#clock.setTimer(bookmarkTickMs * (1 + 0.25 * this.#options.random()), () => {
      const now = this.#clock.now();
      const watchers = [...this.#watchers].filter((watcher) => watcher.wantsBookmarks);
      for (const watcher of watchers) watcher.offerBookmark(this.#version, now);
      this.#bookmarkTimer = watchers.length > 0 ? this.#armBookmarks() : undefined;
    });
  }
}

/** In key order, each object with its own version; the end bookmark carries that of the snapshot. */
function* snapshotFrames(objects: readonly StoredObject[], endVersion: number | undefined): Generator<WatchFrame> {
  for (const stored of objects) yield { type: 'ADDED', stored };
  if (endVersion !== undefined) yield { type: 'BOOKMARK', version: endVersion, initialEventsEnd: true };
}

function* backlogFrames(events: readonly CacheEvent[], filter: ObjectFilter): Generator<WatchFrame> {
  for (const event of events) {
    const frame = frameFor(event, filter);
    if (frame) yield frame;
  }
}
