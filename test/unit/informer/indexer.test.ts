import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { IndexError, Indexer, namespaceIndex, namespaceIndexFunc } from '../../../extension/informer/indexer.ts';
import { KeyError, metaNamespaceKey, splitMetaNamespaceKey } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';

const byLabel = (object: KubeObject): readonly string[] => Object.values(object.metadata.labels ?? {});

function labelled(name: string, rv: number, ...labels: string[]): KubeObject {
  return pod(name, rv, { labels: Object.fromEntries(labels.map((label, index) => [`l${index}`, label])) });
}

function put(indexer: Indexer, ...objects: KubeObject[]): void {
  for (const object of objects) indexer.put(metaNamespaceKey(object), object);
}

function caught(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('keys', () => {
  it('I-01: namespace/name, or the name alone', () => {
    expect(metaNamespaceKey(pod('a', 1))).toBe('d/a');
    expect(metaNamespaceKey({ metadata: { name: 'node', namespace: '' } })).toBe('node');
    expect(() => metaNamespaceKey({} as KubeObject)).toThrow(KeyError);
  });

  it('I-03: what cannot be keyed is an error that carries the object and its cause, and does not print it', () => {
    const secret = { data: { password: 'c2VjcmV0' } };
    const error = caught(() => metaNamespaceKey(secret as unknown as KubeObject));
    expect(error).toBeInstanceOf(KeyError);
    expect(error).toMatchObject({ data: secret, cause: { message: expect.stringContaining('object has no meta') } });
    expect((error as Error).message).toMatch(/^couldn't create key for object .*data.*: object has no meta/);
    expect((error as Error).message).not.toContain('c2VjcmV0');
  });

  it('I-02: is split at one slash; three parts are refused', () => {
    expect(splitMetaNamespaceKey('b')).toEqual({ namespace: '', name: 'b' });
    expect(splitMetaNamespaceKey('a/b')).toEqual({ namespace: 'a', name: 'b' });
    expect(splitMetaNamespaceKey('/b')).toEqual({ namespace: '', name: 'b' });
    expect(splitMetaNamespaceKey('a/')).toEqual({ namespace: 'a', name: '' });
    expect(() => splitMetaNamespaceKey('a/b/c')).toThrow('unexpected key format');
  });

  it('Case 20: hostile and odd names are keys like any other', () => {
    const indexer = new Indexer({ [namespaceIndex]: namespaceIndexFunc });
    const names = ['__proto__', 'constructor', 'system:node', 'v1.apps'];
    put(indexer, ...names.map((name) => ({ metadata: { name, resourceVersion: '1' } })));
    put(indexer, { metadata: { name: '__proto__', namespace: '__proto__', resourceVersion: '2' } });
    expect(indexer.listKeys()).toEqual([...names, '__proto__/__proto__']);
    expect(indexer.listIndexFuncValues(namespaceIndex)).toEqual(['', '__proto__']);
    expect(({} as Record<string, unknown>)['resourceVersion']).toBeUndefined();
  });
});

describe('Indexer', () => {
  it('I-04, I-06: the last write wins, whatever its version', () => {
    const indexer = new Indexer();
    put(indexer, pod('a', 5), pod('a', 3));
    expect(indexer.get('d/a')?.metadata.resourceVersion).toBe('3');
    expect(indexer.size).toBe(1);
  });

  it('I-05: removing what is not there is no error', () => {
    const indexer = new Indexer({ [namespaceIndex]: namespaceIndexFunc });
    expect(indexer.remove('d/a')).toBeUndefined();
  });

  it('I-07, I-08: gives out the objects themselves, in lists of one’s own', () => {
    const indexer = new Indexer();
    const object = pod('a', 1);
    put(indexer, object);
    expect(indexer.get('d/a')).toBe(object);
    indexer.list().pop();
    indexer.listKeys().pop();
    expect(indexer.list()).toEqual([object]);
    expect(indexer.listKeys()).toEqual(['d/a']);
  });

  it('I-09: replaces everything, the indexes too', () => {
    const indexer = new Indexer({ byLabel });
    put(indexer, labelled('a', 1, 'x'), labelled('b', 2, 'y'));
    indexer.replace(new Map([['d/c', labelled('c', 3, 'z')]]), '9');
    expect(indexer.listKeys()).toEqual(['d/c']);
    expect(indexer.listIndexFuncValues('byLabel')).toEqual(['z']);
    expect(indexer.resourceVersion).toBe('9');
  });

  it('I-11, I-12: a transaction applies in order and takes the version of its last object', () => {
    const indexer = new Indexer();
    put(indexer, pod('a', 1));
    indexer.transaction([
      { type: 'put', key: 'd/b', object: pod('b', 8) },
      { type: 'remove', key: 'd/a', object: pod('a', 7) },
    ]);
    expect(indexer.listKeys()).toEqual(['d/b']);
    expect(indexer.resourceVersion).toBe('7');
  });

  it('I-11: a transaction says of each write what it changed in the indexes', () => {
    const indexer = new Indexer({ byLabel });
    put(indexer, labelled('a', 1, 'x'), labelled('b', 1));
    expect(
      indexer.transaction([
        { type: 'put', key: 'd/a', object: labelled('a', 2, 'y') },
        { type: 'remove', key: 'd/b', object: pod('b', 3) },
      ]),
    ).toEqual([{ changes: [{ index: 'byLabel', removed: ['x'], added: ['y'] }] }, { changes: undefined }]);
  });

  it('I-11: a write that fails keeps no other from being applied, and is named', () => {
    const failing = (object: KubeObject): readonly string[] => {
      if (object.metadata.name === 'bad') throw new Error('no value');
      return [];
    };
    const indexer = new Indexer({ failing });
    const results = indexer.transaction(['a', 'bad', 'c'].map((name) => ({ type: 'put', key: `d/${name}`, object: pod(name, 1) })));
    expect(results.map(({ error }) => IndexError.is(error))).toEqual([false, true, false]);
    expect(indexer.listKeys()).toEqual(['d/a', 'd/bad', 'd/c']);
  });

  it('I-12, I-13: remembers the version of the last write; a tombstone has none, a bookmark has', () => {
    const indexer = new Indexer();
    expect(indexer.resourceVersion).toBe('');
    put(indexer, pod('a', 5), pod('b', 4));
    expect(indexer.resourceVersion).toBe('4');
    indexer.remove('d/a', pod('a', 6));
    expect(indexer.resourceVersion).toBe('6');
    indexer.remove('d/b', new DeletedFinalStateUnknown('d/b', pod('b', 4)));
    expect(indexer.resourceVersion).toBe('6');
    indexer.remove('d/c');
    expect(indexer.resourceVersion).toBe('6');
    indexer.bookmark('42');
    expect(indexer.resourceVersion).toBe('42');
    put(indexer, { metadata: { name: 'unversioned' } });
    expect(indexer.resourceVersion).toBe('');
  });

  it('counts the keys of a value without a copy; none for a value that nobody has, and an error for an unknown index', () => {
    const indexer = new Indexer({ byLabel });
    put(indexer, labelled('a', 1, 'x'), labelled('b', 1, 'x', 'y'));
    expect([...indexer.keysOf('byLabel', 'x')]).toEqual(['d/a', 'd/b']);
    expect(indexer.keysOf('byLabel', 'z').size).toBe(0);
    expect(() => indexer.keysOf('other', 'x')).toThrow(IndexError);
  });

  it('I-16, I-17: follows an object from value to value and says what changed', () => {
    const indexer = new Indexer({ byLabel });
    expect(indexer.put('d/a', labelled('a', 1, 'x', 'y'))).toEqual([{ index: 'byLabel', removed: [], added: ['x', 'y'] }]);
    expect(indexer.put('d/a', labelled('a', 2, 'y', 'z'))).toEqual([{ index: 'byLabel', removed: ['x'], added: ['z'] }]);
    expect(indexer.put('d/a', labelled('a', 3, 'z', 'y'))).toBeUndefined();
    expect(indexer.indexKeys('byLabel', 'x')).toEqual([]);
    expect(indexer.indexKeys('byLabel', 'z')).toEqual(['d/a']);
    expect(indexer.remove('d/a')).toEqual([{ index: 'byLabel', removed: ['z', 'y'], added: [] }]);
  });

  it('I-17: an object of one value or several moves by those that differ, wherever they stand', () => {
    const indexer = new Indexer({ byLabel });
    const moves: [string[], { removed: string[]; added: string[] } | undefined][] = [
      [['x'], { removed: [], added: ['x'] }],
      [['x'], undefined],
      [['x', 'y'], { removed: [], added: ['y'] }],
      [['x', 'z'], { removed: ['y'], added: ['z'] }],
      [['x'], { removed: ['z'], added: [] }],
      [['y'], { removed: ['x'], added: ['y'] }],
      [[], { removed: ['y'], added: [] }],
      [[], undefined],
    ];
    for (const [index, [labels, change]] of moves.entries()) {
      expect(indexer.put('d/a', labelled('a', index, ...labels))).toEqual(change && [{ index: 'byLabel', ...change }]);
      expect(indexer.listIndexFuncValues('byLabel').toSorted()).toEqual(labels);
      for (const label of labels) expect(indexer.indexKeys('byLabel', label)).toEqual(['d/a']);
    }
  });

  it('I-18: a value without keys disappears', () => {
    const indexer = new Indexer({ byLabel });
    put(indexer, labelled('a', 1, 'x'));
    put(indexer, labelled('a', 2));
    expect(indexer.listIndexFuncValues('byLabel')).toEqual([]);
  });

  it('I-19: an index function that fails fails the write, after the object was stored and the other indexes are right', () => {
    const broken = new Error('no value');
    const failing = (object: KubeObject): readonly string[] => {
      if (object.metadata.resourceVersion === '2') throw broken;
      return ['fine'];
    };
    const indexer = new Indexer({ failing, byLabel });
    put(indexer, labelled('a', 1, 'x'));
    const write = (): void => put(indexer, labelled('a', 2, 'y'));
    expect(write).toThrow('the function of index "failing" failed on "d/a"');
    expect(write).toThrow(expect.objectContaining({ code: 'IndexFuncFailed', data: { index: 'failing', key: 'd/a' }, cause: broken }));
    expect(indexer.get('d/a')!.metadata.resourceVersion).toBe('2');
    expect(indexer.listIndexFuncValues('byLabel')).toEqual(['y']);
    expect(indexer.listIndexFuncValues('failing')).toEqual([]);
    put(indexer, labelled('a', 3, 'z'));
    expect(indexer.indexKeys('failing', 'fine')).toEqual(['d/a']);
  });

  it('I-20: finds by index, sorted keys, each object once', () => {
    const indexer = new Indexer({ byLabel });
    put(indexer, labelled('b', 1, 'x', 'y'), labelled('a', 2, 'y', 'x'), labelled('c', 3, 'z'));
    expect(indexer.indexKeys('byLabel', 'x')).toEqual(['d/a', 'd/b']);
    expect(indexer.byIndex('byLabel', 'z').map(({ metadata }) => metadata.name)).toEqual(['c']);
    expect(indexer.index('byLabel', labelled('?', 0, 'x', 'y'))).toHaveLength(2);
    expect(indexer.index('byLabel', labelled('?', 0, 'nobody', 'z')).map(({ metadata }) => metadata.name)).toEqual(['c']);
    expect(indexer.listIndexFuncValues('byLabel').toSorted()).toEqual(['x', 'y', 'z']);
  });

  it('I-21: an unknown index is an error, but has no values', () => {
    const indexer = new Indexer();
    expect(() => indexer.byIndex('none', 'x')).toThrow('Index with name none does not exist');
    expect(() => indexer.indexKeys('none', 'x')).toThrow(IndexError);
    expect(() => indexer.index('none', pod('a', 1))).toThrow(IndexError);
    expect(indexer.listIndexFuncValues('none')).toEqual([]);
    indexer.addIndexers({ byLabel });
    expect(indexer.byIndex('byLabel', 'nobody')).toEqual([]);
  });

  it('I-22: an index function that fails fails a question with its own error, and changes nothing', () => {
    const broken = new Error('no value');
    const store = new Indexer({
      picky({ metadata }) {
        if (metadata.name === 'bad') throw broken;
        return ['v'];
      },
    });
    store.put('d/a', pod('a', 1));
    expect(() => store.index('picky', pod('bad', 2))).toThrow(broken);
    expect(store.listKeys()).toEqual(['d/a']);
    expect(store.indexKeys('picky', 'v')).toEqual(['d/a']);
  });

  it('I-26: an object that is changed where it is stored is not indexed anew', () => {
    const store = new Indexer({ phase: (object) => [String(object['phase'])] });
    const object = { ...pod('a', 1), phase: 'Pending' };
    store.put('d/a', object);
    object.phase = 'Running';
    expect(store.indexKeys('phase', 'Pending')).toEqual(['d/a']);
    expect(store.indexKeys('phase', 'Running')).toEqual([]);
  });

  it('I-23: an index can be added to a filled store; a name that is taken adds none', () => {
    const indexer = new Indexer();
    put(indexer, labelled('a', 1, 'x'));
    indexer.addIndexers({ byLabel });
    expect(indexer.indexKeys('byLabel', 'x')).toEqual(['d/a']);
    const error = caught(() => indexer.addIndexers({ other: byLabel, byLabel }));
    expect(error).toMatchObject({ name: 'IndexError', message: 'an index named "byLabel" is there already', data: 'byLabel' });
    expect([IndexError.is(error), IndexError.is(error, 'IndexerConflict'), IndexError.is(error, 'UnknownIndex')]).toEqual([true, true, false]);
    expect(() => indexer.byIndex('other', 'x')).toThrow('does not exist');
  });

  it('I-23: one whose function fails on what is there is registered all the same, as are the others', () => {
    const picky = ({ metadata }: KubeObject): readonly string[] => {
      if (metadata.name === 'bad') throw new Error('no value');
      return ['fine'];
    };
    const indexer = new Indexer();
    put(indexer, labelled('bad', 1, 'x'), labelled('good', 2, 'x'));
    expect(() => indexer.addIndexers({ picky, byLabel })).toThrow('the function of index "picky" failed on "d/bad"');
    expect(indexer.indexKeys('picky', 'fine')).toEqual(['d/good']);
    expect(indexer.indexKeys('byLabel', 'x')).toEqual(['d/bad', 'd/good']);
  });

  describe('an index that is made piece by piece', () => {
    const filled = (): { readonly indexer: Indexer; readonly told: (readonly string[])[] } => {
      const told: (readonly string[])[] = [];
      const indexer = new Indexer({}, undefined, (names) => told.push(names));
      put(indexer, labelled('a', 1, 'x'), labelled('b', 2, 'x'), labelled('c', 3, 'y'));
      return { indexer, told };
    };
    const finish = (build: { advance(): boolean }): void => {
      while (build.advance());
    };

    it('is not there until it is whole, and then as one that was added', () => {
      const { indexer, told } = filled();
      const build = indexer.buildIndex('byLabel', byLabel);
      expect([build.advance(), build.advance(), build.advance()]).toEqual([true, true, true]);
      expect([Object.keys(indexer.getIndexers()), told]).toEqual([[], []]);
      expect(() => indexer.keysOf('byLabel', 'x')).toThrow('does not exist');
      expect(build.advance()).toBe(false);
      expect([indexer.indexKeys('byLabel', 'x'), indexer.indexKeys('byLabel', 'y'), told]).toEqual([['d/a', 'd/b'], ['d/c'], [['byLabel']]]);
      expect(indexer.put('d/a', labelled('a', 4, 'y'))).toEqual([{ index: 'byLabel', removed: ['x'], added: ['y'] }]);
    });

    it('follows what is written meanwhile, before and behind where it stands, and no write tells of it', () => {
      const { indexer } = filled();
      const build = indexer.buildIndex('byLabel', byLabel);
      build.advance();
      const changes = [indexer.put('d/a', labelled('a', 4, 'z')), indexer.put('d/c', labelled('c', 5, 'z')), indexer.remove('d/b'), indexer.put('d/new', labelled('new', 6, 'x'))];
      expect(changes).toEqual([undefined, undefined, undefined, undefined]);
      finish(build);
      expect(Object.fromEntries(indexer.listIndexFuncValues('byLabel').map((value) => [value, indexer.indexKeys('byLabel', value)]))).toEqual({ z: ['d/a', 'd/c'], x: ['d/new'] });
    });

    it('begins anew when all is replaced', () => {
      const { indexer } = filled();
      const build = indexer.buildIndex('byLabel', byLabel);
      build.advance();
      indexer.replace(new Map([['d/b', labelled('b', 9, 'q')]]), '9');
      finish(build);
      expect([indexer.listIndexFuncValues('byLabel'), indexer.indexKeys('byLabel', 'q')]).toEqual([['q'], ['d/b']]);
    });

    it('gives way to one that was added under its name, and is forgotten when nobody wants it', () => {
      const { indexer, told } = filled();
      const late = indexer.buildIndex('byLabel', byLabel);
      indexer.addIndexers({ byLabel: () => ['first'] });
      finish(late);
      expect(indexer.listIndexFuncValues('byLabel')).toEqual(['first']);
      const unwanted = indexer.buildIndex('other', byLabel);
      unwanted.dispose();
      finish(unwanted);
      expect([Object.keys(indexer.getIndexers()), told]).toEqual([['byLabel'], [['byLabel']]]);
    });

    it('has an object on which its function fails under no value, and fails no write meanwhile', () => {
      const { indexer } = filled();
      const build = indexer.buildIndex('picky', ({ metadata }) => {
        if (metadata.name === 'a' || metadata.name === 'new') throw new Error('no value');
        return ['fine'];
      });
      indexer.put('d/new', labelled('new', 4, 'x'));
      finish(build);
      expect(indexer.indexKeys('picky', 'fine')).toEqual(['d/b', 'd/c']);
      expect(() => indexer.put('d/new', labelled('new', 5, 'x'))).toThrow('the function of index "picky" failed on "d/new"');
    });
  });

  it('I-24, I-25: the namespace index holds cluster-scoped objects under the empty value; a plain store has none', () => {
    const indexer = new Indexer({ [namespaceIndex]: namespaceIndexFunc });
    put(indexer, pod('a', 1), { metadata: { name: 'node', resourceVersion: '2' } });
    expect(indexer.indexKeys(namespaceIndex, 'd')).toEqual(['d/a']);
    expect(indexer.indexKeys(namespaceIndex, '')).toEqual(['node']);
    expect(() => new Indexer().byIndex(namespaceIndex, 'd')).toThrow(IndexError);
  });
});
