import type { InformerScope } from '../../informer/sharedInformer.ts';
import type { ListerWatcher, ListPage, Watch } from '../../informer/listerWatcher.ts';
import { parseFieldSelector } from '../../kube/fieldSelector.ts';
import { parseLabelSelector } from '../../kube/labelSelector.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import { bookmarkObject } from '../api/bookmarkObject.ts';
import { filterOf } from '../api/listParameters.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { expired, pathNotFound, tooLargeResourceVersion } from '../statusErrors.ts';
import type { ObjectFilter, WatchFrame } from '../watchCache/cacheEvent.ts';
import type { WatchClient } from '../watchCache/cacheWatcher.ts';
import type { WatchCache } from '../watchCache/watchCache.ts';

export interface CacheListerWatcherOptions {
  /** Asked each time: a kind that somebody brought may go, and come back otherwise. */
  readonly find: () => ResourceStore | undefined;
  readonly scope: InformerScope;
  /** As whom it watches, for people who look. */
  readonly client: Pick<WatchClient, 'user' | 'userAgent'>;
  /** @throws ApiError where its user may not list, or watch */
  readonly check: (verb: 'list' | 'watch', definition: ResourceDefinition) => void;
}

/**
 * How the controllers inside the playground list and watch: straight from the watch cache. What they see is
 * what a client sees, but nothing is turned into JSON and back, and no object is copied.
 */
export class CacheListerWatcher implements ListerWatcher {
  readonly #options: CacheListerWatcherOptions;
  /** Where its versions come from. */
  #seen: { readonly cache: WatchCache; readonly timeline: number } | undefined;

  constructor(options: CacheListerWatcherOptions) {
    this.#options = options;
  }

  /** Everything at once, whatever the limit. */
  async list(): Promise<ListPage> {
    const store = this.#storeFor('list');
    const { cache, definition } = store;
    this.#saw(cache);
    return {
      kind: definition.listKind,
      resourceVersion: String(cache.version),
      items: cache.list(this.#filterOf(store)).map(({ object }) => object),
      bytes: 0,
    };
  }

  /** @throws ApiError Expired for a version that a storage that went back no longer stands behind; too large for one that it has not got to */
  async watch({ resourceVersion = '0', timeoutSeconds = 0, allowWatchBookmarks = false }: ListOptions, signal: AbortSignal): Promise<Watch> {
    const version = Number(resourceVersion);
    const store = this.#storeFor('watch');
    const { definition, cache } = store;
    const { labelSelector = '', fieldSelector = '' } = this.#options.scope;
    if (version > 0) this.#checkVersion(cache, version);
    const watcher = await cache.watch(
      {
        filter: this.#filterOf(store),
        start: version > 0 ? { at: 'version', version } : { at: 'snapshot', notOlderThan: 0, endBookmark: allowWatchBookmarks },
        allowBookmarks: allowWatchBookmarks,
        timeoutMs: timeoutSeconds * 1000,
        client: { auditId: '', ...this.#options.client, labelSelector, fieldSelector },
      },
      signal,
    );
    if (version === 0) this.#saw(cache);
    return {
      next: async () => (await watcher.next())?.map((frame) => eventOf(definition, frame)),
      close: () => watcher.dispose(),
    };
  }

  #saw(cache: WatchCache): void {
    this.#seen = { cache, timeline: cache.timeline };
  }

  /**
   * Whoever goes on at a version that was taken back would wait for what has happened already: nothing tells of it once the new versions have passed it, so it is
   * refused whatever they are at.
   */
  #checkVersion(cache: WatchCache, version: number): void {
    if (!cache.readiness.isReady) return; // refused as such
    if (this.#seen?.cache === cache && this.#seen.timeline !== cache.timeline) throw expired(`too old resource version: ${version} (${cache.ring.oldest - 1})`);
    if (version > cache.version) throw tooLargeResourceVersion(version, cache.version);
  }

  #storeFor(verb: 'list' | 'watch'): ResourceStore {
    const store = this.#options.find();
    if (!store) throw pathNotFound();
    this.#options.check(verb, store.definition);
    return store;
  }

  #filterOf(store: ResourceStore): ObjectFilter {
    const { namespace = '', labelSelector = '', fieldSelector = '' } = this.#options.scope;
    const { definition } = store;
    const fields = parseFieldSelector(fieldSelector);
    const filter = filterOf({ labels: parseLabelSelector(labelSelector), fields }, definition, store.prefixOf(namespace));
    const { trigger } = filter;
    if (trigger === undefined || labelSelector !== '' || fields.length > 1) return filter;
    // Many ask by this one field alone: reading it makes no list of all fields for each object.
    const read = definition.selectableFields[definition.triggerField ?? ''];
    return read ? { ...filter, matches: ({ object }) => read(object) === trigger } : filter;
  }
}

function eventOf(definition: ResourceDefinition, frame: WatchFrame): WatchEvent {
  return { type: frame.type, object: frame.type === 'BOOKMARK' ? bookmarkObject(definition, frame) : frame.stored.object };
}
