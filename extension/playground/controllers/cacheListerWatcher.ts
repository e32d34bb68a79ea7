import type { InformerScope } from '../../informer/sharedInformer.ts';
import type { ListerWatcher, ListPage, Watch } from '../../informer/listerWatcher.ts';
import { parseFieldSelector } from '../../kube/fieldSelector.ts';
import { parseLabelSelector } from '../../kube/labelSelector.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import { bookmarkObject } from '../api/bookmarkObject.ts';
import { selects } from '../api/listParameters.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { pathNotFound } from '../statusErrors.ts';
import type { ObjectFilter, WatchFrame } from '../watchCache/cacheEvent.ts';

/**
 * How the controllers inside the playground list and watch: straight from the watch cache. What they see is
 * what a client sees, but nothing is turned into JSON and back, and no object is copied.
 */
export class CacheListerWatcher implements ListerWatcher {
  readonly #find: () => ResourceStore | undefined;
  readonly #scope: InformerScope;

  /** @param find asked each time: a kind that somebody brought may go, and come back otherwise */
  constructor(find: () => ResourceStore | undefined, scope: InformerScope) {
    this.#find = find;
    this.#scope = scope;
  }

  get #store(): ResourceStore {
    const store = this.#find();
    if (!store) throw pathNotFound();
    return store;
  }

  get #filter(): ObjectFilter {
    const { namespace = '', labelSelector = '', fieldSelector = '' } = this.#scope;
    const selectors = { labels: parseLabelSelector(labelSelector), fields: parseFieldSelector(fieldSelector) };
    return { prefix: this.#store.prefixOf(namespace), matches: selects(selectors, this.#store.definition) };
  }

  /** Everything at once, whatever the limit. */
  async list(): Promise<ListPage> {
    const { cache, definition } = this.#store;
    return {
      kind: definition.listKind,
      resourceVersion: String(cache.version),
      items: cache.list(this.#filter).map(({ object }) => object),
      bytes: 0,
    };
  }

  async watch({ resourceVersion = '0', timeoutSeconds = 0, allowWatchBookmarks = false }: ListOptions, signal: AbortSignal): Promise<Watch> {
    const version = Number(resourceVersion);
    const { definition, cache } = this.#store;
    const watcher = await cache.watch(
      {
        filter: this.#filter,
        start: version > 0 ? { at: 'version', version } : { at: 'snapshot', notOlderThan: 0, endBookmark: allowWatchBookmarks },
        allowBookmarks: allowWatchBookmarks,
        timeoutMs: timeoutSeconds * 1000,
      },
      signal,
    );
    return {
      next: async () => (await watcher.next())?.map((frame) => eventOf(definition, frame)),
      close: () => watcher.dispose(),
    };
  }
}

function eventOf(definition: ResourceDefinition, frame: WatchFrame): WatchEvent {
  return { type: frame.type, object: frame.type === 'BOOKMARK' ? bookmarkObject(definition, frame) : frame.stored.object };
}
