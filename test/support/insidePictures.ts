import type { InsideLook } from '../../extension/protocol/pages/server/insideLook.ts';
import type { InsideParts, InsidePicture } from '../../extension/protocol/pages/server/insidePicture.ts';
import type { RingSlot } from '../../extension/introspection/introspection.ts';
import type { WatcherView } from '../../extension/introspection/introspection.ts';
import { serverPicture } from './serverPictures.ts';

/** Nothing of the inside is looked at. */
export const noInside: InsideLook = { parts: [], resource: 'v1/pods', after: '', object: '', from: -1, event: { resource: '', revision: 0 } };

const treeWatcher: WatcherView = {
  id: 7,
  auditId: '5b0f6a52-7c1e-4a5c-9d1f-0b1c2d3e4f5a',
  user: 'playground',
  userAgent: 'informer-inspector (linux/x64)',
  labelSelector: '',
  fieldSelector: '',
  namespace: '',
  buffered: 0,
  capacity: 100,
  live: true,
  bookmarks: true,
  lastBookmark: 184_020,
  openMs: 192_000,
  deadlineMs: 230_000,
  ended: '',
};

const kubelet: WatcherView = { ...treeWatcher, id: 2, user: 'system:node:node-1', userAgent: 'kubelet/v1.34', fieldSelector: 'spec.nodeName=node-1', buffered: 10, capacity: 10, bookmarks: false, lastBookmark: 0, live: false };
const slow: WatcherView = { ...treeWatcher, id: 3, userAgent: 'ci-runner', labelSelector: 'app in (web,api),tier!=db', namespace: 'shop', lastBookmark: 0, ended: 'slow' };

const types = ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'] as const;

function slot(position: number): RingSlot {
  return { position, slot: position % 100, revision: 184_000 + position, type: types[position % 4]!, key: position % 3 === 0 ? 'default/web-7d4b9c6f8-x2x1' : 'shop/checkout-5c9d8b7f6d-very-long-name-of-a-pod-abcde', ageMs: (140 - position) * 800 };
}

const traffic = { requests: 812, bytes: 47_000_000, fromCache: 48_720, fromStorage: 60 };

