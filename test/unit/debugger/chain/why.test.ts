import { describe, expect, it } from 'vitest';
import { type Why, whyItRan, type WriterOf } from '../../../../extension/debugger/chain/why.ts';
import type { EntryOf, TraceDraft } from '../../../../extension/trace/entry.ts';
import type { Tracer } from '../../../../extension/trace/tracer.ts';
import { patched } from '../../../support/chainPictures.ts';
import { traceOf, twoMerged } from '../../../support/traceOf.ts';

const why = (trace: Tracer, seq: number, writerOf?: WriterOf): Why => whyItRan(trace, trace.at(seq) as EntryOf<'reconcile.start'>, writerOf);
const queue = 'rollout';
const key = 'd/web';

/** A run that was asked for by `asked`, whose numbers follow. */
function runAfter(...asked: readonly TraceDraft[]): Tracer {
  const last = asked.length;
  return traceOf([
    ...asked.map((draft, index): [number, TraceDraft] => [index, draft]),
    [100, { kind: 'workqueue.get', queue, key, cause: [last], waited: 0, attempts: 0 }],
    [100, { kind: 'reconcile.start', controller: queue, key, cause: [last + 1], worker: 0 }],
  ]);
}

describe('why a reconcile ran', () => {
  it('names every event that was merged into it, and by what it asked', () => {
    const { reasons, more } = why(traceOf(twoMerged), 14);
    expect(reasons).toMatchObject([
      { id: 'event', origin: 2, asked: 10, words: { type: 'MODIFIED', key, informer: 'v1/pods' } },
      { id: 'event', origin: 4, asked: 12 },
    ]);
    expect(more).toBe(false);
  });

  it('names the request, where the server tells of it, whatever the object says', () => {
    const writerOf: WriterOf = () => ({ manager: 'kubectl-patch', operation: 'Update' });
    expect(why(traceOf(patched), 9, writerOf).reasons).toMatchObject([
      { id: 'eventOfRequest', origin: 2, words: { what: 'kubectl patch', user: 'admin', path: '/apis/apps/v1/namespaces/web/deployments/api' }, entries: { entry: 2, request: 10 } },
    ]);
  });

  it('names who wrote it, where the object tells', () => {
    const writerOf: WriterOf = ({ rv }) => (rv === '6' ? { manager: 'kubectl-edit', operation: 'Update' } : undefined);
    expect(why(traceOf(twoMerged), 14, writerOf).reasons).toMatchObject([{ id: 'event' }, { id: 'eventOfWriter', words: { manager: 'kubectl-edit', operation: 'Update' } }]);
  });

  it('knows its own write by the event that names it, and by the write that names the event', () => {
    const run = (from: number): [number, TraceDraft][] => [
      [70, { kind: 'queue.add', informer: 'v1/pods', key, cause: [from], delta: 'Updated', waiting: 1 }],
      [70, { kind: 'queue.pop', informer: 'v1/pods', key, cause: [20], deltas: ['Updated'], isInInitialList: false }],
      [70, { kind: 'store.update', informer: 'v1/pods', key, rv: '7', cause: [21, 20], old: '6' }],
      [70, { kind: 'handler.update', informer: 'v1/pods', key, cause: [22], handler: queue, old: '6', resync: false }],
      [70, { kind: 'workqueue.add', queue, key, cause: [23] }],
      [70, { kind: 'workqueue.get', queue, key, cause: [24], waited: 0, attempts: 0 }],
      [70, { kind: 'reconcile.start', controller: queue, key, cause: [25], worker: 0 }],
    ];
    expect(why(traceOf([...twoMerged, ...run(19)]), 26).reasons).toMatchObject([{ id: 'eventOfOwnWrite', origin: 19, entries: { write: 16 } }]);
    const early = [...twoMerged.slice(0, 15), [30, twoMerged[18]![1]], [33, twoMerged[15]![1]], ...twoMerged.slice(16, 18)] as [number, TraceDraft][];
    expect(why(traceOf([...early, ...run(16)]), 26).reasons).toMatchObject([{ id: 'eventOfOwnWrite', origin: 16, entries: { write: 17 } }]);
  });

  it('is a list, a tombstone, a resync or what was there when the handler came', () => {
    const informer = 'v1/pods';
    const listed = (delta: 'Replaced' | 'Deleted' | 'Sync', change: TraceDraft, call: TraceDraft): Tracer =>
      runAfter(
        { kind: 'reflector.listed', informer, items: 1, pages: 1, bytes: 1, resourceVersion: '9' },
        { kind: 'queue.add', informer, key, cause: [1], delta, waiting: 1, rule: 'D-19' },
        { kind: 'queue.pop', informer, key, cause: [2], deltas: [delta], isInInitialList: false },
        change,
        call,
        { kind: 'workqueue.add', queue, key, cause: [5] },
      );
    const update: TraceDraft = { kind: 'store.update', informer, key, rv: '9', cause: [3, 2], old: '4' };
    const called: TraceDraft = { kind: 'handler.update', informer, key, cause: [4], handler: queue, old: '4', resync: false };
    expect(why(listed('Replaced', update, called), 8).reasons).toMatchObject([{ id: 'list', origin: 1, words: { key } }]);
    expect(why(listed('Sync', update, called), 8).reasons).toMatchObject([{ id: 'resync', origin: 1 }]);
    const gone: TraceDraft = { kind: 'store.delete', informer, key, cause: [3, 2], tombstone: true };
    expect(why(listed('Deleted', gone, { kind: 'handler.delete', informer, key, cause: [4], handler: queue, tombstone: true }), 8).reasons).toMatchObject([{ id: 'tombstone', origin: 1 }]);
    const first = runAfter({ kind: 'handler.add', informer, key, cause: [], handler: queue, isInInitialList: true }, { kind: 'workqueue.add', queue, key, cause: [1] });
    expect(why(first, 4).reasons).toMatchObject([{ id: 'initial', origin: 1, words: { informer } }]);
    const own = runAfter({ kind: 'handler.update', informer, key, cause: [], handler: queue, old: '4', resync: true }, { kind: 'workqueue.add', queue, key, cause: [1] });
    expect(why(own, 4).reasons).toMatchObject([{ id: 'resync', origin: 1 }]);
  });

  it('is what somebody had happen', () => {
    const whatIf: TraceDraft = { kind: 'whatif.applied', informer: 'v1/pods', key, what: 'forge', detail: 'MODIFIED' };
    const chain = (first: TraceDraft): Tracer =>
      runAfter(
        whatIf,
        first,
        { kind: 'queue.add', informer: 'v1/pods', key, cause: [2], delta: 'Updated', waiting: 1 },
        { kind: 'queue.pop', informer: 'v1/pods', key, cause: [3], deltas: ['Updated'], isInInitialList: false },
        { kind: 'store.update', informer: 'v1/pods', key, cause: [4, 3], old: '1' },
        { kind: 'handler.update', informer: 'v1/pods', key, cause: [5], handler: queue, old: '1', resync: false },
        { kind: 'workqueue.add', queue, key, cause: [6] },
      );
    expect(why(chain({ kind: 'reflector.event', informer: 'v1/pods', key, type: 'MODIFIED', cause: [1] }), 9).reasons).toMatchObject([{ id: 'eventOfWhatIf', origin: 2, words: { detail: 'forge MODIFIED' }, entries: { whatIf: 1 } }]);
    expect(why(runAfter(whatIf, { kind: 'workqueue.add', queue, key, cause: [1] }), 4).reasons).toMatchObject([{ id: 'whatIf', origin: 1, words: { key } }]);
  });

  it('is a retry, a requeue, or its own wish to come again', () => {
    const error: TraceDraft = { kind: 'reconcile.error', controller: queue, key, ms: 3, message: 'not this time' };
    const limited: TraceDraft = { kind: 'workqueue.ratelimited', queue, key, cause: [1], after: 20, attempts: 3 };
    const delayed: TraceDraft = { kind: 'workqueue.delayed', queue, key, cause: [2], after: 20 };
    const add: TraceDraft = { kind: 'workqueue.add', queue, key, cause: [3] };
    expect(why(runAfter(error, limited, delayed, add), 6).reasons).toMatchObject([{ id: 'retry', origin: 2, entries: { error: 1 }, words: { message: 'not this time', attempts: '3' }, ms: { after: 20 } }]);
    const end = (result: 'requeue' | 'requeueAfter'): TraceDraft => ({ kind: 'reconcile.end', controller: queue, key, ms: 3, result });
    expect(why(runAfter(end('requeue'), limited, delayed, add), 6).reasons).toMatchObject([{ id: 'requeue', entries: { entry: 1 } }]);
    const later: TraceDraft = { kind: 'workqueue.delayed', queue, key, cause: [1], after: 5000 };
    expect(why(runAfter(end('requeueAfter'), later, { ...add, cause: [2] }), 5).reasons).toMatchObject([{ id: 'requeueAfter', origin: 1, ms: { after: 5000 } }]);
    // A plain queue knows no time: it comes again at once.
    expect(why(runAfter(error, { ...add, cause: [1] }), 4).reasons).toMatchObject([{ id: 'retry', entries: { error: 1 }, ms: { after: 0 } }]);
  });

  it('is somebody who asked for it, or what nobody can tell any more', () => {
    const again = traceOf([
      [0, { kind: 'reconcile.again', controller: queue, key }],
      [1, { kind: 'reconcile.start', controller: queue, key, cause: [1], worker: 1 }],
    ]);
    expect(why(again, 2).reasons).toMatchObject([{ id: 'asked', origin: 1 }]);
    expect(why(runAfter({ kind: 'workqueue.add', queue, key }), 3).reasons).toMatchObject([{ id: 'added', origin: 1 }]);
    expect(why(traceOf(twoMerged, 10), 14).reasons).toMatchObject([{ id: 'lost', origin: 8 }, { id: 'lost', origin: 9 }]);
  });

  it('is bounded, which is said', () => {
    const adds = Array.from({ length: 150 }, (): [number, TraceDraft] => [0, { kind: 'workqueue.add', queue, key }]);
    const trace = traceOf([...adds, [1, { kind: 'workqueue.get', queue, key, cause: adds.map((_, index) => index + 1), waited: 0, attempts: 0 }], [1, { kind: 'reconcile.start', controller: queue, key, cause: [151], worker: 0 }]]);
    const { reasons, more } = why(trace, 152);
    expect([reasons.length, more]).toEqual([100, true]);
  });
});
