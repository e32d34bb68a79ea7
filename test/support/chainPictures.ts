import { chainPage } from '../../extension/inspector/pages/chainPage.ts';
import type { SessionPicture } from '../../extension/inspector/sessionPicture.ts';
import type { ChainPicture } from '../../extension/protocol/pages/chain.ts';
import type { TraceDraft } from '../../extension/trace/entry.ts';
import { traceOf } from './traceOf.ts';

/** The picture that the host makes of an entry of a trace that was written by hand, on a session where nothing runs any more. */
export function chainPictureOf(entries: readonly (readonly [number, TraceDraft])[], seq: number, held: SessionPicture['stepper']['held'] = []): ChainPicture {
  const tracer = traceOf(entries);
  const session = { tracer, stepper: { held }, informers: { all: [] }, controllers: { running: [] }, now: () => entries.at(-1)![0] + 5 } as unknown as SessionPicture;
  return chainPage({ session, selected: null, words: () => ({ word: '', detail: '' }) }, { seq });
}

const pods = 'v1/pods';
const replicaSets = 'apps/v1/replicasets';
const api = 'web/api';
const pod = 'web/api-7d4b9c6f8-k8dp';
const controller = 'deployment-rollout';

/** As in the sketch of the panel: three changes are merged into one run, which reads, writes once and sees its write come back. */
export const rollout: readonly (readonly [number, TraceDraft])[] = [
  [0, { kind: 'reflector.watch', informer: 'apps/v1/deployments', resourceVersion: '1', timeoutSeconds: 300, streaming: false }], // 1
  [6000, { kind: 'reflector.event', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [1], type: 'MODIFIED' }], // 2
  [6000.2, { kind: 'queue.add', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [2], delta: 'Updated', waiting: 1 }], // 3
  [6001.1, { kind: 'queue.pop', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [3], deltas: ['Updated'], isInInitialList: false }], // 4
  [6001.1, { kind: 'store.update', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [4, 3], old: '184100' }], // 5
  [6001.2, { kind: 'handler.update', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [5], handler: controller, old: '184100', resync: false }], // 6
  [6001.2, { kind: 'workqueue.add', queue: controller, key: api, cause: [6] }], // 7
  [6001.4, { kind: 'reflector.event', informer: replicaSets, key: 'web/api-5f6c', rv: '184180', cause: [], type: 'MODIFIED' }], // 8
  [6001.5, { kind: 'queue.add', informer: replicaSets, key: 'web/api-5f6c', rv: '184180', cause: [8], delta: 'Updated', waiting: 1 }], // 9
  [6001.9, { kind: 'queue.pop', informer: replicaSets, key: 'web/api-5f6c', rv: '184180', cause: [9], deltas: ['Updated'], isInInitialList: false }], // 10
  [6001.9, { kind: 'store.update', informer: replicaSets, key: 'web/api-5f6c', rv: '184180', cause: [10, 9], old: '184101' }], // 11
  [6002, { kind: 'handler.update', informer: replicaSets, key: 'web/api-5f6c', rv: '184180', cause: [11], handler: controller, old: '184101', resync: false }], // 12
  [6002, { kind: 'workqueue.coalesced', queue: controller, key: api, cause: [12] }], // 13
  [6002.4, { kind: 'workqueue.get', queue: controller, key: api, cause: [7, 13], waited: 1.2, attempts: 0 }], // 14
  [6002.4, { kind: 'reconcile.start', controller, key: api, cause: [14], worker: 0 }], // 15
  [6002.5, { kind: 'reconcile.read', controller, key: api, cause: [15], lookup: 'byIndex apps/v1/replicasets owner 7f3e', cacheRv: '184180' }], // 16
  [6014.3, { kind: 'reconcile.write', controller, key: api, cause: [15], verb: 'patch', target: 'apps/v1/replicasets web/api-5f6c', code: 200, dryRun: false, rv: '184185', ms: 11.8 }], // 17
  [6014.8, { kind: 'reconcile.end', controller, key: api, cause: [15], ms: 12.4, result: 'done' }], // 18
  [6014.8, { kind: 'workqueue.done', queue: controller, key: api, cause: [14], requeued: false }], // 19
  [6030, { kind: 'reflector.event', informer: pods, key: pod, rv: '184188', cause: [], type: 'MODIFIED' }], // 20
  [6045.3, { kind: 'reflector.event', informer: replicaSets, key: 'web/api-5f6c', rv: '184185', cause: [], type: 'MODIFIED' }], // 21: the tracer names the write
];

