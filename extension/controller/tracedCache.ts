import { namespaceIndex, type ReadonlyIndexer } from '../informer/indexer.ts';
import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import type { ReconcileCache, ResourceName } from './api.ts';
import type { ReconcileRun } from './reconcileRun.ts';

/** The Indexer that holds a resource. @throws when the controller does not watch it */
export type IndexerOf = (resource: ResourceName) => ReadonlyIndexer;

/** A reconcile's reads: each can be held, and each says which version of the cache it saw. */
export class TracedCache implements ReconcileCache {
  readonly #run: ReconcileRun;
  readonly #indexerOf: IndexerOf;

  constructor(run: ReconcileRun, indexerOf: IndexerOf) {
    this.#run = run;
    this.#indexerOf = indexerOf;
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): Promise<KubeObject | undefined> {
    const key = namespacedKey(namespace, name);
    return this.#read(resource, `get ${resource} ${key}`, (indexer) => indexer.get(key));
  }

  list(resource: ResourceName, namespace?: string): Promise<readonly KubeObject[]> {
    return this.#read(resource, `list ${resource}${namespace ? ` ${namespace}` : ''}`, (indexer) =>
      namespace ? indexer.byIndex(namespaceIndex, namespace) : indexer.list(),
    );
  }

  byIndex(resource: ResourceName, index: string, value: string): Promise<readonly KubeObject[]> {
    return this.#read(resource, `byIndex ${resource} ${index} ${value}`, (indexer) => indexer.byIndex(index, value));
  }

  async #read<T>(resource: ResourceName, lookup: string, read: (indexer: ReadonlyIndexer) => T): Promise<T> {
    const indexer = this.#indexerOf(resource);
    await this.#run.enter('reconcile.read', { summary: lookup });
    this.#run.record('reconcile.read', { lookup, cacheRv: indexer.resourceVersion });
    return read(indexer);
  }
}
