import { expect, it } from 'vitest';
import { happenedAt } from '../../../../extension/debugger/chain/happenedAt.ts';
import { sequenceOf } from '../../../../extension/debugger/chain/sequence.ts';
import { waterfallOf } from '../../../../extension/debugger/chain/waterfall.ts';
import type { TraceDraft } from '../../../../extension/trace/entry.ts';
import { patched } from '../../../support/chainPictures.ts';
import { traceOf, twoMerged } from '../../../support/traceOf.ts';

const spans = (entries: readonly (readonly [number, TraceDraft])[], now = 100) => waterfallOf([...traceOf(entries).entries()], now).spans.map(({ id, seq, from, to, inner, open }) => `${inner ? '  ' : ''}${id} #${seq} ${from}–${to}${open ? ' …' : ''}`);

it('the waterfall tells the time in each stage, of each that was merged, and of the steps within a run', () => {
  expect(spans(twoMerged)).toEqual([
    'event #2 10–11',
    'deltaQueue #6 11–15',
    'event #4 12–12',
    'deltaQueue #6 12–15',
    'store #7 15–15',
    'store #8 15–15',
    'handlerBuffer #9 15–16',
    'handlerBuffer #11 15–17',
    'handler #10 16–16',
    'workQueue #13 16–20',
    'handler #12 17–17',
    'workQueue #13 17–20',
    'reconcile #17 20–34',
    '  read #15 21–21',
    '  write #16 21–33',
    'seen #19 33–64',
  ]);
});

it('a run that has not ended goes on until now; an event that came before the answer took from the sending on', () => {
  const event = twoMerged[18]![1];
  const write = twoMerged[15]![1];
  expect(spans([...twoMerged.slice(0, 15), [30, event], [33, write]], 50).slice(-4)).toEqual(['reconcile #14 20–50 …', '  read #15 21–21', 'seen #16 21–30', '  write #17 21–33']);
});

it('what waits for its time, or for another run of its key, has a span of its own', () => {
  expect(
    spans([
      [0, { kind: 'workqueue.delayed', queue: 'q', key: 'k', after: 20 }],
      [20, { kind: 'workqueue.add', queue: 'q', key: 'k', cause: [1] }],
      [21, { kind: 'workqueue.get', queue: 'q', key: 'k', cause: [2], waited: 1, attempts: 0 }],
      [25, { kind: 'reconcile.start', controller: 'q', key: 'k', cause: [3], worker: 0 }],
      [26, { kind: 'reconcile.error', controller: 'q', key: 'k', cause: [4], ms: 1, message: 'no' }],
    ]),
  ).toEqual(['delayed #2 0–20', 'workQueue #3 20–21', 'worker #4 21–25', 'reconcile #5 25–26']);
});

it('the waterfall is bounded, which is said', () => {
  const trace = traceOf(Array.from({ length: 300 }, (_, index): [number, TraceDraft] => [index, { kind: 'reconcile.read', controller: 'q', key: 'k', lookup: 'l', cacheRv: '1' }]));
  const { spans: shown, more } = waterfallOf([...trace.entries()], 400);
  expect([shown.length, more]).toEqual([200, true]);
});

