import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import { expired } from '../statusErrors.ts';
import { DelayLine } from '../storage/delayLine.ts';
import { SortedMap } from '../storage/sortedMap.ts';
import type { Storage, StorageEvent } from '../storage/storage.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import { type Backlog, emptyBacklog, ringBacklog, snapshotBacklog } from './backlog.ts';
import { CacheEvent, type ObjectFilter, passes, type Trigger } from './cacheEvent.ts';
import type { CacheWatcher } from './cacheWatcher.ts';
import { channelSize } from './channelSize.ts';
import { EventRing } from './eventRing.ts';
import { FanOut, FanOutLog } from './fanOutLog.ts';
import { Freshness } from './freshness.ts';
import { listAt } from './listAt.ts';
import { openWatcher } from './openWatcher.ts';
import { Readiness } from './readiness.ts';
import { SlowWatchers } from './slowWatchers.ts';
import { TriggerGroups } from './triggerGroups.ts';
import { currentProfile, type WatchCacheProfile } from './watchCacheProfile.ts';
import { WatcherIndex } from './watcherIndex.ts';
import type { WatchRequest, WatchStart } from './watchRequest.ts';

const bookmarkTickMs = 1_000;
const reinitialiseAfterMs = 1_000;

/** Sees what the cache does with each event. */
export interface CacheObserver {
  /** It is in the ring and in the store; nobody was asked yet. */
  cached(event: CacheEvent, slot: number, capacity: number): void;
  dispatched(event: CacheEvent, fanOut: FanOut): void;
}

export interface WatchCacheOptions {
  readonly storage: Storage;
  /** `/registry/pods/` */
  readonly prefix: string;
  readonly trigger?: Trigger | undefined;
  readonly profile?: WatchCacheProfile;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer?: CacheObserver | undefined;
}

/**
 * The objects of one resource, their recent changes, and everybody who watches them (contract 12). Lists
 * and watches are served from here, so that one stream out of the storage feeds them all.
 */
export class WatchCache implements Disposable {
  readonly profile: WatchCacheProfile;
  readonly prefix: string;
  readonly #options: WatchCacheOptions;
  readonly #clock: Clock;
  readonly #objects = new SortedMap<StoredObject>();
  /** Once somebody has listed by it. */
  #groups: TriggerGroups | undefined;
  readonly #watchers: WatcherIndex;
  readonly #fanOuts = new FanOutLog();
  readonly #freshness: Freshness;
  readonly #readiness: Readiness;
  readonly #slow: SlowWatchers;
  /** The way from the storage to here. */
  readonly #events: DelayLine<StorageEvent>;
  readonly #owned = new DisposableStore();
  readonly #onBegin = this.#owned.add(new Emitter<void>());
  #ring: EventRing;
  #watches = 0;
  #timeline = 0;
  /** The storage went back, and this has not begun anew since. */
  #isRewound = false;
  #bookmarkTimer: Disposable | undefined;
  #restartTimer: Disposable | undefined;

  constructor(options: WatchCacheOptions) {
    const { storage, clock, prefix, profile = currentProfile(), trigger } = options;
    this.#options = options;
    this.#clock = clock;
    this.prefix = prefix;
    this.profile = profile;
    this.#watchers = new WatcherIndex({ prefix, trigger, enabled: profile.indexesWatchers });
    this.#slow = this.#owned.add(new SlowWatchers(clock, this.#watchers));
    this.#freshness = new Freshness(clock, storage.revision);
    this.#readiness = new Readiness(clock);
    this.#events = this.#owned.add(new DelayLine(clock, (event) => this.#onEvent(event)));
    this.#ring = this.#fill();
    this.#owned.add(storage.onCommit((event) => this.#events.push(event)));
    this.#owned.add(storage.onRewind(() => void (this.#isRewound = true)));
    this.#owned.add(toDisposable(() => this.#bookmarkTimer?.dispose()));
    this.#owned.add(toDisposable(() => this.#restartTimer?.dispose()));
  }

