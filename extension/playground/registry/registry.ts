import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type Random, seededRandom } from '../../base/random.ts';
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
    const random: Random = seededRandom(seed);
    const namespaces = new NamespaceAdmission(storage);
    for (const definition of definitions) {
      const cache = new WatchCache({ storage, prefix: storagePrefix(definition), maxChannel: definition.maxChannel, clock, random });
      this.#stores.set(formatResource(definition), new ResourceStore({ definition, storage, cache, namespaces, clock, random, collectsGarbage }));
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
