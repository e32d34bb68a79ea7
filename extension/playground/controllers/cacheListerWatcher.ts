import type { InformerScope } from '../../informer/sharedInformer.ts';
import type { ListerWatcher, ListPage, Watch } from '../../informer/listerWatcher.ts';
import { parseFieldSelector } from '../../kube/fieldSelector.ts';
import { parseLabelSelector } from '../../kube/labelSelector.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import { bookmarkObject } from '../api/bookmarkObject.ts';
import { selects } from '../api/listParameters.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { ObjectFilter, WatchFrame } from '../watchCache/cacheEvent.ts';

/**
 * How the controllers inside the playground list and watch: straight from the watch cache. What they see is
 * what a client sees, but nothing is turned into JSON and back, and no object is copied.
 */
export class CacheListerWatcher implements ListerWatcher {
  readonly #store: ResourceStore;
  readonly #filter: ObjectFilter;

  constructor(store: ResourceStore, { namespace = '', labelSelector = '', fieldSelector = '' }: InformerScope) {
    this.#store = store;
    const selectors = { labels: parseLabelSelector(labelSelector), fields: parseFieldSelector(fieldSelector) };
    this.#filter = { prefix: store.prefixOf(namespace), matches: selects(selectors, store.definition) };
  }

  /** Everything at once, whatever the limit. */
  list(): Promise<ListPage> {
    const { cache, definition } = this.#store;
    return Promise.resolve({
      kind: `${definition.kind}List`,
      resourceVersion: String(cache.version),
      items: cache.list(this.#filter).map(({ object }) => object),
      bytes: 0,
    });
  }

  async watch({ resourceVersion = '0', timeoutSeconds = 0, allowWatchBookmarks = false }: ListOptions, signal: AbortSignal): Promise<Watch> {
    const version = Number(resourceVersion);
    const watcher = await this.#store.cache.watch(
      {
        filter: this.#filter,
        start: version > 0 ? { at: 'version', version } : { at: 'snapshot', notOlderThan: 0, endBookmark: allowWatchBookmarks },
        allowBookmarks: allowWatchBookmarks,
        timeoutMs: timeoutSeconds * 1000,
      },
      signal,
    );
    return {
      next: async () => (await watcher.next())?.map((frame) => this.#eventOf(frame)),
      close: () => watcher.dispose(),
    };
  }

  #eventOf(frame: WatchFrame): WatchEvent {
    return { type: frame.type, object: frame.type === 'BOOKMARK' ? bookmarkObject(this.#store.definition, frame) : frame.stored.object };
  }
}
