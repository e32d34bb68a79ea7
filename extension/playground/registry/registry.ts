import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { seededRandomFor } from '../../base/random.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import { formatResource } from '../../kube/resource.ts';
import type { Storage } from '../storage/storage.ts';
import { WatchCache } from '../watchCache/watchCache.ts';
import { NamespaceAdmission } from './namespaceAdmission.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';
import { ResourceStore } from './resourceStore.ts';

export interface RegistryOptions {
  readonly definitions: readonly ResourceDefinition[];
  /** Holds the world already: the watch caches begin with what is in it. */
  readonly storage: Storage;
  readonly clock: Clock;
  readonly seed: number;
  readonly collectsGarbage: boolean;
}

/** The served resources, each with its store and its watch cache. */
export class Registry implements Disposable {
  readonly #stores = new Map<string, ResourceStore>();

  constructor({ definitions, storage, clock, seed, collectsGarbage }: RegistryOptions) {
    // Apart, since who is due for a bookmark depends on who watches.
    const bookmarks = seededRandomFor(seed, 'bookmarks');
    const namespaces = new NamespaceAdmission(storage);
    for (const definition of definitions) {
      const cache = new WatchCache({ storage, prefix: storagePrefix(definition), maxChannel: definition.maxChannel, clock, random: bookmarks });
      const resource = formatResource(definition);
      // A client that creates objects of one kind changes no names of another.
      const random = seededRandomFor(seed, resource);
      this.#stores.set(resource, new ResourceStore({ definition, storage, cache, namespaces, clock, random, collectsGarbage }));
    }
  }

  /** Undefined for a resource that is not served. */
  find(resource: GroupVersionResource): ResourceStore | undefined {
    return this.#stores.get(formatResource(resource));
  }

  get stores(): readonly ResourceStore[] {
    return [...this.#stores.values()];
  }

  dispose(): void {
    for (const { cache } of this.#stores.values()) cache.dispose();
  }
}
