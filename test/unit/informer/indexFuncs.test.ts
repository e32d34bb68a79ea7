import { describe, expect, it } from 'vitest';
import {
  keyFuncOf,
  labelIndex,
  labelIndexFunc,
  nodeNameIndex,
  nodeNameIndexFunc,
  ownerIndex,
  ownerIndexFunc,
} from '../../../extension/informer/indexFuncs.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';

const owner = (uid: string, controller: boolean) => ({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `rs-${uid}`, uid, controller });

describe('index functions', () => {
  it('find what a controller owns, what runs on a node, and what has a label', () => {
    const store = new Indexer({ [ownerIndex]: ownerIndexFunc, [nodeNameIndex]: nodeNameIndexFunc, [labelIndex('app')]: labelIndexFunc('app') });
    store.put('d/a', { ...pod('a', 1, { ownerReferences: [owner('other', false), owner('u1', true)], labels: { app: 'web' } }), spec: { nodeName: 'n1' } });
    store.put('d/b', { ...pod('b', 2, { labels: { app: '' } }), spec: {} });
    store.put('d/c', pod('c', 3, { ownerReferences: [owner('u1', false)] }));
    expect(store.indexKeys(ownerIndex, 'u1')).toEqual(['d/a']);
    expect(store.listIndexFuncValues(ownerIndex)).toEqual(['u1']);
    expect(store.listIndexFuncValues(nodeNameIndex)).toEqual(['n1']);
    expect(store.indexKeys('label:app', 'web')).toEqual(['d/a']);
    expect(store.indexKeys('label:app', '')).toEqual(['d/b']);
  });

  it.each([null, 'text', 7, {}, [null], ['text'], [{ controller: true }], [{ controller: true, uid: 7 }]])('find no owner in %j, and do not fail', (ownerReferences) => {
    const hostile = { ...pod('a', 1), metadata: { ...pod('a', 1).metadata, ownerReferences, labels: null }, spec: { nodeName: 7 } } as unknown as KubeObject;
    expect([ownerIndexFunc, nodeNameIndexFunc, labelIndexFunc('app')].map((func) => func(hostile))).toEqual([[], [], []]);
  });

  it.each(['text', 7, ['web'], { app: 7, 0: null }, { app: null }, { app: ['web'] }])('find no label in %j', (labels) => {
    const hostile = { ...pod('a', 1), metadata: { ...pod('a', 1).metadata, labels } } as unknown as KubeObject;
    expect(['app', '0', 'length'].flatMap((label) => labelIndexFunc(label)(hostile))).toEqual([]);
  });

  it('find no node for a pod that has none yet', () => {
    expect(nodeNameIndexFunc({ ...pod('a', 1), spec: { nodeName: '' } })).toEqual([]);
  });

  it('take no inherited name for a label', () => {
    expect(labelIndexFunc('constructor')(pod('a', 1))).toEqual([]);
  });

  it('I-27: one that gives each object one value can name it; none or several are errors', () => {
    const values = new Map([['a', ['one']], ['b', []], ['c', ['one', 'two']]]);
    const keyFunc = keyFuncOf(({ metadata }) => values.get(metadata.name!)!);
    expect(keyFunc(pod('a', 1))).toBe('one');
    expect(() => keyFunc(pod('b', 1))).toThrow(expect.objectContaining({ code: 'UnexpectedIndexValues', message: 'the index function gave no value' }));
    expect(() => keyFunc(pod('c', 1))).toThrow('2 values');
  });
});