it('the sequence has a step for each message, between the lanes of the article', () => {
  const { steps, observed } = sequenceOf([...traceOf(twoMerged).entries()], ({ rv }) => (rv === '5' ? { manager: 'kubectl-edit', operation: 'Update' } : rv === '7' ? { manager: 'rollout', operation: 'Update' } : undefined));
  expect(steps.map(({ seq, from, to, way, label }) => `#${seq} ${from}→${to} ${way}: ${label}`)).toEqual([
    '#1 reflector→apiServer later: watch',
    '#2 kubectl→apiServer told: kubectl-edit Update',
    '#2 apiServer→reflector later: MODIFIED 5',
    '#3 reflector→queue call: Updated',
    '#4 apiServer→reflector later: MODIFIED 6',
    '#5 reflector→queue call: Updated',
    '#6 queue→queue call: Pop 2',
    '#7 queue→indexer call: update',
    '#8 queue→indexer call: update',
    '#9 queue→handler later: rollout OnUpdate',
    '#10 handler→workQueue call: add',
    '#11 queue→handler later: rollout OnUpdate',
    '#12 handler→workQueue call: coalesced',
    '#13 workQueue→reconcile later: get d/web',
    '#14 reconcile→reconcile call: reconcile',
    '#15 reconcile→indexer call: get v1/pods d/web',
    '#16 reconcile→apiServer call: patch v1/pods d/web 200',
    '#17 reconcile→reconcile call: done',
    '#18 reconcile→workQueue call: done',
    // Its own write is drawn already.
    '#19 apiServer→reflector later: MODIFIED 7',
  ]);
  expect(observed).toEqual(['apiServer', 'reflector', 'queue', 'indexer', 'handler', 'workQueue', 'reconcile']);
});

const causal = (entries: readonly (readonly [number, TraceDraft])[]) => [...traceOf(entries).entries()];

it('where the server tells of itself the waterfall begins at the request, by the server’s own times', () => {
  expect(spans(patched, 6020)).toEqual([
    'request #10 5988–5999',
    '  commit #11 5988–5997',
    'watchCache #12 5997–5998',
    'fanOut #13 5998–5999.2',
    'wire #2 5999.2–6000',
    'event #2 6000–6000.2',
    'deltaQueue #4 6000.2–6001.1',
    'store #5 6001.1–6001.1',
    'handlerBuffer #6 6001.1–6001.2',
    'handler #7 6001.2–6001.2',
    'workQueue #8 6001.2–6002.4',
    'reconcile #15 6002.4–6014.8',
    '  write #14 6002.5–6014.3',
    'request #16 6003.1–6013.5',
    '  commit #17 6003.1–6012',
    'watchCache #18 6012–6012.4',
    'fanOut #19 6012.4–6013',
    'wire #20 6013–6016',
    'seen #20 6014.3–6016',
  ]);
});

it('and the sequence fills all lanes, in the order in which it happened', () => {
  const { steps, observed } = sequenceOf(causal(patched), () => ({ manager: 'kubectl-patch', operation: 'Update' }));
  expect(observed).toEqual(['kubectl', 'apiServer', 'etcd', 'watchCache', 'reflector', 'queue', 'indexer', 'handler', 'workQueue', 'reconcile']);
  const told = steps.map(({ seq, from, to, label }) => `#${seq} ${from} → ${to}: ${label}`);
  expect(told.slice(1, 6)).toEqual([
    '#10 kubectl → apiServer: kubectl patch 200',
    '#11 apiServer → etcd: commit 184179',
    '#12 etcd → watchCache: slot 79',
    '#13 watchCache → apiServer: watcher 4',
    '#2 apiServer → reflector: MODIFIED 184179',
  ]);
  expect(told.slice(-7)).toEqual([
    '#14 reconcile → apiServer: patch apps/v1/replicasets web/api-5f6c 200',
    '#16 apiServer → apiServer: patch 200',
    '#17 apiServer → etcd: commit 184185',
    '#18 etcd → watchCache: slot 85',
    '#19 watchCache → apiServer: watcher 2',
    '#15 reconcile → reconcile: done',
    '#20 apiServer → reflector: MODIFIED 184185',
  ]);
  expect(steps.every(({ way }) => way !== 'told')).toBe(true);
});

it('a server that claims to have sent an event after it came is not believed, nor are the steps before that', () => {
  const late = patched.map(([t, draft]): [number, TraceDraft] => [t, draft.kind.startsWith('apiserver.') && 'at' in draft && typeof draft.at === 'number' && t === 6003 ? { ...draft, at: draft.at + 5 } as TraceDraft : draft]);
  const at = happenedAt(causal(late));
  expect([10, 11, 12, 13].map((seq) => at.get(seq))).toEqual([5993, 6000, 6000, 6000]);
});
