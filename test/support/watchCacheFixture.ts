import type { KubeObject } from '../../extension/kube/object.ts';
import { Storage } from '../../extension/playground/storage/storage.ts';
import type { CacheWatcher } from '../../extension/playground/watchCache/cacheWatcher.ts';
import { WatchCache, type WatchCacheOptions } from '../../extension/playground/watchCache/watchCache.ts';
import type { WatchRequest, WatchStart } from '../../extension/playground/watchCache/watchRequest.ts';
import { FakeClock } from './fakeClock.ts';

export const podsPrefix = '/registry/pods/';

/** What a watcher has been given so far: `ADDED a@3`, `BOOKMARK @7 end`. */
export class FrameReader {
  readonly lines: string[] = [];
  ended = false;

  constructor(watcher: CacheWatcher) {
    void this.#read(watcher);
  }

  take(): string[] {
    return this.lines.splice(0);
  }

  async #read(watcher: CacheWatcher): Promise<void> {
    for (let frames = await watcher.next(); frames; frames = await watcher.next()) {
      for (const frame of frames) {
        const text = frame.type === 'BOOKMARK' ? `@${frame.version}${frame.initialEventsEnd ? ' end' : ''}` : `${frame.stored.object.metadata.name}@${frame.stored.revision}`;
        this.lines.push(`${frame.type} ${text}`);
      }
    }
    this.ended = true;
  }
}

/** A watch cache of pods on a storage, on a clock that stands still. */
export class WatchCacheFixture {
  readonly clock = new FakeClock();
  readonly storage = new Storage({ clock: this.clock });
  readonly signal = new AbortController().signal;
  readonly cache: WatchCache;

  constructor(initial: readonly string[] = [], options: Partial<WatchCacheOptions> = {}) {
    for (const name of initial) this.put(name);
    this.cache = new WatchCache({ storage: this.storage, prefix: podsPrefix, clock: this.clock, random: () => 0, ...options });
  }

  put(name: string, labels: Record<string, string> = {}, namespace = 'd', nodeName = ''): number {
    const object: KubeObject = { kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace, labels }, spec: { nodeName } };
    return this.storage.put(`${podsPrefix}${namespace}/${name}`, object).revision;
  }

  delete(name: string): number {
    return this.storage.delete(`${podsPrefix}d/${name}`)!.revision;
  }

  /** A watch that nobody reads yet. */
  open(start: WatchStart, options: Partial<WatchRequest> = {}): Promise<CacheWatcher> {
    return this.cache.watch({ filter: { prefix: podsPrefix, matches: () => true }, start, allowBookmarks: false, timeoutMs: 3_600_000, ...options }, this.signal);
  }

  async watch(start: WatchStart, options: Partial<WatchRequest> = {}): Promise<{ reader: FrameReader; watcher: CacheWatcher }> {
    const watcher = await this.open(start, options);
    const reader = new FrameReader(watcher);
    await this.clock.settle();
    return { reader, watcher };
  }
}
