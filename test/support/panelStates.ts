import { noActivity } from '../../extension/inspector/activityRing.ts';
import type { ActivityView, DeltaQueueView, PanelState } from '../../extension/protocol/messages.ts';
import { notStepped } from '../../extension/protocol/stepping.ts';
import { noTime } from '../../extension/protocol/time.ts';

/** Half a minute of something that comes and goes, around `mean` a second. */
function activity(mean: number, lastMs: number): ActivityView {
  return { rates: Array.from({ length: 30 }, (_, second) => Math.round(mean * (1 + Math.sin(second / 3) * 0.6 + (second % 7 === 0 ? 0.4 : 0)))), lastMs };
}

/** A session in which nothing runs yet. */
export const idle: PanelState = {
  session: { id: 'session-1', title: 'kind-dev', source: 'context', ended: false },
  informers: [],
  selected: null,
  stepper: notStepped,
  time: noTime,
  lints: { raised: 0, newest: null, ofKeys: [] },
  pipeline: {
    server: null,
    activity: { apiserver: noActivity, reflector: noActivity, queue: noActivity, store: noActivity },
    reflector: { informer: '', informers: 0, failing: 0, state: 'not started', detail: '', lists: 0, events: 0, eventsPerSecond: 0, errors: 0, resourceVersion: '' },
    deltaQueue: { keys: 0, deltas: 0, added: 0, popped: 0 },
    indexer: { objects: 0, added: 0, updated: 0, deleted: 0, resourceVersion: '' },
    handlers: [],
    workQueue: { ready: 0, processing: 0, waiting: 0, added: 0, coalesced: 0, got: 0, done: 0, requeued: 0 },
    workers: { controllers: [] },
  },
  deltaQueues: [],
};

/** No session at all. */
export const none: PanelState = { ...idle, session: { id: '', title: '', source: 'none', ended: false } };

/** Two informers and a controller at work. */
export const live: PanelState = {
  ...idle,
  informers: ['apps/v1/deployments', 'apps/v1/replicasets', 'v1/pods'],
  pipeline: {
    server: null,
    activity: { apiserver: activity(42, 240), reflector: activity(43, 240), queue: activity(84, 238), store: activity(42, 236) },
    reflector: { informer: 'v1/pods', informers: 3, failing: 0, state: 'watching', detail: 'watch open for 3 min 12 s', lists: 3, events: 18_412, eventsPerSecond: 42, errors: 0, resourceVersion: '184201' },
    deltaQueue: { keys: 0, deltas: 0, added: 18_824, popped: 18_824 },
    indexer: { objects: 412, added: 412, updated: 18_102, deleted: 310, resourceVersion: '184201' },
    handlers: [
      { name: 'deployment-rollout', calls: 18_824, backlog: 0, errors: 0, activity: activity(42, 235) },
      { name: 'tree', calls: 18_824, backlog: 0, errors: 0, activity: activity(42, 235) },
    ],
    workQueue: { ready: 1, processing: 1, waiting: 1, added: 9_402, coalesced: 311, got: 9_091, done: 9_090, requeued: 14 },
    workers: {
      controllers: [
        {
          name: 'deployment-rollout',
          workers: 2,
          busy: 1,
          reconciles: 9_090,
          reads: 18_204,
          writes: 31,
          errors: 0,
          dryRun: true,
          activity: activity(12, 1_400),
          queue: { ready: 1, processing: 1, waiting: 1, activity: activity(30, 1_390) },
        },
      ],
    },
  },
  deltaQueues: ['apps/v1/deployments', 'apps/v1/replicasets', 'v1/pods'].map((informer): DeltaQueueView => ({ informer, kind: 'DeltaFIFO' })),
};

/** Held before a pop, with keys and deltas piling up behind it. */
export const paused: PanelState = {
  ...live,
  selected: 'v1/pods',
  stepper: {
    ...notStepped,
    paused: true,
    held: [{ id: 1, point: 'queue.pop', owner: 'v1/pods', key: 'web/api-7d4b9c6f8-x2x1', heldMs: 6300, briefly: false, takes: [] }],
    heldCount: 1,
    chosen: 1,
    reason: { type: 'pause', detail: '' },
    pile: { ...notStepped.pile, deltas: 5, deltaKeys: 3, workKeys: 1 },
  },
  pipeline: {
    ...live.pipeline,
    reflector: { ...live.pipeline.reflector, informers: 1 },
    deltaQueue: { keys: 3, deltas: 5, added: 18_829, popped: 18_824 },
    indexer: { ...live.pipeline.indexer, resourceVersion: '184186' },
  },
  deltaQueues: [{ informer: 'v1/pods', kind: 'DeltaFIFO' }],
};

/** Held at both points for long, with far more waiting than is shown. */
export const busy: PanelState = {
  ...paused,
  stepper: {
    ...notStepped,
    paused: true,
    held: [
      { id: 3, point: 'queue.pop', owner: 'v1/pods', key: 'kube-system/coredns-6f6b679f8f-4mkqz', heldMs: 754_000, briefly: false, takes: [] },
      { id: 4, point: 'workqueue.get', owner: 'deployment-rollout', key: 'web/api', heldMs: 12_000, briefly: false, takes: [] },
    ],
    heldCount: 2,
    chosen: 3,
    reason: { type: 'breakpoint', detail: 'Deleted · kube-system/*' },
    pile: { deltas: 48_211, deltaKeys: 19_940, workKeys: 812, bound: 48_211, full: ['v1/pods'] },
  },
  pipeline: {
    ...paused.pipeline,
    reflector: {
      informer: 'v1/pods',
      informers: 1,
      failing: 1,
      state: 'backing off',
      detail: 'watch failed: 403 Forbidden: pods is forbidden: User "dev" cannot watch resource "pods" in API group "" at the cluster scope; next attempt in 4.2 s',
      lists: 12,
      events: 1_204_117,
      eventsPerSecond: 4_980,
      errors: 9,
      resourceVersion: '1184201997',
    },
    deltaQueue: { keys: 19_940, deltas: 48_211, added: 1_252_328, popped: 1_204_117 },
    indexer: { objects: 20_000, added: 20_000, updated: 1_182_102, deleted: 2_015, resourceVersion: '1184186003' },
    handlers: [
      { name: 'deployment-rollout', calls: 1_204_117, backlog: 812, errors: 3, activity: activity(4_980, 3) },
      { name: 'tree', calls: 1_204_929, backlog: 0, errors: 0, activity: activity(4_980, 2) },
    ],
  },
  deltaQueues: [{ informer: 'v1/pods', kind: 'RealFIFO' }],
};

/** The session is gone; this is the last of it. */
export const ended: PanelState = { ...live, session: { ...live.session, ended: true } };

/** The API server is gone for two of three informers; nothing is paused. */
export const failing: PanelState = {
  ...live,
  pipeline: {
    ...live.pipeline,
    reflector: { ...live.pipeline.reflector, informer: 'v1/pods', failing: 2, state: 'unreachable', detail: 'retry 3 in 5 s', eventsPerSecond: 0, errors: 6 },
  },
};
