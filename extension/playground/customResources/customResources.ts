import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { ApiError } from '../../kube/status.ts';
import { formatTime } from '../registry/formatTime.ts';
import type { Registry } from '../registry/registry.ts';
import { type ResourceDefinition, storagePrefix } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Storage } from '../storage/storage.ts';
import { LoadingError } from '../onDemand.ts';
import { isTrue, nameConflict, statusOf } from './crdConditions.ts';
import type { CustomResourceDefinition } from './crdShapes.ts';
import { cleanupFinalizer, customResourceDefinitions } from './customResourceDefinitions.ts';
import { loadedKinds } from './loadedKinds.ts';

/** Objects that are deleted in one go; between two goes others have their turn. */
const burst = 500;

export interface CustomResourcesOptions {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Served {
  /** Which spec of the definition this is. */
  readonly generation: number;
  readonly definitions: readonly ResourceDefinition[];
}

/**
 * Serves what CustomResourceDefinitions define, and removes what they defined when they go (the controllers of the
 * apiextensions-apiserver). It looks at all definitions whenever one has changed, so it does not matter what it was told.
 */
export class CustomResources implements Disposable {
  readonly #options: CustomResourcesOptions;
  readonly #served = new Map<string, Served>();
  readonly #owned = new DisposableStore();
  #look: Disposable | undefined;
  #isDisposed = false;

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
    const prefix = storagePrefix(customResourceDefinitions);
    this.#owned.add(
      options.storage.onCommit(({ key, type }) => {
        // A definition that goes waits for the last of its objects.
        if (key.startsWith(prefix) || (type === 'DELETED' && this.#isOfTerminating(key))) this.#lookSoon();
      }),
    );
    this.#owned.add(this.#store.cache.onBegin(() => this.#lookSoon())); // perhaps with others
    if (this.#all.length > 0) this.#lookSoon(); // of an earlier run
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
    this.#look?.dispose();
  }

  get #store(): ResourceStore {
    return this.#options.registry.find(customResourceDefinitions)!;
  }

  get #all(): readonly CustomResourceDefinition[] {
    const { cache, prefix } = this.#store;
    return cache.list({ prefix, matches: () => true }).map(({ object }) => object as CustomResourceDefinition);
  }

  #isOfTerminating(key: string): boolean {
    const terminating = this.#all.filter(({ metadata }) => metadata.deletionTimestamp);
    return terminating.some(({ spec }) => key.startsWith(storagePrefix({ group: spec.group, resource: spec.names.plural })));
  }

  /** Not at once: whoever wrote has its answer first, and every other cache its news. */
  #lookSoon(): void {
    this.#look ??= this.#options.clock.defer(() => {
      this.#look = undefined;
      for (const definition of this.#all) this.#settle(definition);
      const names = new Set(this.#all.map(({ metadata }) => metadata.name));
      for (const name of this.#served.keys()) if (!names.has(name)) this.#unserve(name);
    });
  }

  #settle(definition: CustomResourceDefinition): void {
    const { name = '', deletionTimestamp } = definition.metadata;
    try {
      const conflict = nameConflict(definition, this.#all.filter(({ metadata }) => metadata.name !== name));
      const status = statusOf(definition, conflict, formatTime(this.#options.clock.wallTime()));
      const { object } = this.#store.update('', name, (old) => ({ ...old, status }), { subresource: 'status', manager: 'kube-apiserver' });
      if (isTrue(object as CustomResourceDefinition, 'Established')) this.#serve(object as CustomResourceDefinition);
      if (deletionTimestamp) this.#empty(definition);
    } catch (error) {
      if (LoadingError.is(error)) {
        // It is looked at again by whoever comes first: this, or another change.
        error.loaded.then(() => this.#isDisposed || this.#lookSoon(), (reason: unknown) => this.#options.logger.error('apiserver', `${name}: ${messageOf(reason)}`));
        return;
      }
      // A refusal: what is stored breaks a rule by now, or went meanwhile.
      if (!ApiError.is(error)) throw error;
      this.#options.logger.warn('apiserver', `${name}: ${error.message}`);
    }
  }

  #serve(definition: CustomResourceDefinition): void {
    const { name = '', generation = 0, deletionTimestamp } = definition.metadata;
    const served = this.#served.get(name);
    // A deletion counts as a change of its own, and defines nothing anew.
    if (served && (served.generation === generation || deletionTimestamp)) return;
    this.#unserve(name);
    const { versions } = definition.spec;
    const isTerminating = (): boolean => Boolean(this.#store.find('', name)?.object.metadata.deletionTimestamp);
    const { customResource, readStored } = loadedKinds.get();
    const schema = versions.find((version) => version.storage)?.schema?.openAPIV3Schema;
    // Before anybody begins to serve it. What was stored under another schema is as this one has it.
    if (schema) this.#options.storage.reread(storagePrefix({ group: definition.spec.group, resource: definition.spec.names.plural }), (object) => readStored(schema, object));
    const definitions = versions.filter((version) => version.served).map((version) => customResource(definition, version, isTerminating));
    for (const each of definitions) this.#options.registry.add(each);
    this.#served.set(name, { generation, definitions });
  }

  #unserve(name: string): void {
    for (const definition of this.#served.get(name)?.definitions ?? []) this.#options.registry.remove(definition);
    this.#served.delete(name);
  }

  /** Deletes all of its objects, as finalizers allow, and then lets the definition go. */
  #empty({ metadata, spec }: CustomResourceDefinition): void {
    const { name = '', finalizers = [] } = metadata;
    if (!finalizers.includes(cleanupFinalizer)) return;
    const { storage, registry } = this.#options;
    const objects = storage.range(storagePrefix({ group: spec.group, resource: spec.names.plural })).items;
    const store = this.#served.get(name)?.definitions.map((each) => registry.find(each)!)[0];
    // Neither those that wait for somebody, nor those whose deletion is not committed yet.
    const left = objects.filter(({ key, object: { metadata: each } }) => !each.deletionTimestamp && storage.get(key));
    for (const { object } of left.slice(0, burst)) {
      store?.delete(object.metadata.namespace ?? '', object.metadata.name!);
    }
    if (objects.length > burst) this.#lookSoon();
    if (objects.length > 0 && store) return; // the last of them to go asks again
    this.#store.update('', name, (old) => ({ ...old, metadata: { ...old.metadata, finalizers: finalizers.filter((each) => each !== cleanupFinalizer) } }));
  }
}
