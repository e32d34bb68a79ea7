import type { IndexFunc } from '../informer/indexer.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import type { KubeObject } from '../kube/object.ts';
import { compareResourceVersions } from '../kube/resourceVersion.ts';
import type { Seq } from '../trace/entry.ts';

/** What a read asks for. */
export type Lookup = { readonly type: 'get'; readonly key: string } | { readonly type: 'list' } | { readonly type: 'byIndex'; readonly index: string; readonly value: string };

/** What of an informer tells how far its cache has come. */
export type CacheProgress = Pick<SharedInformer, 'indexer' | 'scope' | 'lastSyncResourceVersion' | 'queueSnapshot'>;

/** A write that the server has stored. */
export interface StoredWrite {
  /** Its `reconcile.write` entry. */
  readonly seq: Seq;
  readonly key: string;
  /** As the server answered; undefined when the object is gone. */
  readonly object: KubeObject | undefined;
}

interface Pending extends StoredWrite {
  /** What the cache will hold, or, of a deletion, what it will hold no longer. */
  readonly known: KubeObject;
}

/** Of one resource; more are written only by one who never reads. */
const remembered = 1000;

/**
 * A controller's own writes that have not come back to its cache: what a read gives before they have is older than what the
 * controller itself knows. Nothing here waits for events; each read compares with the cache as it is in that very moment. The cache has got a
 * write when it holds that version of the object or a newer one, or when its Reflector has come as far and nothing is
 * queued for the key: by an event, or by a list.
 */
export class UnseenWrites {
  /** By resource, oldest first. */
  readonly #pending = new Map<string, Pending[]>();

  /** @param cache that of the resource in which the controller reads */
  add(resource: string, write: StoredWrite, cache: CacheProgress): void {
    const { key, object } = write;
    const all = this.#pending.get(resource) ?? [];
    const known = object ?? all.findLast((each) => each.key === key && each.object)?.known ?? cache.indexer.get(key);
    // What is deleted before anybody here has known it need not be missed.
    if (!known || !isInScope(known, cache)) return;
    const others = object ? all : all.filter((each) => each.key !== key || !each.object);
    const pending = { ...write, known };
    this.#pending.set(resource, isSettled(pending, cache) ? others : [...others, pending].slice(-remembered));
  }

  /** The writes that a read of this resource should have seen, and did not. Those that have arrived meanwhile are forgotten. */
  missedBy(resource: string, lookup: Lookup, cache: CacheProgress): Seq[] {
    const all = this.#pending.get(resource);
    if (!all?.length) return [];
    const left = all.filter((pending) => !isSettled(pending, cache));
    this.#pending.set(resource, left);
    return left.filter((pending) => isMissed(pending, lookup, cache)).map(({ seq }) => seq);
  }
}

function isInScope({ metadata }: KubeObject, { scope }: CacheProgress): boolean {
  if (scope.labelSelector !== undefined || scope.fieldSelector !== undefined) return false; // it may never come
  return scope.namespace === undefined || scope.namespace === metadata.namespace;
}

/** Whether the cache has got it, or has gone beyond it. */
function isSettled({ key, object, known }: Pending, cache: CacheProgress): boolean {
  const cached = cache.indexer.get(key);
  if (object) {
    if (cached && compareResourceVersions(versionOf(cached), versionOf(object)) >= 0) return true;
  } else if (cached) {
    return cached.metadata.uid !== known.metadata.uid; // another of that name, or still the one that is gone
  }
  return hasReceived(cache, key, versionOf(known));
}

/** Everything about the key, up to this version, has gone through the queue. */
function hasReceived(cache: CacheProgress, key: string, version: string): boolean {
  if (compareResourceVersions(cache.lastSyncResourceVersion(), version) < 0) return false;
  // What concerns the whole store stands under no key.
  return !cache.queueSnapshot(Infinity).items.some((queued) => queued.key === key || queued.key === '');
}

function isMissed({ key, object }: Pending, lookup: Lookup, { indexer }: CacheProgress): boolean {
  const cached = indexer.get(key);
  // What is gone, and not in the cache either, is read as it is.
  if (!object && !cached) return false;
  switch (lookup.type) {
    case 'get':
      return key === lookup.key;
    case 'list':
      return true;
    case 'byIndex': {
      const indexFunc = indexer.getIndexers()[lookup.index];
      return indexFunc !== undefined && (hasValue(indexFunc, object, lookup.value) || hasValue(indexFunc, cached, lookup.value));
    }
  }
}

function hasValue(indexFunc: IndexFunc, object: KubeObject | undefined, value: string): boolean {
  try {
    return object !== undefined && indexFunc(object).includes(value);
  } catch {
    return false; // not found by it in the cache either
  }
}

function versionOf({ metadata }: KubeObject): string {
  return metadata.resourceVersion ?? '';
}
