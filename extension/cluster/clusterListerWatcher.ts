import type { ListerWatcher, ListPage, RequestObserver, Watch } from '../informer/listerWatcher.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { KeyedHash } from '../kube/mask.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { ApiClient } from './apiClient.ts';
import { MetadataDecoder, metadataListKind, metadataTypes } from './metadataDecoder.ts';
import { ObjectDecoder } from './objectDecoder.ts';
import { listQuery, resourcePath } from './resourcePath.ts';

/** Lists and watches one resource in one scope over the API of a cluster. */
export class ClusterListerWatcher implements ListerWatcher {
  readonly #client: ApiClient;
  readonly #path: string;
  readonly #selectors: ListOptions;
  readonly #metadataOnly: boolean;
  readonly #decoder: ObjectDecoder;

  constructor(client: ApiClient, resource: GroupVersionResource, scope: InformerScope, hash: KeyedHash) {
    this.#client = client;
    this.#path = resourcePath(resource, scope.namespace);
    this.#selectors = {
      ...(scope.labelSelector !== undefined && { labelSelector: scope.labelSelector }),
      ...(scope.fieldSelector !== undefined && { fieldSelector: scope.fieldSelector }),
    };
    this.#metadataOnly = scope.metadataOnly ?? false;
    this.#decoder = new ObjectDecoder(hash, resource.resource === 'secrets');
  }

  async list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage> {
    const path = this.#path + listQuery({ ...options, ...this.#selectors }, false);
    const told = { onThrottled: (ms: number): void => observer?.throttled(ms), onAccepted: (): void => observer?.accepted() };
    if (!this.#metadataOnly) return this.#client.list({ path, signal, ...told }, this.#decoder);
    const page = await this.#client.list({ path, signal, ...told, accept: metadataTypes.list }, new MetadataDecoder(this.#decoder));
    if (page.kind !== metadataListKind && page.kind !== 'Table') observer?.reduced(page.kind);
    return page;
  }

  watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch> {
    const path = this.#path + listQuery({ ...options, ...this.#selectors }, true);
    const expectsBookmarks = options.allowWatchBookmarks === true;
    if (!this.#metadataOnly) return this.#client.watch({ path, signal }, this.#decoder, expectsBookmarks);
    const decoder = new MetadataDecoder(this.#decoder, (kind) => observer?.reduced(kind));
    return this.#client.watch({ path, signal, accept: metadataTypes.watch }, decoder, expectsBookmarks);
  }
}
