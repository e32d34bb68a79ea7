import { orAborted } from '../base/abort.ts';
import { clip } from '../base/clip.ts';
import { CodedError } from '../base/codedError.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { namespacedKey } from '../kube/key.ts';
import { isRecord, type KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { Watches } from './api.ts';
import { type Enqueue, priorityOfAdd, priorityOfUpdate } from './enqueue.ts';
import type { WatchedKind } from './watchedKind.ts';

/** Keys that one object may ask for: more is a mistake in `map`, or an attack. */
const maxMappedKeys = 10_000;

/**
 * Asks for what the reconciler's `map` says of the object that changed, and of its state before, each key once, as controller-runtime's
 * `EnqueueRequestsFromMapFunc`. A `map` that takes time is waited for, up to the end of the controller; what it throws is the handler's error.
 * @param own what its keys name
 */
export function enqueueMapped(watches: Pick<Watches, 'map'>, own: WatchedKind, enqueue: Enqueue, signal: AbortSignal): ResourceEventHandler {
  const enqueueAll = (mapped: readonly unknown[], cause: Seq, priority: number): void => {
    const keys = new Set(mapped.flatMap((each) => keysOf(each, own)));
    for (const key of keys) enqueue(key, cause, priority);
  };
  const request = (objects: readonly KubeObject[], cause: Seq, priority: number): void | Promise<void> => {
    const mapped = objects.map((object): unknown => watches.map(object));
    if (!mapped.some(isThenable)) return enqueueAll(mapped, cause, priority);
    return orAborted(Promise.all(mapped), signal).then((all) => all && enqueueAll(all, cause, priority));
  };
  return {
    onAdd: (object, isInInitialList, cause) => request([object], cause, priorityOfAdd(isInInitialList)),
    onUpdate: (old, object, cause) => request([old, object], cause, priorityOfUpdate(old, object)),
    onDelete(deleted, cause) {
      const object = deleted instanceof DeletedFinalStateUnknown ? deleted.object : deleted;
      return object ? request([object], cause, 0) : undefined;
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** @throws CodedError `keys` for what a work queue cannot take */
function keysOf(mapped: unknown, { kind, namespaced }: WatchedKind): string[] {
  if (!Array.isArray(mapped)) throw wrongKeys(`\`map\` must give a list of keys such as { namespace: 'default', name: 'web' }, not ${shown(mapped)}`);
  if (mapped.length > maxMappedKeys) throw wrongKeys(`\`map\` gave ${mapped.length} keys for one object, and ${maxMappedKeys} at most are taken`);
  return mapped.map((key: unknown) => {
    const { name, namespace } = isRecord(key) ? key : {};
    if (!isName(name) || (namespace !== undefined && namespace !== '' && !isName(namespace))) {
      throw wrongKeys(`\`map\` must give keys such as { namespace: 'default', name: 'web' }, not ${shown(key)}`);
    }
    if (Boolean(namespace) !== namespaced) {
      const instead = namespaced ? `has no namespace, but each ${kind} is in one` : `has the namespace ${JSON.stringify(namespace)}, but no ${kind} is in one`;
      throw wrongKeys(`\`map\` gave a key that names nothing: ${JSON.stringify(name)} ${instead}`);
    }
    return namespacedKey(namespace as string | undefined, name);
  });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 253 && !value.includes('/');
}

function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return clip(text, 80);
}

function wrongKeys(message: string): CodedError<'keys'> {
  return new CodedError('keys', message, undefined);
}
