import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { seededRandom } from '../base/random.ts';
import { ApiServer } from './api/apiServer.ts';
import type { ApiRequest, ApiResponse } from './api/apiRequest.ts';
import { Registry } from './registry/registry.ts';
import { storagePrefix } from './registry/resourceDefinition.ts';
import { builtInResources } from './registry/resources.ts';
import { Compactor } from './storage/compactor.ts';
import { Storage } from './storage/storage.ts';
import { createWorld, type WorldSize } from './world/createWorld.ts';

export interface PlaygroundOptions {
  readonly size: WorldSize;
  readonly seed: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A whole cluster without sockets: what the program serves over HTTPS, and tests ask directly. */
export interface Playground extends Disposable {
  readonly registry: Registry;
  readonly storage: Storage;
  /** Answers one request; never throws. */
  handle(request: ApiRequest): Promise<ApiResponse>;
}

export function createPlayground({ size, seed, clock, logger }: PlaygroundOptions): Playground {
  const owned = new DisposableStore();
  const storage = new Storage();
  const definitions = new Map(builtInResources.map((definition) => [definition.kind, definition]));
  for (const object of createWorld(size, seed, clock.wallTime())) {
    const { namespace, name } = object.metadata;
    storage.put(`${storagePrefix(definitions.get(object.kind!)!)}${namespace ? `${namespace}/` : ''}${name}`, object);
  }
  // Streams of chance of their own, so that what a client does changes nothing of what else happens.
  const registry = owned.add(new Registry({ definitions: builtInResources, storage, clock, seed: seed + 1 }));
  owned.add(new Compactor(storage, clock));
  const api = new ApiServer({ registry, storage, clock, random: seededRandom(seed + 2), logger });
  return { registry, storage, handle: (request) => api.handle(request), dispose: () => owned.dispose() };
}
