import type { ListerWatcher, ListPage, RequestObserver, Watch } from '../informer/listerWatcher.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { KeyedHash } from '../kube/mask.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { ApiClient } from './apiClient.ts';
import { MetadataDecoder, metadataListKind, metadataTypes } from './metadataDecoder.ts';
import { ObjectDecoder } from './objectDecoder.ts';
import { listQuery, resourcePath } from './resourcePath.ts';

/** What audit logs are to call a request that is about to be sent. */
export type RequestName = (verb: 'list' | 'watch') => string;

/** Lists and watches one resource in one scope over the API of a cluster. */
export class ClusterListerWatcher implements ListerWatcher {
  readonly #client: ApiClient;
  readonly #path: string;
  readonly #selectors: ListOptions;
  readonly #metadataOnly: boolean;
  readonly #decoder: ObjectDecoder;
  readonly #name: RequestName | undefined;

  /** @param name asked at once for each request; absent: the server names them */
  constructor(client: ApiClient, resource: GroupVersionResource, scope: InformerScope, hash: KeyedHash, name?: RequestName) {
    this.#client = client;
    this.#path = resourcePath(resource, scope.namespace);
    this.#selectors = {
      ...(scope.labelSelector !== undefined && { labelSelector: scope.labelSelector }),
      ...(scope.fieldSelector !== undefined && { fieldSelector: scope.fieldSelector }),
    };
    this.#metadataOnly = scope.metadataOnly ?? false;
    this.#decoder = new ObjectDecoder(hash, resource.resource === 'secrets');
    this.#name = name;
  }

  async list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage> {
    const path = this.#path + listQuery({ ...options, ...this.#selectors }, false);
    const told = { onThrottled: (ms: number): void => observer?.throttled(ms), onAccepted: (): void => observer?.accepted() };
    const named = this.#named('list');
    if (!this.#metadataOnly) return this.#client.list({ path, signal, ...named, ...told }, this.#decoder);
    const page = await this.#client.list({ path, signal, ...named, ...told, accept: metadataTypes.list }, new MetadataDecoder(this.#decoder));
    if (page.kind !== metadataListKind && page.kind !== 'Table') observer?.reduced(page.kind);
    return page;
  }

  watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch> {
    const path = this.#path + listQuery({ ...options, ...this.#selectors }, true);
    const expectsBookmarks = options.allowWatchBookmarks === true;
    const named = this.#named('watch');
    if (!this.#metadataOnly) return this.#client.watch({ path, signal, ...named }, this.#decoder, expectsBookmarks);
    const decoder = new MetadataDecoder(this.#decoder, (kind) => observer?.reduced(kind));
    return this.#client.watch({ path, signal, ...named, accept: metadataTypes.watch }, decoder, expectsBookmarks);
  }

  #named(verb: 'list' | 'watch'): { readonly auditId?: string } {
    return this.#name ? { auditId: this.#name(verb) } : {};
  }
}
