import { describe, expect, it } from 'vitest';
import { EffectWalk } from '../../../../extension/debugger/chain/effectWalk.ts';
import { type Fate, fatesOf } from '../../../../extension/debugger/chain/fates.ts';
import type { LiveController, LivePipeline } from '../../../../extension/debugger/chain/livePipeline.ts';
import type { TraceDraft } from '../../../../extension/trace/entry.ts';
import { traceOf } from '../../../support/traceOf.ts';

const informer = 'v1/pods';
const key = 'd/a';
const queue = 'rollout';
const event: TraceDraft = { kind: 'reflector.event', informer, key, rv: '5', type: 'DELETED' };

const nothing: LivePipeline = { now: 100, held: [], informer: () => undefined, controllers: [] };

function controller(more: Partial<LiveController> = {}): LiveController {
  return { name: queue, works: true, unsynced: [], workers: 1, busy: 0, placeOf: () => ({ ahead: 2, processing: false, dirty: true, dueInMs: undefined, failures: 0 }), ...more };
}

/** What has become of the entry of this number. */
function fates(drafts: readonly TraceDraft[], seq = 1, live = nothing): readonly Pick<Fate, 'id' | 'controller' | 'words'>[] {
  const trace = traceOf(drafts.map((draft) => [0, draft]));
  const entry = trace.at(seq)!;
  return fatesOf(trace, entry, new EffectWalk(trace, entry).catchUp().entries, live).map(({ id, controller: of, words }) => ({ id, controller: of, words }));
}

describe('before a handler is called', () => {
  const add: TraceDraft = { kind: 'queue.add', informer, key, cause: [1], delta: 'Deleted', waiting: 1 };

  it('an event was not queued, was dropped, or could not be', () => {
    expect(fates([event])).toEqual([{ id: 'notQueued', controller: '', words: {} }]);
    expect(fates([event, { kind: 'queue.drop', informer, key, cause: [1], deltas: 1, rule: 'D-06' }])).toEqual([{ id: 'droppedByQueue', controller: '', words: { rule: 'D-06' } }]);
    const error: TraceDraft = { kind: 'reflector.error', informer, cause: [1], phase: 'event', code: 0, reason: 'Error', message: 'the transform threw', will: 'skip' };
    expect(fates([event, error])).toEqual([{ id: 'skipped', controller: '', words: { message: 'the transform threw' } }]);
  });

  it('a delta waits in its queue, whose informer may be gone', () => {
    expect(fates([event, add])).toEqual([{ id: 'noInformer', controller: '', words: { informer } }]);
    const live = { ...nothing, informer: () => ({ ahead: () => 3, handlers: new Map() }) };
    expect(fates([event, add], 1, live)).toEqual([{ id: 'waitsInQueue', controller: '', words: { ahead: '3', informer } }]);
  });

  it('a second deletion was merged with the first', () => {
    const merged = fates(
      [event, add, event, { ...add, cause: [3] }, { kind: 'queue.coalesced', informer, key, cause: [2, 4], from: 'Deleted', into: 'Deleted' }, { kind: 'queue.pop', informer, key, cause: [2, 4, 5], deltas: ['Deleted'], isInInitialList: false }],
      3,
    );
    expect(merged.map(({ id }) => id)).toEqual(['mergedDeletion']);
  });

  it('a change waits in the buffer of a handler, or no handler was told', () => {
    const drafts: TraceDraft[] = [{ kind: 'store.update', informer, key, rv: '5', old: '4', cause: [] }];
    const live = (backlog: number): LivePipeline => ({ ...nothing, informer: () => ({ ahead: () => undefined, handlers: new Map([[queue, backlog]]) }) });
    expect(fates(drafts, 1, live(7))).toEqual([{ id: 'waitsInBuffer', controller: '', words: { handler: queue, backlog: '7' } }]);
    expect(fates(drafts, 1, live(0))).toEqual([{ id: 'notTold', controller: '', words: { informer } }]);
    expect(fates(drafts)).toEqual([{ id: 'noHandler', controller: '', words: { informer } }]);
  });
});

describe('once a handler was called', () => {
  const call: TraceDraft = { kind: 'handler.update', informer, key, cause: [], handler: queue, old: '4', resync: false };

  it('it threw, or another one waits still', () => {
    const threw: TraceDraft = { kind: 'handler.error', informer, key, cause: [1], handler: queue, message: 'oh' };
    expect(fates([call, threw])).toMatchObject([{ id: 'threw', controller: queue, words: { message: 'oh' } }]);
    const change: TraceDraft = { kind: 'store.update', informer, key, rv: '5', old: '4', cause: [] };
    const live: LivePipeline = { ...nothing, controllers: [controller({ name: 'slow' })], informer: () => ({ ahead: () => undefined, handlers: new Map([['slow', 4]]) }) };
    expect(fates([change, { ...call, cause: [1] }, { kind: 'workqueue.add', queue, key, cause: [2] }], 1, live)).toMatchObject([{ id: 'waitsInBuffer', controller: 'slow' }, { id: 'queueGone', controller: queue }]);
  });

  it('the key is in a queue that is gone, or that nobody takes from: another replica leads, or it does not run', () => {
    const add: TraceDraft = { kind: 'workqueue.add', queue, key, cause: [1] };
    expect(fates([call, add])).toMatchObject([{ id: 'queueGone', controller: queue }]);
    const standsBy = { ...nothing, controllers: [controller({ works: false })] };
    expect(fates([call, add], 1, standsBy)).toMatchObject([{ id: 'notRunning', words: { controller: queue } }]);
    const other: TraceDraft = { kind: 'reconcile.leader', controller: queue, leads: false, holder: 'rollout-1', transitions: 2 };
    expect(fates([call, add, other], 1, standsBy)).toMatchObject([{ id: 'standby', words: { controller: queue, holder: 'rollout-1' } }]);
    expect(fates([call, add], 1, { ...nothing, controllers: [controller({ busy: 1 })] })).toMatchObject([{ id: 'queued', words: { ahead: '2', workers: '1', busy: '1' } }]);
  });

  it('the key was handed out and waits for another run of it', () => {
    const got: TraceDraft[] = [call, { kind: 'workqueue.add', queue, key, cause: [1] }, { kind: 'workqueue.get', queue, key, cause: [2], waited: 0, attempts: 0 }];
    expect(fates(got, 1, { ...nothing, controllers: [controller()] })).toMatchObject([{ id: 'waitsForRun', words: { key } }]);
  });

  it('there is nothing to ask of a step of a run', () => {
    expect(fates([{ kind: 'reconcile.start', controller: queue, key, worker: 0 }])).toEqual([]);
  });
});
