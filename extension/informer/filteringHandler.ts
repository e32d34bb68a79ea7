import type { DeletedFinalStateUnknown, ResourceEventHandler } from './eventHandler.ts';
import type { KubeObject } from '../kube/object.ts';

export type HandlerFilter = (object: KubeObject | DeletedFinalStateUnknown) => boolean;

/**
 * Tells `handler` only of what passes `filter`; an object that begins or ceases to pass is added or deleted for it
 * (client-go `FilteringResourceEventHandler`, P-16). A deletion is judged as it came, perhaps a tombstone.
 */
export function filteringHandler(filter: HandlerFilter, handler: Partial<ResourceEventHandler>): ResourceEventHandler {
  return {
    onAdd: (object, isInInitialList, cause) => (filter(object) ? handler.onAdd?.(object, isInInitialList, cause) : undefined),
    onUpdate(oldObject, newObject, cause) {
      const before = filter(oldObject);
      if (filter(newObject)) return before ? handler.onUpdate?.(oldObject, newObject, cause) : handler.onAdd?.(newObject, false, cause);
      return before ? handler.onDelete?.(oldObject, cause) : undefined;
    },
    onDelete: (object, cause) => (filter(object) ? handler.onDelete?.(object, cause) : undefined),
  };
}
