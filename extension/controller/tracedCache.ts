import { namespaceIndex } from '../informer/indexer.ts';
import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import type { ReconcileCache, ResourceName } from './api.ts';
import { ensureIndex } from './readIndexes.ts';
import type { ReconcileRun } from './reconcileRun.ts';
import type { CacheProgress, Lookup, UnseenWrites } from './unseenWrites.ts';

/** The cache that holds a resource. @throws when the controller does not watch it */
export type CacheOf = (resource: ResourceName) => CacheProgress;

/** A reconcile's reads: each can be held, each says which version of the cache it saw, and which of the controller's own writes it did not. */
export class TracedCache implements ReconcileCache {
  readonly #run: ReconcileRun;
  readonly #cacheOf: CacheOf;
  readonly #writes: UnseenWrites;

  constructor(run: ReconcileRun, cacheOf: CacheOf, writes: UnseenWrites) {
    this.#run = run;
    this.#cacheOf = cacheOf;
    this.#writes = writes;
  }

  async get(resource: ResourceName, namespace: string | undefined, name: string): Promise<KubeObject | undefined> {
    const key = namespacedKey(namespace, name);
    const [object] = await this.#read(resource, `get ${resource} ${key}`, { type: 'get', key });
    return object;
  }

  list(resource: ResourceName, namespace?: string): Promise<readonly KubeObject[]> {
    if (!namespace) return this.#read(resource, `list ${resource}`, { type: 'list' });
    return this.#read(resource, `list ${resource} ${namespace}`, { type: 'byIndex', index: namespaceIndex, value: namespace });
  }

  byIndex(resource: ResourceName, index: string, value: string): Promise<readonly KubeObject[]> {
    return this.#read(resource, `byIndex ${resource} ${index} ${value}`, { type: 'byIndex', index, value });
  }

  async #read(resource: ResourceName, summary: string, lookup: Lookup): Promise<readonly KubeObject[]> {
    const cache = this.#cacheOf(resource);
    await this.#run.enter('reconcile.read', { summary });
    // From here on in one go: what is recorded is what is read.
    const found = find(cache, lookup);
    const unseen = this.#writes.missedBy(resource, lookup, cache);
    const rv = lookup.type === 'get' ? found[0]?.metadata.resourceVersion : undefined;
    this.#run.record('reconcile.read', {
      lookup: summary,
      cacheRv: cache.indexer.resourceVersion,
      ...(rv !== undefined && { rv }),
      ...(unseen.length > 0 && { unseen }),
    });
    return found;
  }
}

function find({ indexer }: CacheProgress, lookup: Lookup): readonly KubeObject[] {
  switch (lookup.type) {
    case 'get': {
      const object = indexer.get(lookup.key);
      return object ? [object] : [];
    }
    case 'list':
      return indexer.list();
    case 'byIndex':
      ensureIndex(indexer, lookup.index);
      return indexer.byIndex(lookup.index, lookup.value);
  }
}
