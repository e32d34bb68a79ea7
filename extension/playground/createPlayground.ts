import type { Clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { OrderedClock } from '../base/orderedClock.ts';
import { seededRandom } from '../base/random.ts';
import type { ApiRequest, ApiResponse } from './api/apiRequest.ts';
import { ApiServer } from './api/apiServer.ts';
import { Churn, type ChurnRate } from './churn/churn.ts';
import { ControllerManager } from './controllers/controllerManager.ts';
import { CustomResources } from './customResources/customResources.ts';
import { Expirer } from './registry/expirer.ts';
import { Registry } from './registry/registry.ts';
import { storagePrefix } from './registry/resourceDefinition.ts';
import { builtInResources } from './registry/resources.ts';
import { Compactor } from './storage/compactor.ts';
import { Storage } from './storage/storage.ts';
import { createWorld, type WorldSize } from './world/createWorld.ts';

export interface PlaygroundOptions {
  readonly size: WorldSize;
  readonly seed: number;
  readonly churn: ChurnRate;
  /** False: nobody runs pods, keeps ReplicaSets filled or collects garbage. For tests that want stillness. */
  readonly controllers?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A whole cluster without sockets: what the program serves over HTTPS, and tests ask directly. */
export interface Playground {
  readonly registry: Registry;
  readonly storage: Storage;
  /** Answers one request; never throws. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Ends every stream; resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

export function createPlayground({ size, seed, churn, controllers = true, clock, logger }: PlaygroundOptions): Playground {
  const owned = new DisposableStore();
  // What happens by itself happens in one order, whatever else the machine does; clients are served meanwhile, and have time as it passes.
  const ordered = new OrderedClock(clock);
  const storage = worldStorage(size, seed, ordered);
  // Streams of chance of their own, so that what a client does changes nothing of what else is drawn.
  const registry = owned.add(new Registry({ definitions: builtInResources, storage, clock: ordered, seed: seed + 1, collectsGarbage: controllers }));
  owned.add(new CustomResources({ registry, storage, clock: ordered, logger }));
  owned.add(new Compactor(storage, ordered));
  owned.add(new Expirer(registry.stores, ordered));
  const manager = new ControllerManager({ registry, clock: ordered, random: seededRandom(seed + 2), logger });
  if (controllers) manager.start();
  if (churn !== 'off') owned.add(new Churn({ registry, events: manager.events, clock: ordered, random: seededRandom(seed + 3), rate: churn, size, logger }));
  const api = new ApiServer({ registry, storage, clock, random: seededRandom(seed + 4), logger });
  return {
    registry,
    storage,
    handle: (request) => api.handle(request),
    close: async () => {
      await manager.stop();
      owned.dispose();
    },
  };
}

/** A storage that holds the world already when the watch caches begin. */
function worldStorage(size: WorldSize, seed: number, clock: Clock): Storage {
  const storage = new Storage();
  const prefixes = new Map(builtInResources.map((definition) => [definition.kind, storagePrefix(definition)]));
  for (const object of createWorld(size, seed, clock.wallTime())) {
    const { namespace, name } = object.metadata;
    storage.put(`${prefixes.get(object.kind!)!}${namespace ? `${namespace}/` : ''}${name}`, object);
  }
  return storage;
}
