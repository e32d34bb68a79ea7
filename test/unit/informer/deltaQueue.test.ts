import { describe, expect, it } from 'vitest';
import { TransformError } from '../../../extension/informer/delta.ts';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import type { DeltaQueue, DeltaQueueOptions } from '../../../extension/informer/deltaQueue.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import type { QueueKind } from '../../../extension/informer/profile.ts';
import { RealFifo } from '../../../extension/informer/realFifo.ts';
import { popOne, work } from '../../support/deltaQueues.ts';
import { pod } from '../../support/objects.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

/** What Reflector and pop loop rely on, whichever of the three queues stands between them. */
describe.each(['DeltaFIFO', 'RealFIFO', 'atomic'] as const satisfies readonly QueueKind[])('DeltaQueue: %s', (kind) => {
  function setUp(more: Partial<DeltaQueueOptions> = {}) {
    const probe = new RecordingProbe();
    const store = new Indexer();
    const options = { informer: 'v1/pods', probe, ...more };
    const queue: DeltaQueue =
      kind === 'DeltaFIFO' ? new DeltaFifo({ knownObjects: store, ...options })
      : kind === 'RealFIFO' ? new RealFifo({ atomic: false, knownObjects: store, ...options })
      : new RealFifo({ atomic: true, ...options });
    return { queue, probe, store };
  }

  /** Whether a promise has settled by now. */
  async function settled(promise: Promise<unknown>): Promise<boolean> {
    const pending = Symbol('pending');
    await new Promise((resolve) => setImmediate(resolve));
    return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
  }

  it.each(['add', 'update', 'delete'] as const)('D-07, F-06: %s makes a fresh queue synced, and the entry that did is named', (verb) => {
    const causes: number[] = [];
    const { queue, store } = setUp({ onSynced: (cause) => causes.push(cause) });
    store.put('d/a', pod('a', 1));
    queue[verb](pod('a', 1), 5);
    expect([queue.hasSynced(), causes]).toEqual([true, [5]]);
    queue[verb](pod('a', 2), 6);
    expect(causes).toEqual([5]);
  });

  it('D-25, D-30: only the first Replace is waited for; a later one neither adds to the count nor takes from it', () => {
    const causes: number[] = [];
    const { queue, probe } = setUp({ onSynced: (cause) => causes.push(cause) });
    work(queue.replace([pod('a', 1), pod('b', 2)], '9', 1));
    const initial = queue.depth;
    work(queue.replace([pod('a', 1), pod('b', 3), pod('c', 4), pod('d', 5)], '10', 2));
    for (let left = initial; left > 0; left--) {
      expect(queue.hasSynced()).toBe(false);
      expect(popOne(queue).isInInitialList).toBe(true);
    }
    expect(queue.hasSynced()).toBe(true);
    expect(causes).toEqual([probe.of('queue.pop')[initial - 1]!.seq]);
    expect(popOne(queue).isInInitialList).toBe(false);
  });

  it('emptied before it is synced, it waits for the next list; once synced it stays so', () => {
    const { queue } = setUp();
    work(queue.replace([pod('a', 1), pod('b', 2), pod('c', 3)], '9', 1));
    if (kind !== 'atomic') popOne(queue);
    queue.clear(2);
    expect(queue.hasSynced()).toBe(false);
    work(queue.replace([pod('a', 1)], '10', 3));
    expect(queue.hasSynced()).toBe(false);
    expect(popOne(queue).isInInitialList).toBe(true);
    while (queue.depth > 0) popOne(queue);
    expect(queue.hasSynced()).toBe(true);
    queue.clear(4);
    expect(queue.hasSynced()).toBe(true);
  });

  it('tells what it queues: the delta, its version, how many of its key wait, whether it stands for a state that was not seen', () => {
    const { queue, probe, store } = setUp();
    store.put('d/a', pod('a', 1));
    queue.add(pod('a', 2), 7);
    queue.update(pod('a', 3), 8);
    queue.delete(new DeletedFinalStateUnknown('d/a', pod('a', 3)), 9);
    queue.delete(new DeletedFinalStateUnknown('d/a', undefined), 0);
    const same = { informer: 'v1/pods', kind: 'queue.add', key: 'd/a', t: 0 };
    expect(probe.of('queue.add')).toEqual([
      { ...same, seq: 1, delta: 'Added', rv: '2', waiting: 1, cause: [7] },
      { ...same, seq: 2, delta: 'Updated', rv: '3', waiting: 2, cause: [8] },
      { ...same, seq: 3, delta: 'Deleted', rv: '3', waiting: 3, cause: [9], tombstone: true },
      { ...same, seq: 4, delta: 'Deleted', rv: '', waiting: 4, cause: [], tombstone: true },
    ]);
  });

  it('names what it would pop next by its key and its newest entry', () => {
    const { queue, probe } = setUp();
    expect(queue.peek()).toBeUndefined();
    queue.add(pod('a', 1), 0);
    queue.update(pod('a', 2), 0);
    const adds = probe.of('queue.add').map(({ seq }) => seq);
    const gathers = kind === 'DeltaFIFO';
    expect(queue.peek()).toMatchObject({ key: 'd/a', cause: adds[gathers ? 1 : 0], ...(gathers && { causes: adds }) });
    expect(queue.peek()!.deltas.map(({ type }) => type)).toEqual(gathers ? ['Added', 'Updated'] : ['Added']);
  });

  it('D-04, D-10, F-08: a transform that fails is told with its cause, and queues nothing', () => {
    const { queue } = setUp({
      transformer: () => {
        throw new Error('too large');
      },
    });
    const failed = expect.objectContaining({ code: 'TransformError', message: 'transforming: "d/a" could not be transformed', data: 'd/a', cause: new Error('too large') });
    expect(() => queue.add(pod('a', 1), 0)).toThrow(failed);
    expect(() => queue.update(pod('a', 1), 0)).toThrow(TransformError);
    expect([queue.length, queue.depth, queue.peek()]).toEqual([0, 0, undefined]);
  });

  describe('C-04: whoever waits for something to pop', () => {
    it('does not wait while there is something, nor for a closed queue', async () => {
      const { queue } = setUp();
      queue.add(pod('a', 1), 0);
      expect(await settled(queue.whenReady())).toBe(true);
      const closed = setUp().queue;
      closed.close();
      expect(await settled(closed.whenReady())).toBe(true);
    });

    it('is woken by what is queued, by the end of a Replace that kept it back, and by the end of the queue', async () => {
      const { queue } = setUp();
      const first = queue.whenReady();
      expect(await settled(first)).toBe(false);
      queue.add(pod('a', 1), 0);
      expect(await settled(first)).toBe(true);

      const steps = queue.replace([pod('b', 2)], '9', 0);
      steps.next();
      expect(queue.peek()).toBeUndefined();
      const kept = queue.whenReady();
      expect(await settled(kept)).toBe(false);
      steps.return();
      expect(await settled(kept)).toBe(true);
      expect(queue.peek()?.key).toBe('d/a');

      popOne(queue);
      const last = queue.whenReady();
      queue.close();
      expect(await settled(last)).toBe(true);
    });
  });

  describe('C-04: whoever waits for room', () => {
    it('does not wait while there is some', async () => {
      const { queue } = setUp();
      queue.add(pod('a', 1), 0);
      expect(await settled(queue.whenBelow(2))).toBe(true);
    });

    it.each<[string, (queue: DeltaQueue) => void]>([
      ['a pop', popOne],
      ['the queue being emptied', (queue) => queue.clear(0)],
      ['its end', (queue) => queue.close()],
    ])('is woken by %s', async (_, act) => {
      const { queue } = setUp();
      queue.add(pod('a', 1), 0);
      queue.add(pod('b', 2), 0);
      const room = queue.whenBelow(2);
      expect(await settled(room)).toBe(false);
      act(queue);
      expect(await settled(room)).toBe(true);
    });

    it('waits on when what was taken is not enough', async () => {
      const { queue } = setUp();
      for (const name of ['a', 'b', 'c']) queue.add(pod(name, 1), 0);
      const room = queue.whenBelow(2);
      popOne(queue);
      expect(await settled(room)).toBe(false);
      popOne(queue);
      expect(await settled(room)).toBe(true);
    });
  });

  it('row 2: is emptied with a word on how much was dropped, and with none when it was empty', () => {
    const { queue, probe } = setUp();
    queue.clear(3);
    expect(probe.entries).toEqual([]);
    queue.add(pod('a', 1), 0);
    queue.update(pod('a', 2), 0);
    queue.add(pod('b', 3), 0);
    queue.clear(4);
    expect(probe.of('queue.drop')).toEqual([{ seq: 4, t: 0, kind: 'queue.drop', informer: 'v1/pods', deltas: 3, rule: 'row 2', cause: [4] }]);
    expect(queue.snapshot(9)).toEqual({ queue: [], items: [], keys: 0, deltas: 0, ...(kind === 'DeltaFIFO' ? {} : { entries: [] }) });
    expect([queue.length, queue.depth, queue.peek()]).toEqual([0, 0, undefined]);
  });

  it('tells of a list how much it replaced', () => {
    const { queue, probe, store } = setUp();
    store.put('d/gone', pod('gone', 1));
    work(queue.replace([pod('a', 2), pod('b', 3)], '9', 5));
    const expected = { DeltaFIFO: { deleted: 1, rule: 'D-19' }, RealFIFO: { deleted: 1, rule: 'F-15' }, atomic: { deleted: 0, rule: 'F-20' } };
    expect(probe.of('queue.replace')).toMatchObject([{ replaced: 2, cause: [5], ...expected[kind] }]);
  });

  it('says that nothing is queued, or that it is closed, to who pops all the same', () => {
    const name = kind === 'DeltaFIFO' ? 'DeltaFIFO' : 'RealFIFO';
    const { queue } = setUp();
    expect(() => popOne(queue)).toThrow(expect.objectContaining({ code: 'empty', message: `${name}: nothing is queued` }));
    queue.close();
    expect(() => popOne(queue)).toThrow(expect.objectContaining({ code: 'closed', message: `${name}: manipulating with closed queue` }));
  });
});
