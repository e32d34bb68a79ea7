import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { groupOf } from '../kube/groupOf.ts';
import { metaNamespaceKey, namespacedKey } from '../kube/key.ts';
import { controllerOf, type KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import { lowPriority } from '../workqueue/priorityQueue.ts';
import type { WatchedKind } from './watchedKind.ts';

/** Adds a key to the work queue, on account of a trace entry. The priority counts only where the queue has some. */
export type Enqueue = (key: string, cause: Seq, priority: number) => void;

/** What was there already, and what has not changed, waits behind what is new (controller-runtime `LowPriorityWhenUnchanged`). */
export function priorityOfAdd(isInInitialList: boolean): number {
  return isInInitialList ? lowPriority : 0;
}

export function priorityOfUpdate(old: KubeObject, object: KubeObject): number {
  return old.metadata.resourceVersion === object.metadata.resourceVersion ? lowPriority : 0;
}

/** Asks for a reconcile of each object that changes, under its own key (K-05). */
export function enqueueObject(enqueue: Enqueue): ResourceEventHandler {
  return {
    onAdd: (object, isInInitialList, cause) => enqueue(metaNamespaceKey(object), cause, priorityOfAdd(isInInitialList)),
    onUpdate: (old, object, cause) => enqueue(metaNamespaceKey(object), cause, priorityOfUpdate(old, object)),
    onDelete: (object, cause) =>
      enqueue(object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object), cause, 0),
  };
}

/**
 * Asks for a reconcile of the object that controls the one that changed, as controller-runtime's
 * `EnqueueRequestForOwner`. After a change of owner both are asked for.
 */
export function enqueueOwner(owner: WatchedKind, enqueue: Enqueue): ResourceEventHandler {
  const enqueueOwnerOf = (object: KubeObject | undefined, cause: Seq, priority: number): string | undefined => {
    const key = object && ownerKey(object, owner);
    if (key !== undefined) enqueue(key, cause, priority);
    return key;
  };
  return {
    onAdd: (object, isInInitialList, cause) => void enqueueOwnerOf(object, cause, priorityOfAdd(isInInitialList)),
    onUpdate(old, object, cause) {
      const key = enqueueOwnerOf(object, cause, priorityOfUpdate(old, object));
      if (ownerKey(old, owner) !== key) enqueueOwnerOf(old, cause, 0);
    },
    onDelete: (object, cause) =>
      void enqueueOwnerOf(object instanceof DeletedFinalStateUnknown ? object.object : object, cause, 0),
  };
}

function ownerKey(object: KubeObject, owner: WatchedKind): string | undefined {
  const reference = controllerOf(object);
  // Versions of one group name the same objects.
  if (reference?.kind !== owner.kind || groupOf(reference.apiVersion) !== owner.group) return undefined;
  return namespacedKey(owner.namespaced ? object.metadata.namespace : undefined, reference.name);
}
