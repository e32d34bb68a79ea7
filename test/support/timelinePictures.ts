import type { Lane, Mark, MarkKind, TimelinePicture } from '../../extension/protocol/pages/timeline.ts';

let seq = 0;

function mark(kind: MarkKind, t: number, more = 0, ms = 0): Mark {
  return { seq: ++seq, t, kind, ms, more };
}

function lane(key: string, marks: readonly Mark[], of: Partial<Lane> = {}): Lane {
  return { informer: 'v1/pods', key, pinned: false, selected: false, marks, omitted: 0, ...of };
}

/** Half a minute in which everything that has a sign of its own has happened. */
export const timelinePicture: TimelinePicture = {
  from: 10_000,
  to: 40_000,
  at: null,
  lanes: [
    lane('default/web-5f6c-abcde', [mark('event', 12_000), mark('delta', 12_010), mark('handler', 13_000), mark('reconcile', 16_000, 0, 2400), mark('event', 30_000, 4), mark('handler', 30_500)], { selected: true }),
    lane('default/api', [mark('event', 14_000), mark('handler', 14_900), mark('failed', 18_000, 0, 600), mark('failed', 22_000, 2, 500)], { informer: 'apps/v1/deployments', pinned: true }),
    lane('default/gone', [mark('tombstone', 20_000), mark('deleted', 21_000), mark('event', 26_000), mark('recreated', 26_100)]),
    lane('default/relabelled', [mark('event', 25_000), mark('left', 25_400)], { omitted: 12 }),
    lane('kube-system/a-very-long-name-that-does-not-fit-beside-the-lane-of-its-key', [mark('event', 33_000), mark('event', 39_000, 120)]),
  ],
  slopes: [
    { points: [{ lane: 0, t: 12_000, level: 'event' }, { lane: 0, t: 13_000, level: 'handler' }, { lane: 0, t: 16_000, level: 'reconcile' }] },
    { points: [{ lane: 0, t: 30_000, level: 'event' }, { lane: 1, t: 14_900, level: 'handler' }, { lane: 1, t: 18_000, level: 'reconcile' }] },
  ],
  others: 7,
  cut: false,
};
