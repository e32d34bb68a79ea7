import { describe, expect, it } from 'vitest';
import { deltaKey, TransformError } from '../../../extension/informer/delta.ts';
import { DeltaFifo, type DeltaFifoOptions } from '../../../extension/informer/deltaFifo.ts';
import type { DeltaQueue } from '../../../extension/informer/deltaQueue.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { KeyError } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';
import { popOne, showDelta, work } from '../../support/deltaQueues.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

function queue(options: Partial<DeltaFifoOptions> = {}): { fifo: DeltaFifo; probe: RecordingProbe; store: Indexer } {
  const probe = new RecordingProbe();
  const store = new Indexer();
  return { probe, store, fifo: new DeltaFifo({ informer: 'v1/pods', probe, knownObjects: store, ...options }) };
}

function withoutStore(options: Partial<DeltaFifoOptions> = {}): DeltaFifo {
  return new DeltaFifo({ informer: 'v1/pods', probe: new RecordingProbe(), ...options });
}

function shown(fifo: DeltaQueue): Record<string, string[]> {
  const { items } = fifo.snapshot(100);
  return Object.fromEntries(items.map(({ key, deltas }) => [key, deltas.map(({ type, rv }) => `${type} ${rv}`)]));
}

const nobody = { metadata: undefined } as unknown as KubeObject;

