import type { ServerPicture } from '../../extension/protocol/pages/server.ts';

const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000];

/** A server that was asked this and that, and found some of it too much. */
export const serverPicture: ServerPicture = {
  address: 'https://kind-control-plane.example.com:6443',
  connection: 'connected',
  version: 'v1.34.0',
  identity: {
    user: 'dev@example.com',
    withheld: false,
    impersonated: {
      user: 'system:serviceaccount:shop:web',
      uid: '',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      extra: [{ name: 'example.com/reason', values: ['debugging'] }],
      more: 0,
    },
    replaced: 'bob',
  },
  requests: {
    sent: 1284,
    refused: 7,
    unanswered: 1,
    bytes: 48_204_117,
    throttled: 12,
    throttledMs: 3400,
    latency: { bounds, counts: [0, 3, 210, 640, 280, 90, 40, 12, 5, 2, 1, 0, 0, 0, 0], count: 1283, sum: 18_300 },
    kinds: [
      { verb: 'list', resource: 'v1/pods', requests: 812, refused: 5, unanswered: 1, bytes: 47_000_000, p50: 10, p99: 200 },
      { verb: 'patch', resource: 'apps/v1/deployments/status', requests: 410, refused: 2, unanswered: 0, bytes: 1_200_000, p50: 10, p99: 100 },
      { verb: 'watch', resource: 'v1/pods', requests: 12, refused: 0, unanswered: 0, bytes: 3812, p50: 5, p99: -1 },
      { verb: 'get', resource: 'discovery', requests: 50, refused: 0, unanswered: 50, bytes: 305, p50: -1, p99: -1 },
    ],
    tooMany: 5,
    refusals: [
      { verb: 'list', resource: 'v1/pods', agoMs: 4200, retryAfter: 1, flowSchema: '7d3f5a1e-2b1c-4f0e-9a55-1d0c7a7f1b11', priorityLevel: '2a8c9d10-54ab-4a67-8f34-0f5b2f1c9e77' },
      { verb: 'list', resource: 'v1/pods', agoMs: 64_200, retryAfter: -1, flowSchema: '', priorityLevel: '' },
    ],
    watches: [
      { resource: 'v1/pods', openMs: 192_000, quietMs: 31_000, bytes: 3412 },
      { resource: 'apps/v1/deployments', openMs: 190_000, quietMs: 200, bytes: 400 },
    ],
  },
  inside: null,
};