/** What the API server tells of a change by kubectl that is read before that is heard of, and of the write that it has led to. On the playground alone. */
export const patched: readonly (readonly [number, TraceDraft])[] = [
  [0, { kind: 'reflector.watch', informer: 'apps/v1/deployments', resourceVersion: '1', timeoutSeconds: 300, streaming: false }], // 1
  [6000, { kind: 'reflector.event', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [1], type: 'MODIFIED' }], // 2
  [6000.2, { kind: 'queue.add', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [2], delta: 'Updated', waiting: 1 }], // 3
  [6001.1, { kind: 'queue.pop', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [3], deltas: ['Updated'], isInInitialList: false }], // 4
  [6001.1, { kind: 'store.update', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [4, 3], old: '184100' }], // 5
  [6001.2, { kind: 'handler.update', informer: 'apps/v1/deployments', key: api, rv: '184179', cause: [5], handler: controller, old: '184100', resync: false }], // 6
  [6001.2, { kind: 'workqueue.add', queue: controller, key: api, cause: [6] }], // 7
  [6002.4, { kind: 'workqueue.get', queue: controller, key: api, cause: [7], waited: 1.2, attempts: 0 }], // 8
  [6002.4, { kind: 'reconcile.start', controller, key: api, cause: [8], worker: 0 }], // 9
  [6003, { kind: 'apiserver.request', at: 5988, verb: 'patch', path: '/apis/apps/v1/namespaces/web/deployments/api', user: 'admin', userAgent: 'kubectl/v1.32.0 (linux/amd64) kubernetes/70d3cc9', code: 200, ms: 11 }], // 10
  [6003, { kind: 'apiserver.commit', at: 5997, resource: 'apps/v1/deployments', key: api, rv: '184179', revision: 184179, type: 'MODIFIED', cause: [10] }], // 11
  [6003, { kind: 'apiserver.cached', at: 5998, resource: 'apps/v1/deployments', key: api, rv: '184179', revision: 184179, slot: 79, capacity: 100, cause: [11] }], // 12
  [6003, { kind: 'apiserver.sent', at: 5999.2, resource: 'apps/v1/deployments', informer: 'apps/v1/deployments', key: api, rv: '184179', revision: 184179, watcher: 4, events: 1, bytes: 5312, seenAs: 2, cause: [12] }], // 13
  [6014.3, { kind: 'reconcile.write', controller, key: api, cause: [9], verb: 'patch', target: 'apps/v1/replicasets web/api-5f6c', code: 200, dryRun: false, rv: '184185', ms: 11.8 }], // 14
  [6014.8, { kind: 'reconcile.end', controller, key: api, cause: [9], ms: 12.4, result: 'done' }], // 15
  [6015, { kind: 'apiserver.request', at: 6003.1, verb: 'patch', path: '/apis/apps/v1/namespaces/web/replicasets/api-5f6c', user: 'admin', userAgent: 'informer-inspector (linux/x64)', code: 200, ms: 10.4, cause: [14] }], // 16
  [6015, { kind: 'apiserver.commit', at: 6012, resource: replicaSets, key: 'web/api-5f6c', rv: '184185', revision: 184185, type: 'MODIFIED', cause: [16] }], // 17
  [6015, { kind: 'apiserver.cached', at: 6012.4, resource: replicaSets, key: 'web/api-5f6c', rv: '184185', revision: 184185, slot: 85, capacity: 100, cause: [17] }], // 18
  [6015, { kind: 'apiserver.sent', at: 6013, resource: replicaSets, informer: replicaSets, key: 'web/api-5f6c', rv: '184185', revision: 184185, watcher: 2, events: 1, bytes: 4018, cause: [18] }], // 19
  [6016, { kind: 'reflector.event', informer: replicaSets, key: 'web/api-5f6c', rv: '184185', cause: [19], type: 'MODIFIED' }], // 20: the tracer names 14, too
];
