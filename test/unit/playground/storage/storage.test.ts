import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { CompactedError, Storage, type StorageEvent } from '../../../../extension/playground/storage/storage.ts';

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
});
