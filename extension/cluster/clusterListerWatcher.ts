import type { ListerWatcher, ListPage, Watch } from '../informer/listerWatcher.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { KeyedHash } from '../kube/mask.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { ApiClient } from './apiClient.ts';
import { ObjectDecoder } from './objectDecoder.ts';
import { listQuery, resourcePath } from './resourcePath.ts';

/** Lists and watches one resource in one scope over the API of a cluster. */
export class ClusterListerWatcher implements ListerWatcher {
  readonly #client: ApiClient;
  readonly #path: string;
  readonly #selectors: ListOptions;
  readonly #decoder: ObjectDecoder;

  constructor(client: ApiClient, resource: GroupVersionResource, scope: InformerScope, hash: KeyedHash) {
    this.#client = client;
    this.#path = resourcePath(resource, scope.namespace);
    this.#selectors = {
      ...(scope.labelSelector !== undefined && { labelSelector: scope.labelSelector }),
      ...(scope.fieldSelector !== undefined && { fieldSelector: scope.fieldSelector }),
    };
    this.#decoder = new ObjectDecoder(hash, resource.resource === 'secrets');
  }

  list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    const query = listQuery({ ...options, ...this.#selectors }, false);
    return this.#client.list(`${this.#path}${query}`, this.#decoder, signal);
  }

  watch(options: ListOptions, signal: AbortSignal): Promise<Watch> {
    const query = listQuery({ ...options, ...this.#selectors }, true);
    return this.#client.watch(`${this.#path}${query}`, this.#decoder, options.allowWatchBookmarks === true, signal);
  }
}
