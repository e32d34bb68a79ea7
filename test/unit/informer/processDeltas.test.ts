import { describe, expect, it } from 'vitest';
import { BookmarkInfo, type Delta, type KeyedDelta, ReplacedAllInfo, SyncAllInfo } from '../../../extension/informer/delta.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { type ChangeListener, DeltaProcessor } from '../../../extension/informer/processDeltas.ts';
import { KeyError } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { pod } from '../../support/objects.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

function setUp() {
  const store = new Indexer({
    failing: (object) => {
      if (object.metadata.name === 'bad') throw new Error('no value');
      return [];
    },
  });
  const probe = new RecordingProbe();
  const told: string[] = [];
  const version = (object: KubeObject | DeletedFinalStateUnknown): string =>
    object instanceof DeletedFinalStateUnknown ? `tombstone ${object.object?.metadata.resourceVersion ?? '?'}` : object.metadata.resourceVersion!;
  const listener: ChangeListener = {
    // What the store holds when the handler is told is part of each line.
    onAdd: (key, object, initial) => told.push(`add ${key} ${version(object)}${initial ? ' initial' : ''} of ${store.size}`),
    onUpdate: (key, old, object) => told.push(`update ${key} ${version(old)}>${version(object)}`),
    onDelete: (key, object) => told.push(`delete ${key} ${version(object)} of ${store.size}`),
  };
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  return { store, probe, told, clock, logger, processor: new DeltaProcessor({ informer: 'v1/pods', indexer: store, listener, probe, clock, logger }) };
}

function delta(type: KeyedDelta['type'], object: KubeObject, seq = 0): KeyedDelta {
  return { type, key: `d/${object.metadata.name}`, object, seq };
}