/** Something to see in each part. */
export const insideParts: InsideParts = {
  storage: { revision: 184_137, head: 184_140, compacted: 120_000, pending: 3, keys: 214, versions: 64_351, commitLatencyMs: 120 },
  caches: [
    {
      resource: 'apps/v1/deployments',
      prefix: '/registry/apps/deployments/',
      cached: true,
      ready: true,
      notReadyMs: 0,
      version: 184_137,
      objects: 12,
      lagMs: 0,
      profile: 'current',
      indexed: true,
      triggerField: '',
      ring: { capacity: 100, length: 12, minCapacity: 100, maxCapacity: 102_400, windowMs: 75_000, oldestServable: 100 },
      watchers: 2,
      reads: { cache: { requests: 4, objects: 48 }, snapshot: { requests: 0, objects: 0 }, storage: { requests: 0, objects: 0 } },
    },
    {
      resource: 'v1/pods',
      prefix: '/registry/pods/',
      cached: true,
      ready: false,
      notReadyMs: 1200,
      version: 184_139,
      objects: 5000,
      lagMs: 40,
      profile: 'current',
      indexed: true,
      triggerField: 'spec.nodeName',
      ring: { capacity: 100, length: 100, minCapacity: 100, maxCapacity: 102_400, windowMs: 75_000, oldestServable: 184_039 },
      watchers: 52,
      reads: { cache: { requests: 812, objects: 48_720 }, snapshot: { requests: 3, objects: 1500 }, storage: { requests: 1, objects: 60 } },
    },
  ],
  ring: {
    resource: 'v1/pods',
    ring: { capacity: 100, length: 100, minCapacity: 100, maxCapacity: 102_400, windowMs: 75_000, oldestServable: 184_039 },
    start: 40,
    end: 140,
    growth: [
      { from: 100, to: 200, revision: 150_000, ageMs: 900_000 },
      { from: 200, to: 400, revision: 151_000, ageMs: 600_000 },
      { from: 400, to: 200, revision: 160_000, ageMs: 200_000 },
      { from: 200, to: 100, revision: 170_000, ageMs: 90_000 },
    ],
    slots: Array.from({ length: 100 }, (_, index) => slot(40 + index)),
  },
  store: {
    resource: 'v1/pods',
    version: 184_139,
    total: 5000,
    items: [
      { path: '/registry/pods/default/web-1', key: 'default/web-1', revision: 184_100 },
      { path: '/registry/pods/shop/checkout-1', key: 'shop/checkout-1', revision: 171_204 },
    ],
    next: '/registry/pods/shop/checkout-1',
    object: { path: '/registry/pods/default/web-1', revision: 184_100, text: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-1\n  namespace: default\n', cut: true },
  },
  watchers: { resource: 'v1/pods', total: 52, rows: [treeWatcher, kubelet, slow] },
  fanOut: {
    resource: 'v1/pods',
    revision: 184_139,
    watchers: 52,
    asked: 4,
    sent: 1,
    offers: [
      { watcher: treeWatcher, outcome: 'MODIFIED' },
      { watcher: slow, outcome: 'filtered' },
      { watcher: { ...treeWatcher, id: 9, userAgent: '' }, outcome: 'seen' },
      { watcher: { ...slow, id: 12 }, outcome: 'closed' },
    ],
  },
  inflight: {
    total: 240,
    rows: [
      { auditId: '5b0f6a52-7c1e-4a5c-9d1f-0b1c2d3e4f5a', verb: 'watch', path: '/api/v1/pods', query: 'allowWatchBookmarks=true&resourceVersion=184020&timeoutSeconds=422&watch=1', user: 'playground', userAgent: 'informer-inspector (linux/x64)', code: 200, sinceMs: 192_000 },
      { auditId: 'c3a1', verb: 'create', path: '/apis/apps/v1/namespaces/shop/replicasets', query: '', user: '', userAgent: '', code: 0, sinceMs: 90 },
    ],
  },
  flow: {
    maxReading: 400,
    maxMutating: 200,
    reading: 400,
    mutating: 31,
    watching: 52,
    levels: [
      { name: 'exempt', exempt: true, shares: 0, seats: 0, seatsInUse: 0, queues: 0, queueLength: 0, waiting: 0, longest: [], dispatched: 12, rejected: 0, waitedMs: 0 },
      { name: 'system', exempt: false, shares: 30, seats: 74, seatsInUse: 3, queues: 64, queueLength: 50, waiting: 0, longest: [], dispatched: 40_102, rejected: 0, waitedMs: 0 },
      {
        name: 'workload-low',
        exempt: false,
        shares: 100,
        seats: 245,
        seatsInUse: 245,
        queues: 128,
        queueLength: 50,
        waiting: 612,
        longest: [{ queue: 17, waiting: 50, flow: 'system:serviceaccount:ci:runner' }],
        dispatched: 9120,
        rejected: 1404,
        waitedMs: 81_000,
      },
      { name: 'catch-all', exempt: false, shares: 5, seats: 13, seatsInUse: 0, queues: 0, queueLength: 0, waiting: 0, longest: [], dispatched: 0, rejected: 0, waitedMs: 0 },
    ],
    schemas: [
      { name: 'system-nodes', uid: 'system-nodes', precedence: 500, level: 'system', distinguisher: 'ByUser', matched: 40_102, rejected: 0 },
      { name: 'service-accounts', uid: 'service-accounts', precedence: 9000, level: 'workload-low', distinguisher: 'ByUser', matched: 10_524, rejected: 1404 },
      { name: 'catch-all', uid: 'catch-all', precedence: 10_000, level: 'catch-all', distinguisher: '', matched: 0, rejected: 0 },
    ],
  },
  audit: {
    file: '/tmp/playground-audit.ndjson',
    policy: [
      { level: 'None', verbs: ['watch', 'list'], resources: ['events', '*.coordination.k8s.io'], users: ['system:kube-proxy'], namespaces: [], matched: 310 },
      { level: 'Metadata', verbs: [], resources: [], users: [], namespaces: [], matched: 1 },
    ],
    events: 12_840,
    bytes: 9_400_211,
    bytesPerSecond: 20_480,
    volume: [{ verb: 'patch', resource: 'apps/v1/deployments/status', level: 'RequestResponse', events: 410, bytes: 4_100_000 }],
    recent: [{ auditId: 'd0e9', stage: 'ResponseComplete', level: 'Metadata', verb: 'update', user: 'system:node:node-1', uri: '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1?timeout=10s', code: 200, bytes: 812, ageMs: 400 }],
  },
  traffic: {
    forMs: 600_000,
    resources: [
      {
        resource: 'v1/pods',
        objects: 5000,
        listBytes: 26_400_000,
        listMeasured: true,
        lists: traffic,
        watches: { requests: 52, bytes: 1_204_000, fromCache: 5200, fromStorage: 0, open: 52, events: 18_402, latency: { count: 18_402, p50: 0.8, p99: 6.2, max: 41 } },
      },
      {
        resource: 'apps/v1/deployments',
        objects: 12,
        listBytes: 38_000,
        listMeasured: false,
        lists: { requests: 0, bytes: 0, fromCache: 0, fromStorage: 0 },
        watches: { requests: 2, bytes: 3800, fromCache: 12, fromStorage: 0, open: 2, events: 0, latency: { count: 0, p50: 0, p99: 0, max: 0 } },
      },
    ],
    pollers: { resource: 'v1/pods', pollers: 20, periodMs: 1000, consistent: false, runningMs: 30_000, running: true, cost: { requests: 590, bytes: 15_576_000_000, fromCache: 2_950_000, fromStorage: 0 }, failed: 0, late: 12, latency: { count: 81, p50: 520, p99: 990, max: 1102 } },
    spared: { gets: 1204, lists: 86 },
  },
  world: {
    size: 'town',
    seed: 7,
    churn: 'calm',
    speed: 3,
    worldMs: 3_600_000,
    total: 114,
    controllers: [
      { name: 'kubelet/node-3', user: 'system:node:node-3', connected: false, synced: true, queued: 14, reconciles: 320, failures: 0, lastError: '' },
      { name: 'replicaset', user: 'system:serviceaccount:kube-system:replicaset-controller', connected: true, synced: true, queued: 2, reconciles: 1204, failures: 3, lastError: 'pods "web-7d4b9c6f8-x2x1" is forbidden: exceeded quota.' },
      { name: 'scheduler', user: 'system:kube-scheduler', connected: true, synced: false, queued: 0, reconciles: 812, failures: 0, lastError: '' },
    ],
  },
};

/** Every part has answered. */
export const liveInside: InsidePicture = {
  state: 'live',
  parts: Object.fromEntries(Object.entries(insideParts).map(([part, value]) => [part, { value, fault: null }])) as InsidePicture['parts'],
};

/** The API server of the playground. */
export const playgroundServer = { ...serverPicture, inside: liveInside };
