import { messageOf } from '../base/codedError.ts';
import type { KubeObject } from '../kube/object.ts';
import type { HandlerDraft, Seq } from '../trace/entry.ts';
import { deltaVersion } from './delta.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from './eventHandler.ts';
import type { Notification } from './notification.ts';

/** Who is called, and on whose behalf. */
export interface HandlerCallee {
  readonly name: string;
  readonly informer: string;
  /** Callbacks that are missing do nothing (P-15). */
  readonly handler: Partial<ResourceEventHandler>;
  /** The informer has a selector: what leaves it arrives as DELETED though it may still exist. */
  readonly isSelective: boolean;
}

const nobody: readonly Seq[] = [];

/** The trace entry of a call that is about to be made. */
export function handlerEntry({ informer, name: handler, isSelective }: HandlerCallee, notification: Notification): HandlerDraft {
  const { type, key, object, old, isInInitialList, isSync } = notification;
  const rv = deltaVersion(object);
  const cause = notification.cause ? [notification.cause] : nobody;
  if (type === 'add') return { kind: 'handler.add', informer, key, rv, cause, handler, isInInitialList };
  if (type === 'update') return { kind: 'handler.update', informer, key, rv, cause, handler, old: old?.metadata.resourceVersion ?? '', resync: isSync };
  const tombstone = object instanceof DeletedFinalStateUnknown;
  const draft: HandlerDraft = { kind: 'handler.delete', informer, key, rv, cause, handler, tombstone };
  const leftSelector = isSelective && !(object instanceof DeletedFinalStateUnknown) && !object.metadata.deletionTimestamp;
  return leftSelector ? { ...draft, leftSelector } : draft;
}

/** The trace entry of a call that threw. @param call the entry of the call */
export function handlerErrorEntry({ informer, name: handler }: HandlerCallee, { key, object }: Notification, error: unknown, call: Seq): HandlerDraft {
  const message = `handler ${handler} threw: ${messageOf(error)}`;
  return { kind: 'handler.error', informer, key, rv: deltaVersion(object), cause: [call], handler, message };
}

/** Calls the handler; whatever it returns or throws. @param seq the entry of the call, to be handed on as a cause */
export function invoke(handler: Partial<ResourceEventHandler>, { type, object, old, isInInitialList }: Notification, seq: Seq): unknown {
  if (type === 'add') return handler.onAdd?.(object as KubeObject, isInInitialList, seq);
  if (type === 'update') return handler.onUpdate?.(old!, object as KubeObject, seq);
  return handler.onDelete?.(object, seq);
}
