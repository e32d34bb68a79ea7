import type { ListPage } from '../../extension/informer/listerWatcher.ts';
import type { KubeObject, ObjectMeta } from '../../extension/kube/object.ts';
import { initialEventsEndAnnotation, type WatchEvent } from '../../extension/kube/watchEvent.ts';

/** A pod of namespace `d`, as small as can be. */
export function pod(name: string, resourceVersion: number | string, meta: Partial<ObjectMeta> = {}): KubeObject {
  const rv = String(resourceVersion);
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'd', uid: `u-${name}`, resourceVersion: rv, ...meta } };
}

export function page(resourceVersion: number | string, items: readonly KubeObject[] = [], more: Partial<ListPage> = {}): ListPage {
  return { kind: 'PodList', resourceVersion: String(resourceVersion), items, bytes: 100 * items.length, ...more };
}

export function added(object: KubeObject): WatchEvent {
  return { type: 'ADDED', object };
}

export function modified(object: KubeObject): WatchEvent {
  return { type: 'MODIFIED', object };
}

export function deleted(object: KubeObject): WatchEvent {
  return { type: 'DELETED', object };
}

export function bookmark(resourceVersion: number | string, initialEventsEnd = false): WatchEvent {
  const annotations = initialEventsEnd ? { annotations: { [initialEventsEndAnnotation]: 'true' } } : {};
  return { type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: String(resourceVersion), ...annotations } } };
}

/** What a watch sends whose version has gone from the server's history: HTTP 200, then this. */
export function expiredEvent(): WatchEvent {
  return errorEvent(410, 'Expired', 'too old resource version: 1 (2)');
}

export function errorEvent(code: number, reason: string, message = reason): WatchEvent {
  return { type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code } };
}
