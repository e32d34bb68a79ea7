import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { CompactedError, Storage, type StorageEvent } from '../../../../extension/playground/storage/storage.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function object(name: string, value = ''): KubeObject {
  return { data: { value }, metadata: { name }, kind: 'ConfigMap', apiVersion: 'v1' };
}

function names(storage: Storage, options?: Parameters<Storage['range']>[1]): string[] {
  return storage.range('/c/', options).items.map((stored) => `${stored.object.metadata.name}@${stored.revision}`);
}

describe('Storage', () => {
  it('counts one revision for every change of anything, and stamps it on the object', () => {
    const storage = new Storage();
    const first = storage.put('/c/a', object('a'));
    const second = storage.put('/d/b', object('b'));
    expect(second.revision).toBe(first.revision + 1);
    expect(first.object.metadata.resourceVersion).toBe(String(first.revision));
    expect(storage.delete('/c/a')?.revision).toBe(second.revision + 1);
    expect(storage.revision).toBe(second.revision + 1);
  });

  it('tells each change with what was before, a deletion with the last state at its own version (A-41)', () => {
    const storage = new Storage();
    const seen: StorageEvent[] = [];
    storage.onCommit((event) => seen.push(event));
    storage.put('/c/a', object('a', '1'));
    storage.put('/c/a', object('a', '2'));
    storage.delete('/c/a');
    expect(storage.delete('/c/a')).toBeUndefined();
    expect(seen.map(({ type, revision, current, previous }) => [type, revision, current.object['data'], current.revision, previous?.revision])).toEqual([
      ['ADDED', 2, { value: '1' }, 2, undefined],
      ['MODIFIED', 3, { value: '2' }, 3, 2],
      ['DELETED', 4, { value: '2' }, 4, 3],
    ]);
  });

  it('reads any revision that is not compacted', () => {
    const storage = new Storage();
    storage.put('/c/b', object('b'));
    storage.put('/c/a', object('a'));
    storage.put('/c/b', object('b', 'new'));
    storage.delete('/c/a');
    storage.put('/c/a', object('a'));
    expect(names(storage, { revision: 2 })).toEqual(['b@2']);
    expect(names(storage, { revision: 3 })).toEqual(['a@3', 'b@2']);
    expect(names(storage, { revision: 5 })).toEqual(['b@4']);
    expect(names(storage)).toEqual(['a@6', 'b@4']);

    storage.compact(5);
    expect(() => storage.range('/c/', { revision: 4 })).toThrow(CompactedError);
    expect(names(storage, { revision: 5 })).toEqual(['b@4']);
    expect(names(storage)).toEqual(['a@6', 'b@4']);
  });

  it('is set back to an earlier revision: what was written since is gone, and its revisions are given away once more', () => {
    const storage = new Storage();
    const rewound: number[] = [];
    storage.onRewind((revision) => rewound.push(revision));
    storage.put('/c/a', object('a'));
    storage.put('/c/b', object('b'));
    storage.compact(3);
    storage.put('/c/a', object('a', 'new'));
    storage.delete('/c/b');
    storage.put('/c/c', object('c'));
    storage.rewind(4);
    expect([storage.revision, storage.head, rewound, names(storage)]).toEqual([4, 4, [4], ['a@4', 'b@3']]);
    expect([storage.keys, storage.versions]).toEqual([2, 3]);
    expect(storage.put('/c/c', object('c')).revision).toBe(5);
    storage.compact(5);
    expect([names(storage), storage.versions]).toEqual([['a@4', 'b@3', 'c@5'], 3]);
    expect(() => storage.rewind(4)).toThrow(CompactedError);
    storage.rewind(100);
    expect(storage.revision).toBe(5);
  });

  it('forgets what was deleted once that is compacted, and reads as before', () => {
    const storage = new Storage();
    storage.put('/c/a', object('a'));
    storage.delete('/c/a');
    storage.compact(storage.revision);
    expect(names(storage)).toEqual([]);
    storage.put('/c/a', object('a'));
    expect(names(storage)).toEqual(['a@4']);
  });

  it('gives pages, and says how much is left', () => {
    const storage = new Storage();
    for (const name of ['a', 'b', 'c', 'd']) storage.put(`/c/${name}`, object(name));
    const page = storage.range('/c/', { limit: 2 });
    expect(page.items.map(({ key }) => key)).toEqual(['/c/a', '/c/b']);
    expect(page.remaining).toBe(2);
    expect(names(storage, { after: '/c/b' })).toEqual(['c@4', 'd@5']);
  });

  it('puts kind and apiVersion in front of every object, so that all of a kind begin alike', () => {
    const stored = new Storage().put('/c/a', object('a'));
    expect(JSON.stringify(stored.object)).toBe('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"2"},"data":{"value":""}}');
  });

  it('tells of every change that it can read, in order, from any revision that is not compacted', () => {
    const storage = new Storage();
    const told: StorageEvent[] = [];
    storage.onCommit((event) => told.push(event));
    storage.put('/c/b', object('b'));
    storage.put('/c/a', object('a'));
    storage.put('/d/x', object('x'));
    storage.put('/c/b', object('b', 'new'));
    storage.delete('/c/a');
    storage.put('/c/a', object('a', 'again'));
    const facts = (events: readonly StorageEvent[]): unknown[] => events.map(({ type, revision, current, previous }) => [type, revision, current.object, previous?.revision]);
    const under = told.filter(({ key }) => key.startsWith('/c/'));
    expect(facts(storage.since('/c/', 1))).toEqual(facts(under));
    expect(facts(storage.since('/c/', 5))).toEqual(facts(under.filter(({ revision }) => revision > 5)));
    expect(storage.since('/c/', 7)).toEqual([]);
    storage.compact(5);
    expect(() => storage.since('/c/', 4)).toThrow(CompactedError);
    expect(facts(storage.since('/c/', 5))).toEqual(facts(under.filter(({ revision }) => revision > 5)));
  });

  it('says what it holds, and tells of compactions that forget something', () => {
    const storage = new Storage();
    const compactions: number[] = [];
    storage.onCompact((revision) => compactions.push(revision));
    storage.put('/c/a', object('a'));
    storage.put('/c/a', object('a', '2'));
    storage.put('/c/b', object('b'));
    storage.delete('/c/b');
    expect(storage).toMatchObject({ revision: 5, head: 5, keys: 2, versions: 4, compacted: 0 });
    storage.compact(4);
    storage.compact(3);
    expect(storage).toMatchObject({ keys: 2, versions: 3, compacted: 4 });
    storage.compact(99);
    expect(storage).toMatchObject({ keys: 1, versions: 1, compacted: 5 });
    expect(compactions).toEqual([4, 5]);
  });

  describe('with a commit latency', () => {
    function slow(): { clock: FakeClock; storage: Storage; told: number[] } {
      const clock = new FakeClock();
      const storage = new Storage({ clock, commitLatencyMs: 100 });
      const told: number[] = [];
      storage.onCommit(({ revision }) => told.push(revision));
      return { clock, storage, told };
    }

    it('a write has its place in the order at once, and is read when it is committed', async () => {
      const { clock, storage, told } = slow();
      const { revision } = storage.put('/c/a', object('a', '1'));
      await clock.advance(60);
      storage.put('/c/a', object('a', '2'));
      expect([storage.get('/c/a')?.object['data'], storage.read('/c/a'), storage.revision, storage.head, storage.pending]).toEqual([{ value: '2' }, undefined, 1, 3, 2]);
      expect([names(storage), storage.since('/c/', 1), [...storage.all()]]).toEqual([[], [], []]);
      await clock.advance(40);
      expect([storage.read('/c/a')?.revision, names(storage), told]).toEqual([revision, ['a@2'], [2]]);
      await clock.advance(60);
      expect([storage.read('/c/a')?.revision, told, clock.pending]).toEqual([3, [2, 3], 0]);
    });

    it('nothing overtakes what waits, also when the latency falls', async () => {
      const { clock, storage, told } = slow();
      storage.put('/c/a', object('a'));
      storage.commitLatencyMs = 0;
      storage.put('/c/b', object('b'));
      expect(told).toEqual([]);
      await clock.advance(100);
      expect(told).toEqual([2, 3]);
      storage.put('/c/c', object('c'));
      expect(told).toEqual([2, 3, 4]);
    });

    it('a compaction goes no further than what is committed', async () => {
      const { clock, storage } = slow();
      storage.put('/c/a', object('a', '1'));
      await clock.advance(100);
      storage.put('/c/a', object('a', '2'));
      storage.delete('/c/a');
      storage.compact(storage.head);
      expect([storage.compacted, names(storage)]).toEqual([2, ['a@2']]);
      await clock.advance(100);
      expect(names(storage)).toEqual([]);
      expect(names(storage, { revision: 3 })).toEqual(['a@3']);
    });

    it('tells those who wait for a revision, in no particular order, and forgets those who gave up', async () => {
      const { clock, storage } = slow();
      const gone = new AbortController();
      const done: string[] = [];
      const { signal } = new AbortController();
      storage.put('/c/a', object('a'));
      await clock.advance(10);
      storage.put('/c/b', object('b'));
      void storage.whenCommitted(3, signal)?.then(() => done.push('3'));
      void storage.whenCommitted(2, signal)?.then(() => done.push('2'));
      void storage.whenCommitted(3, gone.signal)?.then(() => done.push('gone'));
      gone.abort();
      await clock.settle();
      expect(done).toEqual(['gone']);
      await clock.advance(90);
      expect(done).toEqual(['gone', '2']);
      await clock.advance(10);
      expect(done).toEqual(['gone', '2', '3']);
      expect(storage.whenCommitted(3, signal)).toBeUndefined();
    });

    it('commits at once what waits, when it is told to', () => {
      const { clock, storage, told } = slow();
      storage.put('/c/a', object('a'));
      storage.put('/c/b', object('b'));
      storage.flush();
      expect([told, clock.pending]).toEqual([[2, 3], 0]);
    });
  });
});