describe('processDeltas', () => {
  it('P-05, P-14: the store decides between add and update, and gives the old object', () => {
    const { processor, told } = setUp();
    const types = ['Updated', 'Added', 'Replaced', 'Sync'] as const;
    processor.process(types.map((type, index) => delta(type, pod('a', index))), true, 0);
    expect(told).toEqual(['add d/a 0 initial of 1', 'update d/a 0>1', 'update d/a 1>2', 'update d/a 2>3']);
  });

  it('P-05: tells of a change the versions before and after, and where another object has taken the name', () => {
    const { processor, probe } = setUp();
    const unversioned: KubeObject = { metadata: { name: 'a', namespace: 'd', uid: 'u-a' } };
    for (const object of [pod('a', 1), unversioned, pod('a', 2), pod('a', 3, { uid: 'u-other' })]) processor.process([delta('Updated', object)], false, 0);
    expect(probe.of('store.add')).toMatchObject([{ rv: '1' }]);
    expect(probe.of('store.update').map(({ old, rv, uidChanged }) => [old, rv, uidChanged])).toEqual([
      ['1', '', undefined],
      ['', '2', undefined],
      ['2', '3', true],
    ]);
  });

  it('P-06, F-07: a deletion is told with its object, or its tombstone, known to the store or not', () => {
    const { processor, store, told, probe } = setUp();
    store.put('d/a', pod('a', 1));
    const tombstone = new DeletedFinalStateUnknown('d/b', pod('b', 2));
    processor.process([delta('Deleted', pod('a', 3)), { type: 'Deleted', key: 'd/b', object: tombstone, seq: 9 }], false, 4);
    expect(told).toEqual(['delete d/a 3 of 0', 'delete d/b tombstone 2 of 0']);
    expect(probe.of('store.delete')).toMatchObject([{ key: 'd/a', tombstone: false }, { key: 'd/b', rv: '2', tombstone: true, cause: [4, 9] }]);
  });

  it('P-07: SyncAll updates every stored object without a write, and skips what follows', () => {
    const { processor, store, told, probe } = setUp();
    store.put('d/a', pod('a', 1));
    store.put('d/b', pod('b', 2));
    const deltas: Delta[] = [{ type: 'SyncAll', key: undefined, object: new SyncAllInfo('2'), seq: 1 }, delta('Added', pod('c', 3))];
    processor.process(deltas, false, 0);
    expect(told).toEqual(['update d/a 1>1', 'update d/b 2>2']);
    expect(probe.of('store.update')).toEqual([]);
  });

  it('P-08: a bookmark moves the version of the store', () => {
    const { processor, store, told } = setUp();
    processor.process([{ type: 'Bookmark', key: undefined, object: new BookmarkInfo('42'), seq: 1 }], false, 0);
    expect(store.resourceVersion).toBe('42');
    expect(told).toEqual([]);
  });

  it('P-09: a store that fails ends the list', () => {
    const { processor, told } = setUp();
    expect(() => processor.process([delta('Added', pod('bad', 1)), delta('Added', pod('a', 2))], false, 0)).toThrow('failed on "d/bad"');
    expect(told).toEqual([]);
  });

  it('P-11: a batch is in the store before the first handler is told', () => {
    const { processor, store, told, probe } = setUp();
    store.put('d/b', pod('b', 1));
    store.put('d/c', pod('c', 1));
    processor.processBatch([delta('Added', pod('a', 5), 11), delta('Updated', pod('b', 6), 12), delta('Deleted', pod('c', 7), 13)], true, [21, 22, 23]);
    expect(told).toEqual(['add d/a 5 initial of 2', 'update d/b 1>6', 'delete d/c 7 of 2']);
    expect(probe.entries.map(({ kind, cause }) => [kind, cause])).toEqual([
      ['store.add', [21, 11]],
      ['store.update', [22, 12]],
      ['store.delete', [23, 13]],
    ]);
  });

  it('P-11: one that fails in a batch costs only itself', () => {
    const { processor, told } = setUp();
    const batch = ['a', 'bad', 'c'].map((name) => delta('Added', pod(name, 1)));
    expect(() => processor.processBatch(batch, false, [1, 2, 3])).toThrow('failed on "d/bad"');
    expect(told).toEqual(['add d/a 1 of 3', 'add d/c 1 of 3']);
  });

  it('P-11: several that fail are all named', () => {
    const { processor, store } = setUp();
    store.addIndexers({
      picky: ({ metadata }) => {
        if (metadata.name === 'worse') throw new Error('no value');
        return [];
      },
    });
    const batch = ['bad', 'worse'].map((name) => delta('Added', pod(name, 1)));
    expect(() => processor.processBatch(batch, false, [1, 2])).toThrow(
      'the function of index "failing" failed on "d/bad"; the function of index "picky" failed on "d/worse"',
    );
  });

  it('I-11: a transaction has half a second for each write, but no more than five', () => {
    const batch = (size: number, ms: number): string[] => {
      const { processor, store, clock, logger } = setUp();
      clock.pass(5000);
      let slow = true;
      store.addIndexers({
        slow: () => {
          if (slow) clock.pass(ms);
          slow = false;
          return [];
        },
      });
      processor.processBatch(Array.from({ length: size }, (_unused, index) => delta('Added', pod(`p${index}`, index))), false, Array.from({ length: size }, () => 0));
      return logger.lines;
    };
    expect(batch(3, 1500)).toEqual([]);
    expect(batch(3, 1501)).toEqual(['info store: v1/pods: a transaction took 1501 ms (Size 3)']);
    expect(batch(20, 5000)).toEqual([]);
    expect(batch(20, 5001)).toEqual(['info store: v1/pods: a transaction took 5001 ms (Size 20)']);
  });

  describe('ReplacedAll', () => {
    const replacedAll = (...objects: KubeObject[]): Delta[] => [{ type: 'ReplacedAll', key: undefined, object: new ReplacedAllInfo('50', objects), seq: 1 }];

    it('P-12: the store first, then deletions, then the list in its order', () => {
      const { processor, store, told, probe } = setUp();
      for (const name of ['gone', 'kept']) store.put(`d/${name}`, pod(name, 1));
      processor.process(replacedAll(pod('new', 5), pod('kept', 6)), true, 8);
      expect(told).toEqual(['delete d/gone tombstone 1 of 2', 'add d/new 5 initial of 2', 'update d/kept 1>6']);
      expect(store.resourceVersion).toBe('50');
      const [replaced] = probe.of('store.replace');
      expect(replaced).toMatchObject({ objects: 2, rv: '50', cause: [8] });
      expect(probe.entries.slice(1).map(({ kind, cause }) => [kind, cause])).toEqual([
        ['store.delete', [replaced!.seq]],
        ['store.add', [replaced!.seq]],
        ['store.update', [replaced!.seq]],
      ]);
    });

    it('P-12: tells of each object what it changed in the indexes, and by which rule all was replaced', () => {
      const { processor, store, probe } = setUp();
      store.addIndexers({ version: ({ metadata }) => [metadata.resourceVersion!], name: ({ metadata }) => [metadata.name!] });
      for (const name of ['gone', 'kept']) store.put(`d/${name}`, pod(name, 1));
      processor.process(replacedAll(pod('new', 5), pod('kept', 6), pod('twice', 7), pod('twice', 8)), true, 8);
      expect(probe.of('store.replace')).toMatchObject([{ rule: 'P-12' }]);
      expect(probe.of('store.delete')).toMatchObject([{ indexes: [{ index: 'version', removed: ['1'], added: [] }, { index: 'name', removed: ['gone'], added: [] }] }]);
      expect(probe.of('store.update')).toMatchObject([{ indexes: [{ index: 'version', removed: ['1'], added: ['6'] }] }]);
      const [added, listedTwice, last] = probe.of('store.add');
      expect(added).toMatchObject({ key: 'd/new', indexes: [{ index: 'version', added: ['5'] }, { index: 'name', added: ['new'] }] });
      // Never stored, so nothing was indexed.
      expect(listedTwice).not.toHaveProperty('indexes');
      expect(last).toMatchObject({ rv: '8', indexes: [{ index: 'version', removed: [], added: ['8'] }, { index: 'name', added: ['twice'] }] });
    });

    it('P-12, I-19: where an index function fails all is told, and the failure too', () => {
      const { processor, store, told, probe } = setUp();
      store.addIndexers({
        picky: ({ metadata }) => {
          if (metadata.name === 'bad') throw new Error('no');
          return [metadata.name!];
        },
      });
      expect(() => processor.process(replacedAll(pod('a', 1), pod('bad', 2)), false, 0)).toThrow('failed on "d/bad"');
      expect(told).toEqual(['add d/a 1 of 2', 'add d/bad 2 of 2']);
      expect(probe.of('store.add').map(({ indexes }) => indexes)).toEqual([[{ index: 'picky', removed: [], added: ['a'] }], undefined]);
    });

    it('P-12: a key error changes nothing', () => {
      const { processor, store, told } = setUp();
      store.put('d/kept', pod('kept', 1));
      expect(() => processor.process(replacedAll(pod('a', 5), {} as KubeObject), false, 0)).toThrow(KeyError);
      expect(store.listKeys()).toEqual(['d/kept']);
      expect(told).toEqual([]);
    });

    it('P-13: a key that is listed twice is told of twice, and the store keeps the last', () => {
      const { processor, store, told } = setUp();
      processor.process(replacedAll(pod('a', 5), pod('a', 6)), false, 0);
      expect(told).toEqual(['add d/a 5 of 1', 'add d/a 6 of 1']);
      expect(store.get('d/a')?.metadata.resourceVersion).toBe('6');
    });
  });
});
