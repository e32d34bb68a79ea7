import { describe, expect, it } from 'vitest';
import { TransformError } from '../../../extension/informer/delta.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { batchLimit, RealFifo, type RealFifoOptions } from '../../../extension/informer/realFifo.ts';
import { KeyError } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { popOne, showDelta, work } from '../../support/deltaQueues.ts';
import { pod } from '../../support/objects.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

const nobody = { metadata: undefined } as unknown as KubeObject;

function plain(options: Partial<RealFifoOptions> = {}): { fifo: RealFifo; store: Indexer; probe: RecordingProbe } {
  const store = new Indexer();
  const probe = new RecordingProbe();
  return { store, probe, fifo: new RealFifo({ informer: 'v1/pods', probe, knownObjects: store, atomic: false, ...options }) };
}

function atomic(options: Partial<RealFifoOptions> = {}): RealFifo {
  return new RealFifo({ informer: 'v1/pods', probe: new RecordingProbe(), atomic: true, ...options });
}

function drain(fifo: RealFifo): string[] {
  const popped: string[] = [];
  while (fifo.peek()) popped.push(...popOne(fifo).deltas);
  return popped;
}

describe('RealFIFO', () => {
  it('F-01: three events on a key are three pops, in the order of the watch', () => {
    const { fifo } = plain();
    fifo.add(pod('a', 1), 0);
    fifo.add(pod('b', 2), 0);
    fifo.update(pod('a', 3), 0);
    fifo.delete(pod('a', 4), 0);
    fifo.delete(pod('a', 5), 0);
    expect(fifo.snapshot(1)).toEqual({
      queue: ['d/a'],
      entries: [{ key: 'd/a', type: 'Added', rv: '1' }],
      items: [
        {
          key: 'd/a',
          deltas: [
            { type: 'Added', rv: '1' },
            { type: 'Updated', rv: '3' },
            { type: 'Deleted', rv: '4' },
            { type: 'Deleted', rv: '5' },
          ],
        },
      ],
      keys: 2,
      deltas: 5,
    });
    expect(drain(fifo)).toEqual(['Added d/a 1', 'Added d/b 2', 'Updated d/a 3', 'Deleted d/a 4', 'Deleted d/a 5']);
  });

  it('tells how much waits, and nothing more, where no key is asked for', () => {
    const { fifo } = plain();
    fifo.add(pod('a', 1), 0);
    fifo.update(pod('a', 2), 0);
    expect(fifo.snapshot(0)).toEqual({ queue: [], items: [], entries: [], keys: 1, deltas: 2 });
    expect(fifo.snapshot(5).entries).toEqual([
      { key: 'd/a', type: 'Added', rv: '1' },
      { key: 'd/a', type: 'Updated', rv: '2' },
    ]);
  });

  it('F-03: refuses what client-go refuses', () => {
    expect(() => atomic({ knownObjects: new Indexer() })).toThrow('an atomic RealFIFO must not have known objects');
    expect(() => new RealFifo({ informer: 'i', probe: new RecordingProbe(), atomic: false })).toThrow('a RealFIFO that is not atomic needs known objects');
    expect(() => plain({ unlockWhileProcessing: true })).toThrow('only an atomic RealFIFO can be unlocked while it processes');
    expect(() => plain({ emitBookmarks: true })).toThrow('only an atomic RealFIFO can queue bookmarks');
    expect(() => atomic({ unlockWhileProcessing: true, emitBookmarks: true })).not.toThrow();
  });

  it('F-02: takes a key function, known objects, a transform, and leave to queue bookmarks', () => {
    const keyFunc = ({ metadata }: KubeObject): string => metadata.uid!;
    const { fifo, store } = plain({ keyFunc, transformer: (object) => ({ ...object, trimmed: true }) });
    store.put('u-old', pod('old', 1));
    work(fifo.replace([pod('a', 2)], '5', 0));
    expect(drain(fifo)).toEqual(['Deleted tombstone u-old 1', 'Replaced u-a 2']);
    fifo.add(pod('b', 3), 0);
    fifo.pop(([delta]) => expect(delta!.object).toMatchObject({ trimmed: true }));
    const silent = atomic({ emitBookmarks: false });
    silent.bookmark('9', 0);
    expect(silent.length).toBe(0);
  });

  it('F-04: has a name for its errors: its own, the identifier’s before that, RealFIFO without either', () => {
    const identifier = { name: 'controller', resource: 'v1/pods', isReserved: true };
    const name = (options: Partial<RealFifoOptions>): string => {
      const { fifo } = plain(options);
      fifo.close();
      try {
        popOne(fifo);
      } catch (error) {
        return (error as Error).message;
      }
      return 'no error';
    };
    expect(name({})).toBe('RealFIFO: manipulating with closed queue');
    expect(name({ name: 'mine' })).toBe('mine: manipulating with closed queue');
    expect(name({ name: 'mine', identifier })).toBe('controller: manipulating with closed queue');
    expect(name({ name: 'mine', identifier: { ...identifier, name: '' } })).toBe('mine: manipulating with closed queue');
  });

  it('F-24: hands over one delta at a time, as initial until the first list has been popped', () => {
    const { fifo } = plain();
    work(fifo.replace([pod('a', 1), pod('b', 2)], '5', 0));
    fifo.add(pod('c', 6), 0);
    expect([popOne(fifo), popOne(fifo), popOne(fifo)]).toEqual([
      { deltas: ['Replaced d/a 1'], isInInitialList: true },
      { deltas: ['Replaced d/b 2'], isInInitialList: true },
      { deltas: ['Added d/c 6'], isInInitialList: false },
    ]);
  });

  it('F-27: is locked while it processes; unlocked, only where two batches are behind', () => {
    expect(plain().fifo.locksWhileProcessing).toBe(true);
    expect(atomic().locksWhileProcessing).toBe(true);
    const fifo = atomic({ unlockWhileProcessing: true });
    for (let index = 0; index < 1999; index++) fifo.add(pod(`p${index}`, index), 0);
    expect(fifo.locksWhileProcessing).toBe(false);
    fifo.add(pod('one-more', 2000), 0);
    expect(fifo.locksWhileProcessing).toBe(true);
  });

  it('F-05, F-06: makes itself synced by an add, update or delete, whatever becomes of it', () => {
    const { fifo } = plain();
    expect(() => fifo.add(nobody, 0)).toThrow(KeyError);
    expect(fifo.hasSynced()).toBe(true);
    fifo.delete(new DeletedFinalStateUnknown('x/y', pod('a', 1)), 0);
    expect(fifo.peek()?.key).toBe('x/y');
  });

  it('F-07: never ignores a deletion', () => {
    const { fifo } = plain();
    fifo.delete(pod('unknown', 1), 0);
    expect(drain(fifo)).toEqual(['Deleted d/unknown 1']);
  });

  it('F-08: transforms all but tombstones and resyncs; an error queues nothing', () => {
    const seen: string[] = [];
    const { fifo, store } = plain({
      transformer: (object) => {
        seen.push(object.metadata.name!);
        if (object.metadata.name === 'bad') throw new Error('no');
        return object;
      },
    });
    store.put('d/stored', pod('stored', 1));
    work(fifo.resync(0));
    fifo.delete(new DeletedFinalStateUnknown('d/x', pod('x', 1)), 0);
    fifo.update(pod('a', 2), 0);
    expect(() => fifo.add(pod('bad', 3), 0)).toThrow(TransformError);
    expect(seen).toEqual(['a', 'bad']);
    expect(fifo.snapshot(10).deltas).toBe(3);
  });

  it('F-09: queues a bookmark only when atomic, and is not populated by it', () => {
    const { fifo } = plain();
    fifo.bookmark('7', 0);
    expect(fifo.peek()).toBeUndefined();
    const other = atomic();
    other.bookmark('7', 0);
    expect(other.hasSynced()).toBe(false);
    expect(other.peek()).toMatchObject({ key: undefined });
    expect(drain(other)).toEqual(['Bookmark 7']);
    expect(other.hasSynced()).toBe(false);
  });

  describe('Replace', () => {
    it('F-10: a key error queues nothing', () => {
      const { fifo } = plain();
      expect(() => work(fifo.replace([pod('a', 1), nobody], '9', 0))).toThrow(KeyError);
      expect(fifo.snapshot(10).deltas).toBe(0);
    });

    it('F-12, F-13, F-15: deletions first, of what is queued and of what is stored; then the list', () => {
      const { fifo, store, probe } = plain();
      store.put('d/stored', pod('stored', 1));
      fifo.add(pod('queued', 2), 0);
      fifo.update(pod('queued', 3), 0);
      fifo.add(pod('dead', 4), 0);
      fifo.delete(pod('dead', 5), 0);
      work(fifo.replace([pod('new', 8)], '9', 0));
      expect(drain(fifo).slice(4)).toEqual(['Deleted tombstone d/queued 3', 'Deleted tombstone d/stored 1', 'Replaced d/new 8']);
      expect(probe.of('queue.replace')).toMatchObject([{ replaced: 1, deleted: 2 }]);
    });

    it('F-12: what is queued and not listed is deleted in the order in which it was first seen', () => {
      const { fifo } = plain();
      fifo.add(pod('b', 1), 0);
      fifo.add(pod('a', 2), 0);
      fifo.update(pod('b', 3), 0);
      work(fifo.replace([], '9', 0));
      expect(drain(fifo).slice(3)).toEqual(['Deleted tombstone d/b 3', 'Deleted tombstone d/a 2']);
    });

    it('F-14: what is listed gets no deletion, even after a Deleted', () => {
      const { fifo } = plain();
      fifo.add(pod('a', 1), 0);
      fifo.delete(pod('a', 2), 0);
      work(fifo.replace([pod('a', 8)], '9', 0));
      expect(drain(fifo)).toEqual(['Added d/a 1', 'Deleted d/a 2', 'Replaced d/a 8']);
    });

    it('F-16, F-22: counts everything that is queued; an empty one against an empty store syncs at once', () => {
      const { fifo } = plain();
      work(fifo.replace([pod('a', 1), pod('b', 2)], '9', 0));
      expect(popOne(fifo).isInInitialList).toBe(true);
      expect(fifo.hasSynced()).toBe(false);
      expect(popOne(fifo).isInInitialList).toBe(true);
      expect(fifo.hasSynced()).toBe(true);
      const empty = plain().fifo;
      work(empty.replace([], '9', 0));
      expect(empty.hasSynced()).toBe(true);
    });

    it('F-20, F-22: atomic: one entry, with no look at keys; not synced before it is popped, not even when empty', () => {
      const fifo = atomic();
      fifo.bookmark('5', 0);
      work(fifo.replace([], '9', 0));
      expect(fifo.hasSynced()).toBe(false);
      expect(popOne(fifo).deltas).toEqual(['Bookmark 5']);
      expect(fifo.hasSynced()).toBe(false);
      expect(popOne(fifo).deltas).toEqual(['ReplacedAll 9']);
      expect(fifo.hasSynced()).toBe(true);
    });

    it('F-20: atomic: a transform that fails queues nothing', () => {
      const fifo = atomic({
        transformer: (object) => {
          if (object.metadata.name === 'bad') throw new Error('no');
          return { ...object, trimmed: true };
        },
      });
      expect(() => work(fifo.replace([pod('a', 1), pod('bad', 2)], '9', 0))).toThrow(TransformError);
      expect(fifo.peek()).toBeUndefined();
      work(fifo.replace([pod('a', 1)], '9', 0));
      fifo.pop(([delta]) => {
        expect(delta).toMatchObject({ type: 'ReplacedAll', object: { resourceVersion: '9', objects: [{ trimmed: true }] } });
      });
    });
  });

  it('F-17: a resync queues what is stored and not queued, and never undoes what comes meanwhile', () => {
    const { fifo, store } = plain();
    for (const [index, name] of ['a', 'b', 'c'].entries()) store.put(`d/${name}`, pod(name, index));
    fifo.update(pod('a', 7), 0);
    const steps = fifo.resync(0);
    expect(steps.next().value).toBe('d/b');
    fifo.update(pod('b', 8), 0);
    work(steps);
    expect(drain(fifo)).toEqual(['Updated d/a 7', 'Updated d/b 8', 'Sync d/c 2']);
  });

  it('F-13: a tombstone without an object when the store does not give it', () => {
    const failing = { keys: () => ['d/failing', 'd/gone'], get: (key: string) => { if (key === 'd/failing') throw new Error('broken'); return undefined; } };
    const { fifo } = plain({ knownObjects: failing });
    work(fifo.replace([], '9', 0));
    expect(drain(fifo)).toEqual(['Deleted tombstone d/failing ?', 'Deleted tombstone d/gone ?']);
  });

  it('F-17: a resync passes over what the store fails to give', () => {
    const knownObjects = { keys: () => ['d/failing', 'd/a'], get: (key: string) => { if (key === 'd/failing') throw new Error('broken'); return pod('a', 1); } };
    const { fifo } = plain({ knownObjects });
    work(fifo.resync(0));
    expect(drain(fifo)).toEqual(['Sync d/a 1']);
  });

  it('F-17: a resync passes over what is no longer stored when its turn comes', () => {
    const { fifo, store, probe } = plain();
    for (const name of ['a', 'b']) store.put(`d/${name}`, pod(name, 1));
    const steps = fifo.resync(0);
    steps.next();
    store.remove('d/a');
    work(steps);
    expect(drain(fifo)).toEqual(['Sync d/b 1']);
    expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 0 }]);
  });

  it('P-21, F-09: tells of its length whenever it changes, but not of a bookmark', () => {
    const lengths: number[] = [];
    const fifo = atomic({ metrics: { queued: (entries) => lengths.push(entries), startProcessing: () => () => undefined } });
    const take = (): number[] => lengths.splice(0);
    fifo.bookmark('5', 0);
    expect(take()).toEqual([]);
    work(fifo.replace([pod('a', 1)], '9', 0));
    work(fifo.resync(0));
    expect(take()).toEqual([2, 3]);
    for (const name of ['a', 'b', 'c']) fifo.add(pod(name, 10), 0);
    expect(take()).toEqual([4, 5, 6]);
    for (let index = 0; index < 3; index++) popOne(fifo);
    fifo.popBatch(2, () => undefined);
    expect(take()).toEqual([5, 4, 3, 1]);
    fifo.clear(0);
    expect(take()).toEqual([0]);
  });

  it('F-34: a batch that completes the initial list is what made the queue synced', () => {
    const causes: number[] = [];
    const { fifo, probe } = plain({ onSynced: (cause) => causes.push(cause) });
    work(fifo.replace([pod('a', 1), pod('b', 2), pod('c', 3)], '9', 0));
    fifo.popBatch(2, (_deltas, isInInitialList) => expect([isInInitialList, fifo.hasSynced()]).toEqual([true, false]));
    expect(causes).toEqual([]);
    fifo.add(pod('d', 4), 0);
    fifo.popBatch(1, () => expect(fifo.hasSynced()).toBe(false));
    expect(causes).toEqual([probe.of('queue.pop').at(-1)!.seq]);
  });

  it('F-21: atomic: a resync is one entry', () => {
    const fifo = atomic();
    work(fifo.resync(0));
    expect(drain(fifo)).toEqual(['SyncAll']);
  });

  it('an entry counts those of its key that wait, itself included, also of the whole store', () => {
    const { fifo, probe, store } = plain();
    const waiting = (): number[] => probe.of('queue.add').map((entry) => entry.waiting);
    for (const [name, rv] of [['a', 1], ['b', 2], ['a', 3], ['a', 4]] as const) fifo.update(pod(name, rv), 0);
    expect(waiting()).toEqual([1, 1, 2, 3]);
    popOne(fifo);
    fifo.update(pod('a', 5), 0);
    expect(waiting()).toEqual([1, 1, 2, 3, 3]);
    drain(fifo);
    fifo.update(pod('a', 6), 0);
    expect(waiting().at(-1)).toBe(1);
    fifo.clear(0);
    fifo.update(pod('a', 7), 0);
    expect(waiting().at(-1)).toBe(1);
    store.put('d/z', pod('z', 1));
    work(fifo.replace([pod('a', 8)], '9', 0));
    expect(probe.of('queue.add').slice(-2)).toMatchObject([{ key: 'd/z', waiting: 1 }, { key: 'd/a', waiting: 2 }]);
    fifo.pop(() => undefined);
    fifo.popBatch(2, () => undefined);
    expect(fifo.snapshot(5)).toMatchObject({ keys: 0, deltas: 0 });

    const whole = new RecordingProbe();
    const atomicFifo = atomic({ probe: whole });
    atomicFifo.bookmark('5', 0);
    work(atomicFifo.resync(0, '6'));
    atomicFifo.add(pod('a', 7), 0);
    expect(whole.of('queue.add').map((entry) => entry.waiting)).toEqual([1, 2, 1]);
    expect(atomicFifo.snapshot(5)).toMatchObject({ queue: ['', 'd/a'], keys: 2, deltas: 3 });
  });

  it('tells by which rule a list or a resync queued each delta, and what it passed over', () => {
    const { fifo, store, probe } = plain();
    for (const name of ['stored', 'both']) store.put(`d/${name}`, pod(name, 1));
    fifo.add(pod('queued', 2), 0);
    fifo.delete(pod('deleted', 3), 0);
    work(fifo.replace([pod('both', 4)], '9', 7));
    expect(probe.of('queue.add').map(({ key, delta, rule }) => [key, delta, rule])).toEqual([
      ['d/queued', 'Added', undefined],
      ['d/deleted', 'Deleted', undefined],
      ['d/queued', 'Deleted', 'F-12'],
      ['d/stored', 'Deleted', 'F-13'],
      ['d/both', 'Replaced', 'F-15'],
    ]);
    expect(probe.of('queue.replace')).toMatchObject([{ replaced: 1, deleted: 2, rule: 'F-15', cause: [7] }]);
    fifo.clear(0);
    probe.clear();
    fifo.update(pod('both', 5), 0);
    work(fifo.resync(8));
    expect(probe.of('queue.add').at(-1)).toMatchObject({ key: 'd/stored', delta: 'Sync', rule: 'F-17', cause: [8] });
    expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 1, rule: 'F-17', cause: [8] }]);
  });

  it('atomic: what is queued for the whole store has its version, its cause and its rule, as a key’s has', () => {
    const probe = new RecordingProbe();
    const fifo = atomic({ probe });
    work(fifo.replace([pod('a', 1)], '9', 3));
    fifo.bookmark('11', 4);
    work(fifo.resync(5, '11'));
    expect(probe.of('queue.add')).toMatchObject([
      { delta: 'ReplacedAll', rv: '9', cause: [3], rule: 'F-20' },
      { delta: 'Bookmark', rv: '11', cause: [4] },
      { delta: 'SyncAll', rv: '11', cause: [5], rule: 'F-21' },
    ]);
    expect(probe.of('queue.replace')).toMatchObject([{ replaced: 1, deleted: 0, rule: 'F-20' }]);
    expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 0, rule: 'F-21', cause: [5] }]);
    drain(fifo);
    expect(probe.of('queue.pop').map(({ rv }) => rv)).toEqual(['9', '11', '11']);
  });

  it('atomic: stands still before the entry of a list and of a resync, so that a gate can hold them', () => {
    const fifo = atomic();
    const replace = fifo.replace([pod('a', 1)], '9', 0);
    expect(replace.next()).toEqual({ done: false, value: undefined });
    expect(fifo.length).toBe(0);
    expect(replace.next().done).toBe(true);
    const resync = fifo.resync(0);
    expect(resync.next()).toEqual({ done: false, value: undefined });
    expect(fifo.length).toBe(1);
    resync.return();
    expect(drain(fifo)).toEqual(['ReplacedAll 9']);
  });

  it('F-23: a closed queue is drained, then says so', () => {
    const { fifo } = plain();
    fifo.add(pod('a', 1), 0);
    fifo.close();
    expect(drain(fifo)).toEqual(['Added d/a 1']);
    expect(() => popOne(fifo)).toThrow('manipulating with closed queue');
  });

  it('F-25: is synced only after the last initial entry was processed', () => {
    const { fifo } = plain();
    work(fifo.replace([pod('a', 1)], '9', 0));
    fifo.pop((_deltas, isInInitialList) => {
      expect(isInInitialList).toBe(true);
      expect(fifo.hasSynced()).toBe(false);
    });
    expect(fifo.hasSynced()).toBe(true);
  });

  describe('batches', () => {
    /** How many entries could be popped together. */
    function batchSize(fifo: RealFifo): number {
      let size = 1;
      while (fifo.peekBatch(size)) size++;
      return size;
    }

    it('F-30, F-31: end at the limit', () => {
      const { fifo } = plain();
      for (let index = 0; index < batchLimit + 5; index++) fifo.add(pod(`p${index}`, index), 0);
      expect(batchSize(fifo)).toBe(batchLimit);
    });

    it('F-31: never hold a key twice', () => {
      const { fifo } = plain();
      for (const name of ['a', 'b', 'a', 'c']) fifo.add(pod(name, 1), 0);
      expect(batchSize(fifo)).toBe(2);
    });

    it('F-31: never mix initial and later entries', () => {
      const { fifo } = plain();
      work(fifo.replace([pod('a', 1), pod('b', 2)], '9', 0));
      fifo.add(pod('c', 3), 0);
      expect(batchSize(fifo)).toBe(2);
    });

    it('F-31, F-32: what concerns the whole store is taken alone', () => {
      const fifo = atomic();
      fifo.add(pod('a', 1), 0);
      fifo.bookmark('2', 0);
      fifo.add(pod('b', 3), 0);
      expect(batchSize(fifo)).toBe(1);
      popOne(fifo);
      expect(batchSize(fifo)).toBe(1);
    });

    it('F-33, F-34: are processed in order, and count as initial together', () => {
      const { fifo, probe } = plain();
      work(fifo.replace([pod('a', 1), pod('b', 2)], '9', 0));
      expect(batchSize(fifo)).toBe(2);
      fifo.popBatch(2, (deltas, isInInitialList, causes) => {
        expect(deltas.map(showDelta)).toEqual(['Replaced d/a 1', 'Replaced d/b 2']);
        expect(isInInitialList).toBe(true);
        expect(causes).toEqual(probe.of('queue.pop').map(({ seq }) => seq));
        expect(fifo.hasSynced()).toBe(false);
      });
      expect(fifo.hasSynced()).toBe(true);
    });
  });
});
