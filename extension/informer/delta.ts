import { CodedError } from '../base/codedError.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';

/** What a whole-store delta carries instead of one object: the list of a ReplacedAll, or nothing (F-20). */
export class ReplacedAllInfo {
  readonly resourceVersion: string;
  readonly objects: readonly KubeObject[];

  constructor(resourceVersion: string, objects: readonly KubeObject[]) {
    this.resourceVersion = resourceVersion;
    this.objects = objects;
  }
}

/** The version that a Bookmark delta brings (F-09). */
export class BookmarkInfo {
  readonly resourceVersion: string;

  constructor(resourceVersion: string) {
    this.resourceVersion = resourceVersion;
  }
}

/** A SyncAll delta speaks of everything that is stored when it is popped (F-21); the version is that of the Reflector when it was queued. */
export class SyncAllInfo {
  readonly resourceVersion: string;

  constructor(resourceVersion: string) {
    this.resourceVersion = resourceVersion;
  }
}

export type DeltaObject = KubeObject | DeletedFinalStateUnknown;

/** One change on its way from the Reflector to the Indexer (D-01). */
export interface KeyedDelta {
  readonly type: 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';
  readonly key: string;
  readonly object: DeltaObject;
  /** Its `queue.add` entry. */
  readonly seq: Seq;
}

/** One change that concerns the whole store; only an atomic RealFIFO makes these. */
export type WholeStoreDelta =
  | { readonly type: 'ReplacedAll'; readonly key: undefined; readonly object: ReplacedAllInfo; readonly seq: Seq }
  | { readonly type: 'SyncAll'; readonly key: undefined; readonly object: SyncAllInfo; readonly seq: Seq }
  | { readonly type: 'Bookmark'; readonly key: undefined; readonly object: BookmarkInfo; readonly seq: Seq };

export type Delta = KeyedDelta | WholeStoreDelta;

/** Changes an object before it is queued: trims it, say. Must be idempotent. */
export type TransformFunc = (object: KubeObject) => KubeObject;

/** The transform threw; the object was not queued (D-10). */
export class TransformError extends CodedError<'TransformError'> {
  override readonly name = 'TransformError';

  constructor(key: string, options: ErrorOptions) {
    super('TransformError', `transforming: ${JSON.stringify(key)} could not be transformed`, key, options);
  }
}

/** Names an object in queue and store. @throws KeyError */
export type KeyFunc = (object: KubeObject) => string;

/** Of a tombstone its own key, else the object's (D-03, P-17). @throws KeyError */
export function deltaKey(object: DeltaObject, keyFunc: KeyFunc = metaNamespaceKey): string {
  return object instanceof DeletedFinalStateUnknown ? object.key : keyFunc(object);
}

/** The version of what a delta carries; of a tombstone that of the last known object; empty when there is none. */
export function deltaVersion(object: Delta['object']): string {
  if (object instanceof ReplacedAllInfo || object instanceof BookmarkInfo || object instanceof SyncAllInfo) return object.resourceVersion;
  if (object instanceof DeletedFinalStateUnknown) return object.object?.metadata.resourceVersion ?? '';
  return object.metadata.resourceVersion ?? '';
}

/** Applies `transform` to what is not a tombstone. @throws TransformError */
export function transformed(transform: TransformFunc | undefined, key: string, object: DeltaObject): DeltaObject {
  if (!transform || object instanceof DeletedFinalStateUnknown) return object;
  try {
    return transform(object);
  } catch (error) {
    throw new TransformError(key, { cause: error });
  }
}
