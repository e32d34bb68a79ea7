import { describe, expect, it } from 'vitest';
import { createDeltaQueue } from '../../../extension/informer/createDeltaQueue.ts';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import type { DeltaQueue } from '../../../extension/informer/deltaQueue.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { profileOfRelease, type QueueKind } from '../../../extension/informer/profile.ts';
import { RealFifo } from '../../../extension/informer/realFifo.ts';
import { popOne, work } from '../../support/deltaQueues.ts';
import { pod } from '../../support/objects.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

function make(kind: QueueKind, minor: number): DeltaQueue {
  const store = new Indexer();
  store.put('d/gone', pod('gone', 1));
  return createDeltaQueue(kind, profileOfRelease(minor), { informer: 'v1/pods', probe: new RecordingProbe(), knownObjects: store });
}

/** Which types of deltas a queue makes of every kind of call. */
function typesOf(queue: DeltaQueue): string[] {
  work(queue.replace([pod('a', 2)], '5', 0));
  while (queue.peek()) popOne(queue);
  const types = new Set<string>();
  queue.add(pod('a', 3), 0);
  queue.update(pod('b', 4), 0);
  queue.delete(pod('b', 5), 0);
  queue.bookmark('6', 0);
  work(queue.replace([pod('a', 2)], '7', 0));
  const collect = (): void => {
    while (queue.peek()) queue.pop((deltas) => deltas.forEach(({ type }) => types.add(type)));
  };
  collect();
  work(queue.resync(0));
  collect();
  return [...types].toSorted();
}

describe('createDeltaQueue', () => {
  it('F-76: a DeltaFIFO emits Replaced and knows the store; a RealFIFO knows it too; an atomic one does not', () => {
    const delta = make('DeltaFIFO', 32);
    const real = make('RealFIFO', 33);
    const whole = make('atomic', 36);
    expect([delta, real, whole].map((queue) => queue.constructor)).toEqual([DeltaFifo, RealFifo, RealFifo]);
    const relist = (queue: DeltaQueue): string[] => {
      work(queue.replace([pod('a', 2)], '5', 0));
      const popped: string[] = [];
      while (queue.peek()) popped.push(...popOne(queue).deltas);
      return popped;
    };
    expect(relist(delta)).toEqual(['Replaced d/a 2', 'Deleted tombstone d/gone 1']);
    expect(relist(real)).toEqual(['Deleted tombstone d/gone 1', 'Replaced d/a 2']);
    expect(relist(whole)).toEqual(['ReplacedAll 5']);
  });

  it('F-73, F-76: only an atomic queue of 1.36 is unlocked while it processes', () => {
    expect([make('DeltaFIFO', 36), make('RealFIFO', 36), make('atomic', 35), make('atomic', 36)].map((queue) => queue.locksWhileProcessing)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('D-01: five types of deltas for one object; three of the whole store, of an atomic queue only', () => {
    const ofOne = ['Added', 'Deleted', 'Replaced', 'Sync', 'Updated'];
    expect(typesOf(make('DeltaFIFO', 32))).toEqual(ofOne);
    expect(typesOf(make('RealFIFO', 33))).toEqual(ofOne);
    expect(typesOf(make('atomic', 36))).toEqual(['Added', 'Bookmark', 'Deleted', 'ReplacedAll', 'SyncAll', 'Updated']);
  });
});
