import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { type Random, seededRandomFor } from '../../base/random.ts';
import { formatGroupResource, formatResource, type GroupVersionResource } from '../../kube/resource.ts';
import type { Storage } from '../storage/storage.ts';
import { type CacheObserver, WatchCache } from '../watchCache/watchCache.ts';
import { currentProfile, type WatchCacheProfile } from '../watchCache/watchCacheProfile.ts';
import type { Admission } from './admission.ts';
import { NamespaceAdmission } from './namespaceAdmission.ts';
import { PriorityAdmission } from './priorityAdmission.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';
import { ResourceStore } from './resourceStore.ts';

export interface RegistryOptions {
  /** What is served from the start. */
  readonly definitions: readonly ResourceDefinition[];
  /** Holds the world already: the watch caches begin with what is in it. */
  readonly storage: Storage;
  readonly clock: Clock;
  readonly seed: number;
  readonly collectsGarbage: boolean;
  /** Asked of what somebody who is known writes. */
  readonly admission?: Admission;
  readonly profile?: WatchCacheProfile;
  /** Resources that clients are served of without a watch cache, `pods`, `deployments.apps`. */
  readonly uncached?: ReadonlySet<string>;
  readonly observerFor?: (definition: ResourceDefinition) => CacheObserver;
}

/** A resource came, or went. One that is defined anew goes and comes. */
export interface RegistryChange {
  readonly type: 'added' | 'removed';
  readonly definition: ResourceDefinition;
}

/** The served resources, each with its store and its watch cache. */
export class Registry implements Disposable {
  /** Of everything that happens here. */
  readonly clock: Clock;
  readonly #options: RegistryOptions;
  readonly #stores = new Map<string, ResourceStore>();
  readonly #namespaces: NamespaceAdmission;
  readonly #priorities: PriorityAdmission;
  /** Apart, since who is due for a bookmark depends on who watches. */
  readonly #bookmarks: Random;
  readonly #onChange = new Emitter<RegistryChange>();
  #changes = 0;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.#namespaces = new NamespaceAdmission(options.storage);
    this.#priorities = new PriorityAdmission(options.storage);
    this.#bookmarks = seededRandomFor(options.seed, 'bookmarks');
    for (const definition of options.definitions) this.#serve(definition);
  }

  readonly onChange: Event<RegistryChange> = this.#onChange.event;

  /** How often what is served has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Begins to serve a resource, with whatever is stored of it. */
  add(definition: ResourceDefinition): void {
    this.#serve(definition);
    this.#tell({ type: 'added', definition });
  }

  /** Ends every watch of the resource, and serves it no more. What is stored of it stays. */
  remove(definition: ResourceDefinition): void {
    const id = formatResource(definition);
    this.#stores.get(id)?.cache.dispose();
    if (this.#stores.delete(id)) this.#tell({ type: 'removed', definition });
  }

  /** Undefined for a resource that is not served. */
  find(resource: GroupVersionResource): ResourceStore | undefined {
    return this.#stores.get(formatResource(resource));
  }

  get stores(): readonly ResourceStore[] {
    return [...this.#stores.values()];
  }

  /** What is served, each resource once, in the version that it is stored as. */
  get definitions(): readonly ResourceDefinition[] {
    return this.stores.map(({ definition }) => definition).filter(({ version, storedVersion }) => version === storedVersion);
  }

  dispose(): void {
    this.#onChange.dispose();
    for (const { cache } of this.#stores.values()) cache.dispose();
  }

  #serve(definition: ResourceDefinition): void {
    const { storage, clock, seed, collectsGarbage, admission, profile = currentProfile(), uncached, observerFor } = this.#options;
    const { triggerField, fieldsOf } = definition;
    const cache = new WatchCache({
      storage,
      prefix: storagePrefix(definition),
      trigger: triggerField === undefined ? undefined : { field: triggerField, fieldsOf },
      profile,
      clock,
      random: this.#bookmarks,
      observer: observerFor?.(definition),
    });
    const isCached = !uncached?.has(formatGroupResource(definition));
    const resource = formatResource(definition);
    // A client that creates objects of one kind changes no names of another.
    const random = seededRandomFor(seed, resource);
    this.#stores.set(resource, new ResourceStore({ definition, storage, cache, isCached, namespaces: this.#namespaces, priorities: this.#priorities, admission, clock, random, collectsGarbage }));
  }

  #tell(change: RegistryChange): void {
    this.#changes++;
    this.#onChange.fire(change);
  }
}
