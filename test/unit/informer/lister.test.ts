import { describe, expect, it } from 'vitest';
import { Indexer, namespaceIndex, namespaceIndexFunc } from '../../../extension/informer/indexer.ts';
import { everything, Lister } from '../../../extension/informer/lister.ts';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import { parseLabelSelector } from '../../../extension/kube/labelSelector.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pods } from '../../support/informerHarness.ts';
import { pod } from '../../support/objects.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

const objects = [
  pod('a', 1, { labels: { app: 'x' } }),
  pod('b', 2),
  pod('a', 3, { namespace: 'e', labels: { app: 'x' } }),
  { metadata: { name: 'node', resourceVersion: '4' } },
];

function lister(indexed: boolean): Lister {
  const indexer = new Indexer(indexed ? { [namespaceIndex]: namespaceIndexFunc } : {});
  for (const object of objects) indexer.put(metaNamespaceKey(object), object);
  return new Lister(indexer, pods);
}

const names = (found: KubeObject[]): string[] => found.map(metaNamespaceKey).toSorted();

describe('Lister', () => {
  it('I-28: everything, what has the labels, or nothing', () => {
    expect(names(lister(true).list(everything))).toEqual(['d/a', 'd/b', 'e/a', 'node']);
    expect(names(lister(true).list(parseLabelSelector('app=x')))).toEqual(['d/a', 'e/a']);
    expect(lister(true).list(undefined)).toEqual([]);
    expect(lister(true).namespace('d').list(parseLabelSelector('!app'))).toEqual([objects[1]]);
  });

  it('I-28: looks at labels only where something is asked of them', () => {
    let looks = 0;
    const indexer = new Indexer();
    const metadata = { name: 'a', get labels() { return looks++, {}; } };
    indexer.put('a', { metadata });
    const one = new Lister(indexer, pods);
    expect(one.list(everything)).toHaveLength(1);
    expect(one.list(undefined)).toEqual([]);
    expect(looks).toBe(0);
    expect(one.list(parseLabelSelector('app'))).toEqual([]);
    expect(looks).toBe(1);
  });

  it('I-29: warns of a missing index', () => {
    const logger = new RecordingLogger();
    new Lister(new Indexer(), pods, logger).namespace('d').list(everything);
    expect(logger.lines).toEqual([expect.stringMatching(/^warn lister: v1\/pods: Index with name namespace does not exist/)]);
  });

  it.each([true, false])('I-29: by namespace, with an index (%s) or without; none means all', (indexed) => {
    expect(names(lister(indexed).namespace('d').list(everything))).toEqual(['d/a', 'd/b']);
    expect(names(lister(indexed).namespace('').list(everything))).toHaveLength(4);
    expect(names(lister(indexed).namespace('none').list(everything))).toEqual([]);
  });

  it('I-29: what is wrong with the index itself is no missing index', () => {
    const broken = new Indexer();
    broken.byIndex = () => {
      throw new Error('out of order');
    };
    expect(() => new Lister(broken, pods).namespace('d').list(everything)).toThrow('out of order');
    expect(lister(true).namespace('d').list(undefined)).toEqual([]);
  });

  it('I-30: one by its name; what is missing is not found', () => {
    expect(lister(true).get('node')).toBe(objects[3]);
    expect(lister(true).namespace('e').get('a')).toBe(objects[2]);
    expect(() => lister(true).namespace('e').get('b')).toThrow(
      expect.objectContaining({ data: { code: 404, reason: 'NotFound', message: 'v1/pods "b" not found', details: { name: 'b', group: '', kind: 'pods' } } }),
    );
  });
});
