import { namespaceIndex, type ReadonlyIndexer } from '../informer/indexer.ts';
import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import type { ReconcileCache } from './reconciler.ts';
import type { ReconcileRun } from './reconcileRun.ts';

/** The Indexer that holds a resource. @throws when the controller does not watch it */
export type IndexerOf = (resource: GroupVersionResource) => ReadonlyIndexer;

/** A reconcile's reads: each can be held, and each says which version of the cache it saw. */
export class TracedCache implements ReconcileCache {
  readonly #run: ReconcileRun;
  readonly #indexerOf: IndexerOf;

  constructor(run: ReconcileRun, indexerOf: IndexerOf) {
    this.#run = run;
    this.#indexerOf = indexerOf;
  }

  get(resource: GroupVersionResource, namespace: string, name: string): Promise<KubeObject | undefined> {
    const key = namespacedKey(namespace, name);
    return this.#read(resource, `get ${formatResource(resource)} ${key}`, (indexer) => indexer.get(key));
  }

  list(resource: GroupVersionResource, namespace?: string): Promise<readonly KubeObject[]> {
    return this.#read(resource, `list ${formatResource(resource)}${namespace ? ` ${namespace}` : ''}`, (indexer) =>
      namespace ? indexer.byIndex(namespaceIndex, namespace) : indexer.list(),
    );
  }

  byIndex(resource: GroupVersionResource, index: string, value: string): Promise<readonly KubeObject[]> {
    return this.#read(resource, `byIndex ${formatResource(resource)} ${index} ${value}`, (indexer) =>
      indexer.byIndex(index, value),
    );
  }

  async #read<T>(resource: GroupVersionResource, lookup: string, read: (indexer: ReadonlyIndexer) => T): Promise<T> {
    const indexer = this.#indexerOf(resource);
    await this.#run.enter('reconcile.read');
    this.#run.record('reconcile.read', { lookup, cacheRv: indexer.resourceVersion });
    return read(indexer);
  }
}
