import { describe, expect, it } from 'vitest';
import { causesOf } from '../../../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../../../extension/debugger/chain/effectWalk.ts';
import type { TraceDraft } from '../../../../extension/trace/entry.ts';
import { patched } from '../../../support/chainPictures.ts';
import { traceOf, twoMerged } from '../../../support/traceOf.ts';

const seqs = (entries: readonly { readonly seq: number }[]): number[] => entries.map(({ seq }) => seq);

describe('causes', () => {
  it('of a run are all that was merged into it, back to the watch events', () => {
    const trace = traceOf(twoMerged);
    const { entries, origins, lost, more } = causesOf(trace, trace.at(14)!);
    expect(seqs(entries)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(seqs(origins)).toEqual([2, 4]);
    expect({ lost, more }).toEqual({ lost: [], more: false });
  });

  it('of one change are its own delta alone, though others were popped with it', () => {
    const trace = traceOf(twoMerged);
    expect(seqs(causesOf(trace, trace.at(9)!).entries)).toEqual([2, 3, 6, 7]);
    expect(seqs(causesOf(trace, trace.at(11)!).entries)).toEqual([4, 5, 6, 8]);
  });

  it('of merged deletions are both events', () => {
    const informer = 'v1/pods';
    const key = 'd/a';
    const trace = traceOf([
      [0, { kind: 'reflector.event', informer, key, type: 'DELETED' }],
      [0, { kind: 'queue.add', informer, key, cause: [1], delta: 'Deleted', waiting: 1 }],
      [1, { kind: 'reflector.event', informer, key, type: 'DELETED' }],
      [1, { kind: 'queue.add', informer, key, cause: [3], delta: 'Deleted', waiting: 2 }],
      [1, { kind: 'queue.coalesced', informer, key, cause: [2, 4], from: 'Deleted', into: 'Deleted' }],
      [2, { kind: 'queue.pop', informer, key, cause: [2, 4, 5], deltas: ['Deleted'], isInInitialList: false }],
      [2, { kind: 'store.delete', informer, key, cause: [6, 2], tombstone: false }],
    ]);
    expect(seqs(causesOf(trace, trace.at(7)!).entries)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seqs(new EffectWalk(trace, trace.at(3)!).catchUp().entries)).toEqual([4, 5, 6, 7]);
  });

  it('that are not kept any more are named', () => {
    const trace = traceOf(twoMerged, 10);
    const { entries, lost } = causesOf(trace, trace.at(14)!);
    expect(seqs(entries)).toEqual([10, 11, 12, 13]);
    expect(lost).toEqual([8, 9]);
  });

  it('are bounded, which is said', () => {
    const adds = Array.from({ length: 12_000 }, (): [number, TraceDraft] => [0, { kind: 'workqueue.add', queue: 'q', key: 'k' }]);
    const get: TraceDraft = { kind: 'workqueue.get', queue: 'q', key: 'k', cause: adds.map((_, index) => index + 1), waited: 0, attempts: 0 };
    const trace = traceOf([...adds, [1, get]], 20_000);
    const { entries, more } = causesOf(trace, trace.at(12_001)!);
    expect(entries).toHaveLength(10_000);
    expect(more).toBe(true);
  });

  it('end where a trace that somebody else wrote goes in a circle', () => {
    const trace = traceOf([
      [0, { kind: 'workqueue.add', queue: 'q', key: 'k', cause: [2] }],
      [0, { kind: 'workqueue.coalesced', queue: 'q', key: 'k', cause: [1, 2] }],
    ]);
    expect(seqs(causesOf(trace, trace.at(2)!).entries)).toEqual([1]);
  });
});

describe('effects', () => {
  it('of an event go on to the write and the event that it caused, and no further', () => {
    const trace = traceOf([...twoMerged, [65, { kind: 'queue.add', informer: 'v1/pods', key: 'd/web', cause: [19], delta: 'Updated', waiting: 1 }]]);
    const walk = new EffectWalk(trace, trace.at(2)!).catchUp();
    expect(seqs(walk.entries)).toEqual([3, 6, 7, 9, 10, 13, 14, 15, 16, 17, 18, 19]);
    expect([walk.more, walk.isDone]).toEqual([false, true]);
    expect(seqs(new EffectWalk(trace, trace.at(19)!).catchUp().entries)).toEqual([20]);
  });

  it('of a pop are all changes that it made', () => {
    const trace = traceOf(twoMerged);
    expect(seqs(new EffectWalk(trace, trace.at(6)!).catchUp().entries)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('are those of a write whose event came before its answer', () => {
    const event: TraceDraft = { kind: 'reflector.event', informer: 'v1/pods', key: 'd/web', rv: '7', cause: [1], type: 'MODIFIED' };
    const write = twoMerged[15]![1];
    const trace = traceOf([...twoMerged.slice(0, 15), [30, event], [33, write]]);
    expect(trace.at(17)).toMatchObject({ kind: 'reconcile.write', seenAs: 16 });
    expect(seqs(new EffectWalk(trace, trace.at(14)!).catchUp().entries)).toEqual([15, 16, 17]);
  });

  it('go on where they stood when more has happened', () => {
    const trace = traceOf(twoMerged);
    const walk = new EffectWalk(trace, trace.at(2)!);
    walk.catchUp(3);
    expect(seqs(walk.entries)).toEqual([3]);
    expect(walk.isDone).toBe(false);
    walk.catchUp();
    expect(walk.entries.at(-1)!.seq).toBe(19);
    trace.record({ kind: 'workqueue.forget', queue: 'rollout', key: 'd/web', cause: [13] });
    expect(walk.isDone).toBe(false);
    expect(walk.catchUp().entries.at(-1)!.seq).toBe(20);
  });

  it('are bounded, which is said', () => {
    const trace = traceOf(Array.from({ length: 50 }, (_, index): [number, TraceDraft] => [0, { kind: 'workqueue.add', queue: 'q', key: 'k', cause: index ? [1] : [] }]));
    const walk = new EffectWalk(trace, trace.at(1)!, 10).catchUp();
    expect(walk.entries).toHaveLength(10);
    expect([walk.more, walk.isDone]).toEqual([true, true]);
  });
});

describe('steps of the server', () => {
  const trace = traceOf(patched);

  it('lie behind the event that begins a chain, up to the request', () => {
    expect(seqs(causesOf(trace, trace.at(6)!).entries)).toEqual([2, 3, 4, 5, 10, 11, 12, 13]);
    // In the midst of a chain the event is where it begins, for whoever asks why.
    expect(seqs(causesOf(trace, trace.at(6)!).origins)).toEqual([2]);
  });

  it('lead on from the request to the run and to the return of its write, though the event is older than what was told of it', () => {
    expect(seqs(new EffectWalk(trace, trace.at(10)!).catchUp().entries)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('of a write are its effects, up to the event', () => {
    expect(seqs(new EffectWalk(trace, trace.at(14)!).catchUp().entries)).toEqual([16, 17, 18, 19, 20]);
  });

  it('who asks about the event of a write is led through its request to the run, and on to what that ran for', () => {
    expect(seqs(causesOf(trace, trace.at(20)!).entries)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19]);
  });
});
