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
  /** The entry of the store; 0 for what is replayed to a late handler. */
  readonly cause: Seq;

  constructor(
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
}
