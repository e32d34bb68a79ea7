import type { DeletedFinalStateUnknown, ResourceEventHandler } from './eventHandler.ts';
import type { KubeObject } from '../kube/object.ts';

/** A handler made of the callbacks that are given; the others do nothing (P-15). */
export function handlerFuncs(funcs: Partial<ResourceEventHandler>): ResourceEventHandler {
  return {
    onAdd: (object, isInInitialList, cause) => funcs.onAdd?.(object, isInInitialList, cause),
    onUpdate: (oldObject, newObject, cause) => funcs.onUpdate?.(oldObject, newObject, cause),
    onDelete: (object, cause) => funcs.onDelete?.(object, cause),
  };
}

/**
 * Tells `handler` only of what passes `filter`; an object that begins or ceases to pass is added or deleted for it
 * (client-go `FilteringResourceEventHandler`, P-16). A deletion is judged as it came, perhaps a tombstone.
 */
export function filteringHandler(
  filter: (object: KubeObject | DeletedFinalStateUnknown) => boolean,
  handler: ResourceEventHandler,
): ResourceEventHandler {
  return {
    onAdd: (object, isInInitialList, cause) => (filter(object) ? handler.onAdd(object, isInInitialList, cause) : undefined),
    onUpdate(oldObject, newObject, cause) {
      const before = filter(oldObject);
      if (filter(newObject)) return before ? handler.onUpdate(oldObject, newObject, cause) : handler.onAdd(newObject, false, cause);
      return before ? handler.onDelete(oldObject, cause) : undefined;
    },
    onDelete: (object, cause) => (filter(object) ? handler.onDelete(object, cause) : undefined),
  };
}
