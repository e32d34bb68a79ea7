import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';

/**
 * Stands for an object whose deletion was not seen, only inferred from a list that lacks it
 * (client-go `DeletedFinalStateUnknown`, case 18).
 */
export class DeletedFinalStateUnknown {
  readonly key: string;
  /** The last state that was known, perhaps stale; undefined when none is known (D-22). */
  readonly object: KubeObject | undefined;

  constructor(key: string, object: KubeObject | undefined) {
    this.key = key;
    this.object = object;
  }
}

/**
 * Told of each change of the cache, one call at a time, after the cache has changed (P-10). `cause` is
 * the trace entry of the call, to be handed on to the work queue. A call that returns a promise is waited for
 * before the next (C-02).
 */
export interface ResourceEventHandler {
  /** @param isInInitialList the object was there when this handler began to listen */
  onAdd(object: KubeObject, isInInitialList: boolean, cause: Seq): void;
  onUpdate(oldObject: KubeObject, newObject: KubeObject, cause: Seq): void;
  onDelete(object: KubeObject | DeletedFinalStateUnknown, cause: Seq): void;
}
