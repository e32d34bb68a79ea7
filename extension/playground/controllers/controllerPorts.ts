import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../informer/eventHandler.ts';
import type { IndexFunc } from '../../informer/indexer.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { RegistryChange } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Pod } from '../registry/shapes.ts';
import type { EventRecorder } from './eventRecorder.ts';

/** What a simulated controller works with: reads from informers, writes through the rules of the API. */
export interface ControllerPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventRecorder;
  /** What is served now. */
  readonly definitions: readonly ResourceDefinition[];
  /** Kinds that people bring come and go. */
  readonly onChange: Event<RegistryChange>;
  informer(definition: ResourceDefinition): SharedInformer;
  /** Nobody needs the informer of a resource that is not served any more. */
  letGo(definition: ResourceDefinition): void;
  store(definition: ResourceDefinition): ResourceStore;
  /** A queue with one worker, which begins once all caches have synced. `reconcile` throws to be asked again. */
  queue(name: string, reconcile: (key: string) => void): RateLimitingQueue;
}

/** Indexes of every informer of the controllers: by the uid of the managing controller, of all owners, and by node. */
export const controllerIndex = 'controller';
export const ownersIndex = 'owners';
export const nodeIndex = 'node';

export const controllerIndexers: Readonly<Record<string, IndexFunc>> = {
  [controllerIndex]: (object) => {
    const owner = controllerOf(object);
    return owner ? [owner.uid] : [];
  },
  [ownersIndex]: (object) => (object.metadata.ownerReferences ?? []).map(({ uid }) => uid),
  [nodeIndex]: (object) => {
    const { nodeName } = ((object as Pod).spec ?? {}) as { readonly nodeName?: string };
    return nodeName ? [nodeName] : [];
  },
};

/** Calls `visit` with every object that was added or changed, and with what was known last of one that is gone. */
export function onEveryChange(visit: (object: KubeObject, gone: boolean) => void): ResourceEventHandler {
  return {
    onAdd: (object) => visit(object, false),
    onUpdate: (_old, object) => visit(object, false),
    onDelete: (object) => {
      const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
      if (last) visit(last, true);
    },
  };
}

/** The cache has seen the write with that version: what it says includes it. */
export function hasSeen(informer: SharedInformer, revision: number): boolean {
  return Number(informer.indexer.resourceVersion) >= revision;
}
