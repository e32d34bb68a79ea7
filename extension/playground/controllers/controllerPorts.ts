import type { Event } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../informer/eventHandler.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc, type ReadonlyIndexer } from '../../informer/indexer.ts';
import type { InformerScope } from '../../informer/sharedInformer.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { RegistryChange } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { Pod } from '../registry/shapes.ts';
import type { WorldClock } from '../world/worldClock.ts';
import type { ControllerClient } from './controllerClient.ts';
import type { EventRecorder } from './eventRecorder.ts';

/** A cache, and who is told of its changes. */
export interface ControllerInformer {
  readonly indexer: ReadonlyIndexer;
  /** Everything up to there is in the indexer. That of the indexer itself is one of an object, and after a list that of the last one in it. */
  readonly version: number;
  /** It is told of what happens, and not on its way to be so again. */
  readonly isWatching: boolean;
  /** For as long as the controller is connected. */
  addEventHandler(handler: ResourceEventHandler): void;
}

/**
 * What a simulated controller works with while it is connected: reads from informers, writes through the rules of the API. All of it
 * ends when it is cut off; connected again, the controller is made anew and told of everything there is.
 */
export interface ControllerPorts {
  readonly clock: WorldClock;
  /** Its own. */
  readonly random: Random;
  readonly events: EventRecorder;
  readonly client: ControllerClient;
  /** What is served now. */
  readonly definitions: readonly ResourceDefinition[];
  /** Kinds that people bring come and go. */
  onDefinitions(listener: (change: RegistryChange) => void): void;
  /** The storage was set back, so that versions from before mean something else; caches hear of it with their next list. */
  onRewind(listener: () => void): void;
  /** Shared with all that ask for the same, where its process has others in it. */
  informer(definition: ResourceDefinition, scope?: InformerScope): ControllerInformer;
  /** Nobody needs the informer of a resource that is not served any more. */
  letGo(definition: ResourceDefinition): void;
  /** A queue with one worker, which begins once all caches have synced. `reconcile` throws to be asked again. */
  queue(reconcile: (key: string) => void): RateLimitingQueue;
  /** Calls `callback` after `ms` on the clock, unless the controller was cut off before. */
  after(ms: number, callback: () => void): void;
}

/** Makes one, which has its handlers and timers set when it is made. */
export type MakeController = (ports: ControllerPorts) => unknown;

export type DefinitionChanges = Event<RegistryChange>;

/** Indexes of every informer of the controllers: by the uid of the managing controller, of all owners, by node, by namespace where it is nobody's; and by namespace as usual. */
export const controllerIndex = 'controller';
export const ownersIndex = 'owners';
export const nodeIndex = 'node';
export const orphanIndex = 'orphan';

const byController: IndexFunc = (object) => {
  const owner = controllerOf(object);
  return owner ? [owner.uid] : [];
};

const byNode: IndexFunc = (object) => {
  const { nodeName } = ((object as Pod).spec ?? {}) as { readonly nodeName?: string };
  return nodeName ? [nodeName] : [];
};

export const controllerIndexers: Readonly<Record<string, IndexFunc>> = {
  [controllerIndex]: byController,
  [ownersIndex]: (object) => (object.metadata.ownerReferences ?? []).map(({ uid }) => uid),
  [nodeIndex]: byNode,
  [orphanIndex]: (object) => (controllerOf(object) ? [] : [object.metadata.namespace ?? '']),
  [namespaceIndex]: namespaceIndexFunc,
};

/** Who looks at nodes needs no more. */
export const schedulerIndexers: Readonly<Record<string, IndexFunc>> = { [nodeIndex]: byNode };

/**
 * Calls `visit` with every object that was added or changed, and with what was known last of one that is gone: also where another one has
 * its name now, of which only a new list tells, or where it is somebody else's, so that whose it was hears of it.
 */
export function onEveryChange(visit: (object: KubeObject, gone: boolean) => void): ResourceEventHandler {
  return {
    onAdd: (object) => visit(object, false),
    onUpdate: (old, object) => {
      if (old.metadata.uid !== object.metadata.uid || controllerOf(old)?.uid !== controllerOf(object)?.uid) visit(old, true);
      visit(object, false);
    },
    onDelete: (object) => {
      const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
      if (last) visit(last, true);
    },
  };
}

/** How long a controller waits for its own write to come back to it, in milliseconds. */
export const lookAgainMs = 10;
