import { Histogram } from '../../extension/base/histogram.ts';
import { durationBounds } from '../../extension/inspector/figures/sessionFigures.ts';
import type { PanelState } from '../../extension/protocol/messages.ts';
import type { HistogramView, QueuesPicture, WorkQueueView } from '../../extension/protocol/pages/queues.ts';

/** Nothing runs yet. */
export const idleQueues: QueuesPicture = { deltaQueues: [], handlers: [], workQueues: [], controllers: [], keys: null };

const workQueue: WorkQueueView = {
  name: 'deployment-rollout',
  queue: ['web/api'],
  dirty: ['web/api'],
  processing: ['web/frontend'],
  waiting: [{ key: 'web/worker', dueInMs: 3200 }],
  failures: [{ key: 'web/worker', count: 3 }],
  counts: { queue: 1, processing: 1, dirty: 1, waiting: 1, failures: 1 },
  priorities: null,
  tokens: 97.4,
};

function histogram(...values: readonly number[]): HistogramView {
  const { bounds, counts, count, sum } = values.reduce((all, value) => {
    all.observe(value);
    return all;
  }, new Histogram(durationBounds));
  return { bounds, counts, count, sum };
}

const empty = (informer: string) => ({ informer, kind: 'DeltaFIFO' as const, keys: 0, deltas: 0, items: [], entries: [], held: false });

/** Three informers and a controller at work. */
export const liveQueues: QueuesPicture = {
  deltaQueues: ['apps/v1/deployments', 'apps/v1/replicasets', 'v1/pods'].map(empty),
  handlers: [
    { informer: 'apps/v1/deployments', name: 'deployment-rollout', backlog: 0, calls: 9_402, errors: 0, synced: true, calling: null },
    { informer: 'apps/v1/replicasets', name: 'deployment-rollout', backlog: 812, calls: 9_422, errors: 3, synced: true, calling: { key: 'web/api-5f6c', what: 'OnUpdate', forMs: 1_340 } },
    { informer: 'v1/pods', name: 'tree', backlog: 0, calls: 18_824, errors: 0, synced: false, calling: null },
  ],
  workQueues: [workQueue],
  controllers: [
    {
      name: 'deployment-rollout',
      workers: 2,
      busy: 1,
      lines: [
        { line: 'get', workers: 1, keys: [], held: false },
        { line: 'reconcile', workers: 1, keys: ['web/frontend'], held: false },
      ],
      last: 'reconcile',
      latency: histogram(0.08, 0.2, 0.2, 0.4, 0.4, 0.4, 0.9, 1.2, 2.2, 4, 12),
      work: histogram(3, 4, 4, 8, 11, 12, 12, 13, 24, 40, 180, 2_200),
      causes: [
        { kind: 'add', count: 42 },
        { kind: 'update', count: 7_811 },
        { kind: 'delete', count: 31 },
        { kind: 'resync', count: 412 },
        { kind: 'ownWrite', count: 31 },
        { kind: 'retry', count: 14 },
        { kind: 'requeue', count: 3 },
      ],
    },
  ],
  keys: {
    controller: 'deployment-rollout',
    total: 4,
    matching: 4,
    sorted: 4,
    first: 0,
    rows: [
      { key: 'web/frontend', state: 'processing', attempts: 0, runs: 12, result: 'done', error: '', dropped: false, durationMs: 12.4, dueInMs: null },
      { key: 'web/api', state: 'queued', attempts: 0, runs: 311, result: 'requeueAfter', error: '', dropped: false, durationMs: 8.25, dueInMs: null },
      { key: 'web/worker', state: 'waiting', attempts: 3, runs: 4, result: '', error: 'Deployment web/worker names an image that no registry knows', dropped: false, durationMs: 2_210, dueInMs: 3_200 },
      { key: 'jobs/etl', state: 'settled', attempts: 5, runs: 5, result: '', error: 'spec.replicas must not be negative', dropped: true, durationMs: 3, dueInMs: null },
    ],
  },
};