describe('DeltaFIFO', () => {
  it('D-02, D-08, D-31: one place for a key, in the order of first arrival', () => {
    const { fifo } = queue();
    fifo.add(pod('a', 1), 0);
    fifo.add(pod('b', 2), 0);
    fifo.update(pod('a', 3), 0);
    expect(fifo.snapshot(10)).toMatchObject({ queue: ['d/a', 'd/b'], keys: 2, deltas: 3 });
    expect(popOne(fifo).deltas).toEqual(['Added d/a 1', 'Updated d/a 3']);
    fifo.update(pod('a', 4), 0);
    expect(fifo.snapshot(10).queue).toEqual(['d/b', 'd/a']);
  });

  it('D-03: a tombstone is keyed by its own key', () => {
    expect(deltaKey(new DeletedFinalStateUnknown('x/y', pod('a', 1)))).toBe('x/y');
    expect(deltaKey(pod('a', 1))).toBe('d/a');
  });

  it('D-04: what cannot be keyed is an error that carries the object, and is not queued', () => {
    const { fifo } = queue();
    for (const enqueue of [() => fifo.add(nobody, 0), () => fifo.update(nobody, 0), () => fifo.delete(nobody, 0)]) {
      expect(enqueue).toThrow(KeyError);
      expect(enqueue).toThrow(expect.objectContaining({ data: nobody }));
    }
    expect(fifo.snapshot(10).keys).toBe(0);
  });

  it('D-05: the type tells of the call, not of the store', () => {
    const { fifo, store } = queue();
    store.put('d/known', pod('known', 1));
    fifo.add(pod('known', 2), 0);
    fifo.update(pod('unknown', 3), 0);
    expect(shown(fifo)).toEqual({ 'd/known': ['Added 2'], 'd/unknown': ['Updated 3'] });
  });

  it('D-06: a deletion of what is known nowhere is ignored', () => {
    const { fifo, store } = queue();
    fifo.delete(pod('unknown', 1), 0);
    expect(fifo.snapshot(10).keys).toBe(0);
    store.put('d/stored', pod('stored', 1));
    fifo.delete(pod('stored', 2), 0);
    fifo.add(pod('queued', 3), 0);
    fifo.delete(pod('queued', 4), 0);
    expect(shown(fifo)).toEqual({ 'd/stored': ['Deleted 2'], 'd/queued': ['Added 3', 'Deleted 4'] });

    const probe = new RecordingProbe();
    const alone = withoutStore({ probe });
    alone.delete(pod('a', 1), 8);
    expect(alone.snapshot(10).keys).toBe(0);
    expect(probe.of('queue.drop')).toMatchObject([{ key: 'd/a', deltas: 1, rule: 'D-06', cause: [8] }]);
  });

  it('D-06: a store that fails counts as one that knows', () => {
    const fifo = withoutStore({
      knownObjects: {
        keys: () => [],
        get: () => {
          throw new Error('out of order');
        },
      },
    });
    fifo.delete(pod('a', 1), 0);
    expect(shown(fifo)).toEqual({ 'd/a': ['Deleted 1'] });
  });

  it('D-07: an ignored deletion, or an add that fails, makes a fresh queue synced', () => {
    const ignored = queue().fifo;
    ignored.delete(pod('unknown', 1), 0);
    expect(ignored.hasSynced()).toBe(true);
    const failing = queue({
      transformer: () => {
        throw new Error('no');
      },
    }).fifo;
    expect(() => failing.add(pod('a', 1), 0)).toThrow(TransformError);
    expect(failing.hasSynced()).toBe(true);
  });

  describe('D-09: two adjacent deletions become one, and nothing else is ever merged', () => {
    it('keeps the older', () => {
      const { fifo, probe } = queue();
      fifo.add(pod('a', 1), 0);
      fifo.delete(pod('a', 2), 0);
      fifo.delete(pod('a', 3), 0);
      expect(shown(fifo)).toEqual({ 'd/a': ['Added 1', 'Deleted 2'] });
      expect(probe.of('queue.coalesced')).toMatchObject([{ key: 'd/a', from: 'Deleted', into: 'Deleted', cause: [2, 3] }]);
      expect(fifo.snapshot(10).deltas).toBe(2);
      // Of three the merged ones are merged again; the pop leads back to all that were.
      fifo.delete(pod('a', 5), 0);
      expect(probe.of('queue.coalesced').map(({ cause }) => cause)).toEqual([[2, 3], [4, 5]]);
      popOne(fifo);
      expect(probe.of('queue.pop')).toMatchObject([{ cause: [1, 2, 3, 4, 5, 6] }]);
    });

    it('keeps the newer when the older is a tombstone', () => {
      const { fifo } = queue();
      fifo.add(pod('a', 1), 0);
      fifo.delete(new DeletedFinalStateUnknown('d/a', pod('a', 1)), 0);
      fifo.delete(pod('a', 3), 0);
      expect(popOne(fifo).deltas).toEqual(['Added d/a 1', 'Deleted d/a 3']);
    });

    it('leaves everything else as it came', () => {
      const { fifo } = queue();
      fifo.add(pod('a', 1), 0);
      fifo.update(pod('a', 2), 0);
      fifo.update(pod('a', 3), 0);
      fifo.delete(pod('a', 4), 0);
      fifo.add(pod('a', 5), 0);
      fifo.delete(pod('a', 6), 0);
      expect(popOne(fifo).deltas.map((delta) => delta.split(' ')[0])).toEqual(['Added', 'Updated', 'Updated', 'Deleted', 'Added', 'Deleted']);
    });
  });

  it('D-10: transforms what is queued, except tombstones and resyncs', () => {
    const seen: string[] = [];
    const { fifo, store } = queue({
      transformer: (object) => {
        seen.push(object.metadata.name!);
        return { ...object, trimmed: true };
      },
    });
    store.put('d/stored', pod('stored', 1));
    store.put('d/gone', pod('gone', 1));
    work(fifo.resync(0));
    work(fifo.replace([pod('stored', 1), pod('new', 2)], '9', 0));
    expect(seen).toEqual(['stored', 'new']);
    expect(shown(fifo)).toEqual({ 'd/stored': ['Sync 1', 'Replaced 1'], 'd/gone': ['Sync 1', 'Deleted 1'], 'd/new': ['Replaced 2'] });
  });

  it('D-10: transforms what is listed also where it is queued as Sync', () => {
    const { fifo } = queue({ listed: 'Sync', transformer: (object) => ({ ...object, trimmed: true }) });
    work(fifo.replace([pod('a', 1)], '9', 0));
    fifo.pop(([delta]) => expect(delta).toMatchObject({ type: 'Sync', object: { trimmed: true } }));
    expect.assertions(1);
  });

  it('D-11: an enqueue wakes who waits', async () => {
    const { fifo } = queue();
    let ready = false;
    const waiting = fifo.whenReady().then(() => {
      ready = true;
      return undefined;
    });
    await Promise.resolve();
    expect(ready).toBe(false);
    fifo.add(pod('a', 1), 0);
    await waiting;
    expect(ready).toBe(true);
  });

  it('D-12, D-13: a closed queue takes and gives on; empty, it says that it is closed', async () => {
    const { fifo } = queue();
    fifo.add(pod('a', 1), 0);
    const waiting = queue().fifo;
    const woken = waiting.whenReady();
    waiting.close();
    await woken;
    fifo.close();
    fifo.add(pod('b', 2), 0);
    expect(popOne(fifo).deltas).toEqual(['Added d/a 1']);
    expect(popOne(fifo).deltas).toEqual(['Added d/b 2']);
    expect(() => popOne(fifo)).toThrow('DeltaFIFO: manipulating with closed queue');
  });

  it('D-14: what is popped is out of the queue before it is processed', () => {
    const { fifo } = queue();
    fifo.add(pod('a', 1), 0);
    fifo.pop(() => {
      expect(fifo.snapshot(10)).toMatchObject({ keys: 0, deltas: 0 });
    });
  });

  it('D-15, D-30: everything of the first list is initial, and synced once it is processed', () => {
    const { fifo } = queue();
    expect(fifo.hasSynced()).toBe(false);
    work(fifo.replace([pod('a', 1), pod('b', 2)], '9', 0));
    expect(popOne(fifo).isInInitialList).toBe(true);
    expect(fifo.hasSynced()).toBe(false);
    fifo.pop((_deltas, isInInitialList) => {
      expect(isInInitialList).toBe(true);
      expect(fifo.hasSynced()).toBe(false);
    });
    expect(fifo.hasSynced()).toBe(true);
    fifo.add(pod('c', 3), 0);
    expect(popOne(fifo).isInInitialList).toBe(false);
  });

  it('D-17: an error of the process is handed on, and the entry is gone', () => {
    const { fifo } = queue();
    fifo.add(pod('a', 1), 0);
    expect(() =>
      fifo.pop(() => {
        throw new Error('not today');
      }),
    ).toThrow('not today');
    expect(fifo.peek()).toBeUndefined();
  });

  describe('Replace', () => {
    it('D-19: queues what is listed as Replaced, or as asked for', () => {
      const { fifo } = queue();
      work(fifo.replace([pod('a', 1)], '9', 0));
      expect(shown(fifo)).toEqual({ 'd/a': ['Replaced 1'] });
      const old = queue({ listed: 'Sync' }).fifo;
      work(old.replace([pod('a', 1)], '9', 0));
      expect(shown(old)).toEqual({ 'd/a': ['Sync 1'] });
    });

    it('D-20: a key error in the middle leaves what came before, and infers no deletion', () => {
      const { fifo, store } = queue();
      store.put('d/known', pod('known', 1));
      expect(() => work(fifo.replace([pod('a', 1), nobody], '9', 0))).toThrow(KeyError);
      expect(shown(fifo)).toEqual({ 'd/a': ['Replaced 1'] });
      expect(fifo.hasSynced()).toBe(false);
      work(fifo.replace([], '9', 0));
      expect(fifo.hasSynced()).toBe(false); // two deletions were queued, and count
    });

    it('D-21, D-22, D-24: infers deletions of what is queued and of what is stored; drops nothing', () => {
      const { fifo, store } = queue();
      store.put('d/stored', pod('stored', 1));
      fifo.add(pod('queued', 2), 0);
      fifo.add(pod('listed', 3), 0);
      work(fifo.replace([pod('listed', 4)], '9', 0));
      expect(fifo.snapshot(10).queue).toEqual(['d/queued', 'd/listed', 'd/stored']);
      expect(popOne(fifo).deltas).toEqual(['Added d/queued 2', 'Deleted tombstone d/queued 2']);
      expect(popOne(fifo).deltas).toEqual(['Added d/listed 3', 'Replaced d/listed 4']);
      expect(popOne(fifo).deltas).toEqual(['Deleted tombstone d/stored 1']);
    });

    it('D-19, D-21, D-22: each delta tells by which rule it was queued', () => {
      const { fifo, store, probe } = queue();
      store.put('d/stored', pod('stored', 1));
      fifo.add(pod('queued', 2), 0);
      work(fifo.replace([pod('listed', 3)], '9', 0));
      expect(probe.of('queue.add').map(({ key, delta, rule }) => [key, delta, rule])).toEqual([
        ['d/queued', 'Added', undefined],
        ['d/listed', 'Replaced', 'D-19'],
        ['d/queued', 'Deleted', 'D-21'],
        ['d/stored', 'Deleted', 'D-22'],
      ]);
    });

    it('D-21: a tombstone in the queue is unwrapped, and the two deletions merge', () => {
      const { fifo } = queue();
      fifo.add(pod('a', 1), 0);
      fifo.delete(new DeletedFinalStateUnknown('d/a', pod('a', 2)), 0);
      work(fifo.replace([], '9', 0));
      expect(popOne(fifo).deltas).toEqual(['Added d/a 1', 'Deleted tombstone d/a 2']);
    });

    it('D-22: a tombstone without an object when the store does not give it', () => {
      const fifo = withoutStore({ knownObjects: { keys: () => ['d/a'], get: () => undefined } });
      work(fifo.replace([], '9', 0));
      expect(popOne(fifo).deltas).toEqual(['Deleted tombstone d/a ?']);
    });

    it('D-23: what is listed comes before what is deleted', () => {
      const { fifo, store } = queue();
      store.put('d/gone', pod('gone', 1));
      work(fifo.replace([pod('a', 2)], '9', 0));
      expect(fifo.snapshot(10).queue).toEqual(['d/a', 'd/gone']);
    });

    it('D-25: counts distinct keys and deletions; an empty list syncs at once', () => {
      const { fifo, store } = queue();
      store.put('d/gone', pod('gone', 1));
      work(fifo.replace([pod('a', 2), pod('a', 3)], '9', 0));
      popOne(fifo);
      expect(fifo.hasSynced()).toBe(false);
      popOne(fifo);
      expect(fifo.hasSynced()).toBe(true);

      const empty = queue().fifo;
      work(empty.replace([], '9', 0));
      expect(empty.hasSynced()).toBe(true);
    });

    it('D-25: a Replace after an add does not count', () => {
      const { fifo } = queue();
      fifo.add(pod('a', 1), 0);
      work(fifo.replace([pod('b', 2)], '9', 0));
      expect(fifo.hasSynced()).toBe(true);
    });

    it('C-01: nothing can be popped while it runs', () => {
      const { fifo, probe } = queue();
      fifo.add(pod('a', 1), 0);
      const steps = fifo.replace([pod('b', 2), pod('c', 3)], '9', 7);
      expect(steps.next().value).toBe('d/b');
      expect(fifo.peek()).toBeUndefined();
      work(steps);
      expect(fifo.peek()?.key).toBe('d/a');
      expect(probe.of('queue.replace')).toMatchObject([{ replaced: 2, deleted: 1, cause: [7] }]);
    });

    it('C-01: one that is given up lets go of the queue', () => {
      const { fifo } = queue();
      const steps = fifo.replace([pod('a', 1), pod('b', 2)], '9', 0);
      steps.next();
      steps.next();
      steps.return();
      expect(fifo.peek()?.key).toBe('d/a');
      expect(fifo.hasSynced()).toBe(false);
    });
  });

  describe('Resync', () => {
    it('D-28: queues what is stored and not queued', () => {
      const { fifo, store } = queue();
      store.put('d/a', pod('a', 1));
      store.put('d/b', pod('b', 2));
      fifo.update(pod('a', 3), 0);
      work(fifo.resync(0));
      expect(shown(fifo)).toEqual({ 'd/a': ['Updated 3'], 'd/b': ['Sync 2'] });
      work(withoutStore().resync(0));
    });

    it('D-28: tells how many it queued and how many it passed over, and on whose account', () => {
      const { fifo, store, probe } = queue();
      for (const name of ['a', 'b', 'c']) store.put(`d/${name}`, pod(name, 1));
      fifo.update(pod('a', 3), 0);
      const steps = fifo.resync(7);
      expect(steps.next().value).toBe('d/b');
      // Comes while the step is held.
      fifo.delete(pod('b', 4), 0);
      work(steps);
      expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 2, rule: 'D-28', cause: [7] }]);
      expect(probe.of('queue.add').at(-1)).toMatchObject({ key: 'd/c', delta: 'Sync', rule: 'D-28', cause: [7] });
    });

    it('D-28: passes over what the store does not give, whether it fails or has nothing', () => {
      const probe = new RecordingProbe();
      const fifo = withoutStore({
        probe,
        knownObjects: {
          keys: () => ['d/broken', 'd/gone', 'd/queued', 'd/there'],
          get(key) {
            if (key === 'd/broken') throw new Error('out of order');
            return key === 'd/gone' ? undefined : pod(key.slice(2), 1);
          },
        },
      });
      fifo.update(pod('queued', 3), 0);
      work(fifo.resync(6));
      expect(shown(fifo)).toEqual({ 'd/queued': ['Updated 3'], 'd/there': ['Sync 1'] });
      expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 1, rule: 'D-28', cause: [6] }]);
    });

    it('D-29: does not make it synced', () => {
      const { fifo, store } = queue();
      store.put('d/a', pod('a', 1));
      work(fifo.resync(0));
      popOne(fifo);
      expect(fifo.hasSynced()).toBe(false);
    });
  });

  it('D-26: takes no note of the version of a list', () => {
    const { fifo } = queue();
    work(fifo.replace([pod('a', 3)], '99', 0));
    expect(popOne(fifo)).toEqual({ deltas: ['Replaced d/a 3'], isInInitialList: true });
    expect(fifo.peek()).toBeUndefined();
    fifo.bookmark();
    expect(fifo.length).toBe(0);
  });

  it('P-04: has no batches', () => {
    const { fifo } = queue();
    for (const name of ['a', 'b']) fifo.add(pod(name, 1), 0);
    expect(fifo.peekBatch()).toBeUndefined();
    expect(() => fifo.popBatch()).toThrow('a DeltaFIFO has no batches');
    expect(fifo.queuesBookmarks).toBe(false);
  });

  it('D-32: the transformer can be read back', () => {
    const transformer = (object: KubeObject): KubeObject => object;
    expect(queue({ transformer }).fifo.transformer).toBe(transformer);
  });

  it('shows what is queued without disturbing it', () => {
    const { fifo } = queue();
    for (let index = 0; index < 5; index++) fifo.add(pod(`p${index}`, index), 0);
    const snapshot = fifo.snapshot(2);
    expect(snapshot).toMatchObject({ queue: ['d/p0', 'd/p1'], keys: 5, deltas: 5 });
    expect(snapshot.items).toHaveLength(2);
    popOne(fifo);
    expect(snapshot.queue).toEqual(['d/p0', 'd/p1']);
    expect(showDelta({ type: 'Added', key: 'd/p0', object: pod('p0', 0), seq: 1 })).toBe('Added d/p0 0');
  });
});
