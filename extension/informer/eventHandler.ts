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

/** A deletion taken apart (client-go's typed deletions, P-18). */
export interface Deletion {
  readonly namespace: string;
  readonly name: string;
  /** The last state that is known, perhaps stale where there is a tombstone; undefined when none is. */
  readonly object: KubeObject | undefined;
  /** Set when the deletion was inferred. */
  readonly tombstone: DeletedFinalStateUnknown | undefined;
}

/** A tombstone names the object by its key, split at the first slash: whatever follows belongs to the name. */
export function deletionOf(deleted: KubeObject | DeletedFinalStateUnknown): Deletion {
  if (!(deleted instanceof DeletedFinalStateUnknown)) {
    const { namespace = '', name = '' } = deleted.metadata;
    return { namespace, name, object: deleted, tombstone: undefined };
  }
  const { key, object } = deleted;
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, Math.max(slash, 0)), name: key.slice(slash + 1), object, tombstone: deleted };
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