  /** It has begun anew, and has what the storage has. */
  readonly onBegin: Event<void> = this.#onBegin.event;

  /** The version that this cache is at; moved by changes of other resources too, as by etcd's progress notifications. */
  get version(): number {
    return this.#freshness.version;
  }

  /** Rises when it begins anew on a storage that went back: a version from before means something else now, or nothing yet. */
  get timeline(): number {
    return this.#timeline;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** How many there are. */
  get watchers(): number {
    return this.#watchers.size;
  }

  get readiness(): Readiness {
    return this.#readiness;
  }

  get ring(): EventRing {
    return this.#ring;
  }

  get fanOuts(): FanOutLog {
    return this.#fanOuts;
  }

  /** How long changes are on their way from the storage to here: of a server that lags behind. */
  get lagMs(): number {
    return this.#events.delayMs;
  }

  set lagMs(ms: number) {
    this.#events.delayMs = ms;
  }

  /** Everybody who watches, in the order in which they came. */
  openWatchers(): readonly CacheWatcher[] {
    return [...this.#watchers];
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** The object at that place in the order of the keys. */
  at(index: number): StoredObject | undefined {
    return this.#objects.at(index);
  }

  /** In the order of their keys, from after the key `after` on. */
  range(prefix: string, after = ''): Iterable<StoredObject> {
    return this.#objects.range(prefix, after);
  }

  list(filter: ObjectFilter): StoredObject[] {
    const found: StoredObject[] = [];
    for (const stored of this.#candidates(filter)) if (filter.matches(stored)) found.push(stored);
    return found;
  }

  /** The list as it was at an older version; undefined when too little of what happened since is kept. */
  listAt(version: number, filter: ObjectFilter): StoredObject[] | undefined {
    if (!this.#readiness.isReady || version > this.version) return undefined;
    const events = this.#ring.since(version);
    return events && listAt(this.#objects.range(filter.prefix), events).filter((stored) => passes(filter, stored));
  }

  /**
   * Resolves when the cache has reached `version`, at the latest after three seconds.
   * @throws ApiError Timeout, too large resource version
   */
  waitUntilFresh(version: number, signal: AbortSignal): Promise<void> {
    return this.#freshness.waitFor(version, signal);
  }

  /**
   * @throws ApiError 429 while the cache is not ready; Expired when the ring no longer holds the asked version, and
   * Timeout as {@link waitUntilFresh}, both of which the API sends inside the stream
   */
  async watch(request: WatchRequest, signal: AbortSignal): Promise<CacheWatcher> {
    const { filter, start, allowBookmarks } = request;
    if (!this.#readiness.isReady) throw this.#readiness.refusal();
    if (start.at === 'snapshot') await this.waitUntilFresh(start.notOlderThan, signal);
    if (!this.#readiness.isReady) throw this.#readiness.refusal();
    // From here on without waiting: nothing may happen between the backlog and the first live event.
    const watcher = openWatcher(request, {
      id: ++this.#watches,
      version: this.version,
      backlog: this.#backlog(filter, start),
      capacity: channelSize(this.#ring.capacity, this.profile.windowMs, this.#options.trigger !== undefined, filter.trigger !== undefined),
      clock: this.#clock,
      onClose: (closed) => this.#watchers.delete(closed),
    });
    this.#watchers.add(watcher);
    if (allowBookmarks) this.#bookmarkTimer ??= this.#armBookmarks();
    return watcher;
  }

  /**
   * What fed the cache has ended: everybody's stream is closed without a word, and the cache begins anew after a second. Until
   * then it is not ready.
   */
  interrupt(): void {
    if (!this.#readiness.isReady || this.#owned.isDisposed) return;
    this.#readiness.set(false);
    for (const watcher of this.openWatchers()) watcher.close('cache');
    this.#restartTimer = this.#clock.setTimer(reinitialiseAfterMs, () => {
      this.#events.clear();
      this.#ring = this.#fill();
      this.#readiness.set(true);
      this.#freshness.wakeWaiters();
      this.#onBegin.fire();
    });
  }

  dispose(): void {
    this.#owned.dispose();
    for (const watcher of this.openWatchers()) watcher.close('cache');
  }

  /** All that may pass, in the order of their keys. One name is one key in each namespace: of these no groups are kept. */
  #candidates({ prefix, trigger: value }: ObjectFilter): Iterable<StoredObject> {
    const { trigger } = this.#options;
    if (value === undefined || !trigger || trigger.field === 'metadata.name') return this.#objects.range(prefix);
    this.#groups ??= new TriggerGroups(trigger, this.#objects.range(this.prefix));
    const group = this.#groups.of(value);
    return prefix === this.prefix ? group : group.filter(({ key }) => key.startsWith(prefix));
  }

  /** Lists the storage: everything from before is forgotten, the ring's events too. */
  #fill(): EventRing {
    const { storage } = this.#options;
    this.#objects.clear();
    this.#groups = undefined;
    this.#fanOuts.clear();
    for (const stored of storage.range(this.prefix).items) this.#objects.set(stored.key, stored);
    this.#freshness.version = storage.revision;
    if (this.#isRewound) this.#timeline++;
    this.#isRewound = false;
    return new EventRing(storage.revision, this.profile);
  }

  #onEvent(event: StorageEvent): void {
    if (!this.#readiness.isReady || event.revision <= this.version) return; // the next list has it
    if (event.key.startsWith(this.prefix)) this.#take(new CacheEvent(event, this.#clock.now()));
    else {
      this.#freshness.version = event.revision;
      this.#freshness.wakeWaiters();
    }
  }

  /** One section without waiting: ring, version, objects, waiters; then the watchers. */
  #take(event: CacheEvent): void {
    const slot = this.#ring.push(event);
    this.#freshness.version = event.revision;
    this.#groups?.replace(this.#objects.get(event.key), event.current);
    if (event.current) this.#objects.set(event.key, event.current);
    else this.#objects.delete(event.key);
    this.#freshness.wakeWaiters();
    this.#options.observer?.cached(event, slot, this.#ring.capacity);
    this.#dispatch(event);
  }

  #dispatch(event: CacheEvent): void {
    const watchers = this.#watchers.size;
    if (watchers === 0 && !this.#options.observer) return;
    const asked = this.#watchers.concernedBy(event);
    const fanOut = new FanOut(event.revision, watchers, asked, asked.map((watcher) => watcher.offer(event)));
    this.#fanOuts.add(fanOut);
    this.#options.observer?.dispatched(event, fanOut);
    if (asked.some(({ isBlocked }) => isBlocked)) this.#slow.wait();
  }

  #backlog(filter: ObjectFilter, start: WatchStart): Backlog {
    if (start.at === 'now') return emptyBacklog;
    if (start.at === 'snapshot') return snapshotBacklog(this.list(filter), start.endBookmark ? this.version : undefined);
    const position = this.#ring.positionAfter(start.version);
    if (position === undefined) throw expired(`too old resource version: ${start.version} (${this.#ring.oldest - 1})`);
    return ringBacklog(this.#ring, position, filter);
  }

  /** Looks every 1 to 1.25 s who is due, while there is anybody to look for. */
  #armBookmarks(): Disposable {
    return this.#clock.setTimer(bookmarkTickMs * (1 + 0.25 * this.#options.random()), () => {
      const now = this.#clock.now();
      const watchers = this.openWatchers().filter((watcher) => watcher.wantsBookmarks);
      for (const watcher of watchers) watcher.offerBookmark(this.version, now);
      this.#bookmarkTimer = watchers.length > 0 ? this.#armBookmarks() : undefined;
    });
  }
}
