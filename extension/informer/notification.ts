import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { DeletedFinalStateUnknown } from './eventHandler.ts';

/** One change on its way from the store to the handlers; the same for all of them. */
export class Notification {
  readonly type: 'add' | 'update' | 'delete';
  readonly key: string;
  readonly object: KubeObject | DeletedFinalStateUnknown;
  /** What the store held before an update. */
  readonly old: KubeObject | undefined;
  readonly isInInitialList: boolean;
  /** An update between equal versions: a resync, or a relist without news (S-19). */
  readonly isSync: boolean;
  /** The entry of the store; 0 where there is none. */
  readonly cause: Seq;

  private constructor(
    type: Notification['type'],
    key: string,
    object: KubeObject | DeletedFinalStateUnknown,
    old: KubeObject | undefined,
    isInInitialList: boolean,
    isSync: boolean,
    cause: Seq,
  ) {
    this.type = type;
    this.key = key;
    this.object = object;
    this.old = old;
    this.isInInitialList = isInInitialList;
    this.isSync = isSync;
    this.cause = cause;
  }

  static add(key: string, object: KubeObject, isInInitialList: boolean, cause: Seq): Notification {
    return new Notification('add', key, object, undefined, isInInitialList, false, cause);
  }

  /** An update between equal versions is a sync, whatever its delta was called (S-19). */
  static update(key: string, old: KubeObject, object: KubeObject, cause: Seq): Notification {
    const isSync = old.metadata.resourceVersion === object.metadata.resourceVersion;
    return new Notification('update', key, object, old, false, isSync, cause);
  }

  static delete(key: string, object: KubeObject | DeletedFinalStateUnknown, cause: Seq): Notification {
    return new Notification('delete', key, object, undefined, false, false, cause);
  }
}
