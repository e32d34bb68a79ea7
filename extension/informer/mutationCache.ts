import type { Clock } from '../base/clock.ts';
import { LruExpireCache } from '../base/lruExpireCache.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { compareResourceVersions } from '../kube/resourceVersion.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';
import type { ReadonlyIndexer } from './indexer.ts';

export interface MutationCacheOptions {
  readonly store: ReadonlyIndexer;
  readonly clock: Clock;
  /** How long a write is remembered. Default: five minutes. */
  readonly ttlMs?: number;
  /** How many are. Default: 100, the least recently used give way. */
  readonly capacity?: number;
  /**
   * Also gives objects that the store does not have: created, and not yet come through the watch. But it cannot tell
   * them from those that were deleted before they came, so whoever asks must bear with these for as long as `ttlMs`.
   */
  readonly includesAdds?: boolean;
}

/** A deletion that was seen: writes that were made before it are over. */
class Tombstone {
  readonly uid: string;
  readonly resourceVersion: string;

  constructor({ metadata }: KubeObject) {
    this.uid = metadata.uid ?? '';
    this.resourceVersion = metadata.resourceVersion ?? '';
  }
}

/**
 * "Read your own writes" (client-go `mutation_cache.go`, M-10): remembers what the API server answered to a write and
 * gives it out until the store has caught up. Compares versions as numbers, which etcd's are.
 */
export class MutationCache {
  readonly #store: ReadonlyIndexer;
  readonly #writes: LruExpireCache<KubeObject | Tombstone>;
  readonly #ttlMs: number;
  readonly #includesAdds: boolean;

  constructor({ store, clock, ttlMs = 300_000, capacity = 100, includesAdds = false }: MutationCacheOptions) {
    this.#store = store;
    this.#writes = new LruExpireCache(clock, capacity);
    this.#ttlMs = ttlMs;
    this.#includesAdds = includesAdds;
  }

  /** The newer of what the store has and what was written. */
  get(key: string): KubeObject | undefined {
    const stored = this.#store.get(key);
    if (stored) return this.#newer(key, stored);
    const written = this.#includesAdds ? this.#writes.get(key) : undefined;
    return written instanceof Tombstone ? undefined : written;
  }

  /** @throws IndexError for an unknown index */
  byIndex(index: string, value: string): KubeObject[] {
    const keys = this.#store.indexKeys(index, value);
    const objects = keys.flatMap((key) => {
      const stored = this.#store.get(key);
      return stored ? this.#newer(key, stored) : [];
    });
    if (!this.#includesAdds) return objects;
    const indexFunc = this.#store.getIndexers()[index]!;
    const known = new Set(keys);
    for (const key of this.#writes.keys()) {
      const written = known.has(key) ? undefined : this.#writes.get(key);
      if (written && !(written instanceof Tombstone) && indexFunc(written).includes(value)) objects.push(written);
    }
    return objects;
  }

  /** The server answered a write with `object`. Ignored when it is known already to be older than something, or deleted. */
  mutation(object: KubeObject): void {
    const key = metaNamespaceKey(object);
    const known = this.#writes.get(key);
    if (known) {
      const age = compareResourceVersions(versionOf(object), versionOf(known));
      if (age < 0) return;
      if (known instanceof Tombstone && (age === 0 || known.uid === object.metadata.uid)) return;
    }
    this.#writes.set(key, object, this.#ttlMs);
  }

  /** For the informer's handler: the store has `object` now. A write that is no newer is forgotten. */
  onAddOrUpdate(object: KubeObject): void {
    const key = metaNamespaceKey(object);
    const known = this.#writes.get(key);
    if (known && compareResourceVersions(versionOf(object), versionOf(known)) >= 0) this.#writes.delete(key);
  }

  /** For the informer's handler: it is gone from the store. Leaves a tombstone, unless a write of another, newer object is known. */
  onDelete(deleted: KubeObject | DeletedFinalStateUnknown): void {
    const object = deleted instanceof DeletedFinalStateUnknown ? deleted.object : deleted;
    if (!object) return;
    const key = metaNamespaceKey(object);
    const known = this.#writes.get(key);
    const older = !known || compareResourceVersions(versionOf(object), versionOf(known)) >= 0 || uidOf(known) === object.metadata.uid;
    if (older) this.#writes.set(key, new Tombstone(object), this.#ttlMs);
  }

  /** A write that is no newer than the store's object has done its duty. */
  #newer(key: string, stored: KubeObject): KubeObject {
    const written = this.#writes.get(key);
    if (!written) return stored;
    if (!(written instanceof Tombstone) && compareResourceVersions(versionOf(stored), versionOf(written)) < 0) return written;
    this.#writes.delete(key);
    return stored;
  }
}

function versionOf(known: KubeObject | Tombstone): string {
  return known instanceof Tombstone ? known.resourceVersion : (known.metadata.resourceVersion ?? '');
}

function uidOf(known: KubeObject | Tombstone): string | undefined {
  return known instanceof Tombstone ? known.uid : known.metadata.uid;
}
