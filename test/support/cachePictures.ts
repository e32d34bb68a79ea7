import type { CachePicture, CheckView, VerificationView } from '../../extension/protocol/pages/cache.ts';

const unchecked: CheckView = { ready: true, progress: null, last: null, failure: '', relistedMs: null };

/** A cache that nobody has compared yet, beside two others. */
export const liveCache: CachePicture = {
  informer: 'v1/pods',
  informers: ['apps/v1/deployments', 'v1/pods', 'v1/pods@web#metadata'],
  objects: 412,
  indexes: [
    { name: 'namespace', values: 3 },
    { name: 'owner', values: 96 },
  ],
  index: {
    name: 'namespace',
    total: 3,
    first: 0,
    values: [
      { value: 'jobs', keys: 353 },
      { value: 'kube-system', keys: 21 },
      { value: 'web', keys: 38 },
    ],
  },
  keys: null,
  reads: [
    {
      controller: 'deployment-rollout',
      gets: 9_102,
      lists: 9_102,
      lookups: [
        { lookup: 'get apps/v1/deployments', count: 9_102, misses: 12, last: 'get apps/v1/deployments web/api', seq: 88 },
        { lookup: 'byIndex apps/v1/replicasets owner', count: 9_102, misses: 0, last: 'byIndex apps/v1/replicasets owner 7f3c-41', seq: 90 },
      ],
      lastRun: { key: 'web/api', seq: 87, lookups: ['get apps/v1/deployments web/api', 'byIndex apps/v1/replicasets owner 7f3c-41'], count: 2 },
    },
  ],
  staleness: [
    { informer: 'apps/v1/deployments', state: 'watching', synced: true, storeVersion: '184100', seenVersion: '184198', behindSeen: 0, behindNewest: 3, deltas: 0, keys: 0, lastByteMs: 21_000, lastBookmarkMs: 21_000, listedMs: 640_000 },
    { informer: 'v1/pods', state: 'watching', synced: true, storeVersion: '184186', seenVersion: '184201', behindSeen: 15, behindNewest: 15, deltas: 5, keys: 3, lastByteMs: 200, lastBookmarkMs: 31_000, listedMs: 640_000 },
    { informer: 'v1/pods@web#metadata', state: 'listing', synced: false, storeVersion: '', seenVersion: '', behindSeen: null, behindNewest: null, deltas: 0, keys: 0, lastByteMs: null, lastBookmarkMs: null, listedMs: null },
  ],
  disagreements: {
    compared: 38,
    count: 1,
    first: [{ key: 'web/api-7d4b9c6f8-x2x1', informer: 'v1/pods@web#metadata', rv: '184188', other: 'v1/pods', otherRv: '184187' }],
  },
  check: unchecked,
};

/** One value of the index is open. */
export const openCache: CachePicture = {
  ...liveCache,
  keys: {
    value: 'web',
    total: 38,
    first: 0,
    keys: Array.from({ length: 38 }, (_, index) => ({ key: `web/api-7d4b9c6f8-${String(index).padStart(4, '0')}`, rv: String(184_100 + index) })),
  },
};

const verification: VerificationView = {
  agoMs: 4_200,
  tookMs: 312,
  outcome: 'same',
  version: '184210',
  objects: 412,
  pages: 1,
  bytes: 2_183_112,
  changedSince: 3,
  stopped: false,
  counts: { missing: 0, extra: 0, older: 0, newer: 0, otherUid: 0 },
  differences: [],
  undecided: null,
};

export const trueCache: CachePicture = { ...liveCache, check: { ...unchecked, last: verification } };

/** One of each kind, and one that could not be decided. */
export const falseCache: CachePicture = {
  ...liveCache,
  check: {
    ...unchecked,
    last: {
      ...verification,
      outcome: 'differs',
      counts: { missing: 1, extra: 1, older: 1, newer: 1, otherUid: 1 },
      differences: [
        { key: 'jobs/etl-29-x', kind: 'missing', cachedRv: '', serverRv: '184199', cachedUid: '', serverUid: '0a41' },
        { key: 'web/api-5f6c-old1', kind: 'extra', cachedRv: '183001', serverRv: '', cachedUid: '7f3c', serverUid: '' },
        { key: 'web/api-7d4b9c6f8-k8dp', kind: 'older', cachedRv: '184100', serverRv: '184195', cachedUid: '91be', serverUid: '91be' },
        { key: 'web/api-7d4b9c6f8-x2x1', kind: 'newer', cachedRv: '184209', serverRv: '184187', cachedUid: '33d0', serverUid: '33d0' },
        { key: 'web/worker-0', kind: 'otherUid', cachedRv: '180002', serverRv: '184150', cachedUid: '5c1a-07', serverUid: 'e802-11' },
      ],
      undecided: { count: 1, why: 'behind', differences: [{ key: 'web/worker-1', kind: 'extra', cachedRv: '184003', serverRv: '', cachedUid: '5c1b', serverUid: '' }] },
    },
  },
};

export const waitingCache: CachePicture = { ...liveCache, check: { ...unchecked, progress: { phase: 'waiting', objects: 2, remaining: null, version: '184210', queued: false } } };
