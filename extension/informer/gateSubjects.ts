import type { KubeObject } from '../kube/object.ts';
import type { DeltaType } from '../trace/entry.ts';
import type { GateSubject } from '../trace/gate.ts';
import type { Delta } from './delta.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';
import type { Notification } from './notification.ts';

/** What the cache of the informer holds under a key. */
export type Cached = (key: string) => KubeObject | undefined;

/** Of a watch event. */
export function eventSubject(type: string, object: KubeObject, key: string, cached: Cached | undefined): GateSubject {
  const delta = deltaTypes.get(type);
  return { object, ...former(key, cached), ...(delta && { deltas: [delta] }) };
}

/** Of a pop: what its newest delta brings. One of the whole store brings no one object. */
export function popSubject(deltas: readonly Delta[], cached: Cached | undefined): GateSubject {
  const types = deltas.map(({ type }) => type);
  const newest = deltas.at(-1);
  if (newest?.key === undefined) return { deltas: types };
  return { ...known(newest.object), ...former(newest.key, cached), deltas: types };
}

/** Of the call of a handler. */
export function notificationSubject({ object, old }: Notification): GateSubject {
  return { ...known(object), ...(old && { oldObject: old }) };
}

const deltaTypes: ReadonlyMap<string, DeltaType> = new Map([
  ['ADDED', 'Added'],
  ['MODIFIED', 'Updated'],
  ['DELETED', 'Deleted'],
]);

function known(object: KubeObject | DeletedFinalStateUnknown): Pick<GateSubject, 'object'> {
  const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
  return last ? { object: last } : {};
}

function former(key: string, cached: Cached | undefined): Pick<GateSubject, 'oldObject'> {
  const oldObject = cached?.(key);
  return oldObject ? { oldObject } : {};
}