/** Held before a pop, with keys and deltas piling up behind it. */
export const pausedQueues: QueuesPicture = {
  ...liveQueues,
  deltaQueues: [
    {
      informer: 'v1/pods',
      kind: 'DeltaFIFO',
      keys: 3,
      deltas: 5,
      items: [
        { key: 'web/api-7d4b9c6f8-x2x1', deltas: [{ type: 'Updated', rv: '184187' }, { type: 'Deleted', rv: '184188' }], count: 2 },
        { key: 'web/api-7d4b9c6f8-k8dp', deltas: [{ type: 'Updated', rv: '184195' }, { type: 'Updated', rv: '184201' }], count: 2 },
        { key: 'jobs/etl-29-x', deltas: [{ type: 'Added', rv: '184199' }], count: 1 },
      ],
      entries: [],
      held: true,
    },
  ],
};

/** The same deltas in the order of the watch, behind one of the whole store. */
export const inOrderQueues: QueuesPicture = {
  ...liveQueues,
  deltaQueues: [
    {
      informer: 'v1/pods',
      kind: 'atomic',
      keys: 3,
      deltas: 6,
      items: [],
      entries: [
        { key: '', type: 'ReplacedAll', rv: '184180' },
        { key: 'web/api-7d4b9c6f8-x2x1', type: 'Updated', rv: '184187' },
        { key: 'web/api-7d4b9c6f8-x2x1', type: 'Deleted', rv: '184188' },
        { key: 'web/api-7d4b9c6f8-k8dp', type: 'Updated', rv: '184195' },
        { key: 'jobs/etl-29-x', type: 'Added', rv: '184199' },
      ],
      held: false,
    },
  ],
};

/** Held at two points for long, with far more waiting than is shown. */
export const busyQueues: QueuesPicture = {
  ...pausedQueues,
  deltaQueues: [
    {
      informer: 'v1/pods',
      kind: 'DeltaFIFO',
      keys: 19_940,
      deltas: 48_211,
      items: Array.from({ length: 20 }, (_, index) => ({
        key: `load/generator-6f6b679f8f-${String(index).padStart(5, '0')}`,
        deltas: Array.from({ length: 1 + (index % 4) }, (__, n) => ({ type: n === 3 ? 'Deleted' : 'Updated', rv: String(1_184_186_000 + index * 4 + n) })),
        count: index === 1 ? 2_002 : 1 + (index % 4),
      })),
      entries: [],
      held: true,
    },
  ],
  workQueues: [
    {
      ...workQueue,
      queue: Array.from({ length: 20 }, (_, index) => `load/generator-${index}`),
      dirty: Array.from({ length: 20 }, (_, index) => `load/generator-${index}`),
      counts: { queue: 812, processing: 1, dirty: 812, waiting: 1, failures: 1 },
    },
  ],
  controllers: liveQueues.controllers.map((controller) => ({ ...controller, lines: [{ line: 'get' as const, workers: 1, keys: ['web/api'], held: true }, { line: 'reconcile' as const, workers: 1, keys: ['web/frontend'], held: false }] })),
  keys: {
    controller: 'deployment-rollout',
    total: 20_000,
    matching: 20_000,
    sorted: 5_000,
    first: 0,
    rows: Array.from({ length: 50 }, (_, index) => ({ key: `load/generator-${index}`, state: 'queued' as const, attempts: 0, runs: index, result: 'done', error: '', dropped: false, durationMs: index / 3, dueInMs: null })),
  },
};

/** What the host would say of the queues in this state. */
export function queuesOf({ informers, pipeline, stepper }: PanelState): QueuesPicture {
  if (informers.length === 0) return idleQueues;
  if (pipeline.deltaQueue.keys > 1000) return busyQueues;
  return stepper.held.some(({ point }) => point === 'queue.pop') ? pausedQueues : liveQueues;
}
