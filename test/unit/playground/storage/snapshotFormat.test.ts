import { describe, expect, it } from 'vitest';
import { builtInResources } from '../../../../extension/playground/registry/resources.ts';
import { storedObjectCheck } from '../../../../extension/playground/registry/storedObjectCheck.ts';
import { SnapshotParser } from '../../../../extension/playground/storage/snapshotFormat.ts';

const header = { playgroundStorage: 1, revision: 9, compacted: 3, records: 1 };
const configMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'd', resourceVersion: '5' } };
const record = { key: '/registry/configmaps/d/a', revision: 5, object: configMap };

/** What is said of the first line that is not taken; undefined when all are. */
function faultOf(...lines: readonly unknown[]): string | undefined {
  const parser = new SnapshotParser(storedObjectCheck(builtInResources));
  for (const line of lines) {
    const fault = parser.take(typeof line === 'string' ? line : JSON.stringify(line));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

describe('the lines of a snapshot', () => {
  it('are a header, as many versions as it promises, and the changes since', () => {
    const parser = new SnapshotParser(storedObjectCheck(builtInResources));
    expect([parser.take(JSON.stringify(header)), parser.isComplete]).toEqual([undefined, false]);
    expect([parser.take(JSON.stringify(record)), parser.isComplete]).toEqual([undefined, true]);
    expect(parser.take(JSON.stringify({ key: record.key, revision: 10 }))).toBeUndefined();
    expect(parser.take(JSON.stringify({ ...record, revision: 12 }))).toBeUndefined();
    const { revision, compacted, versions } = parser.result();
    expect([revision, compacted, versions.map((version) => [version.revision, version.stored?.object.metadata.resourceVersion])]).toEqual([12, 3, [[5, '5'], [10, undefined], [12, '12']]]);
  });

  it('are taken back by one that says so, and others follow it', () => {
    const parser = new SnapshotParser(storedObjectCheck(builtInResources));
    const lines = [header, record, { ...record, revision: 10 }, { ...record, revision: 11 }, { rewind: 10 }, { key: record.key, revision: 11 }];
    expect(lines.map((line) => parser.take(JSON.stringify(line)))).toEqual(lines.map(() => undefined));
    const { revision, versions } = parser.result();
    expect([revision, versions.map((version) => [version.revision, version.stored === undefined])]).toEqual([11, [[5, false], [10, false], [11, true]]]);
  });

  it.each([
    ['set back before the snapshot is whole', [header, { rewind: 9 }], 'it cannot be set back to that revision'],
    ['set back to what is to come', [header, record, { rewind: 10 }], 'it cannot be set back to that revision'],
    ['set back to what is compacted', [header, record, { rewind: 2 }], 'it cannot be set back to that revision'],
    ['no JSON', ['{'], 'it is not JSON'],
    ['another file', [{ informerTrace: 1 }], 'it does not begin with the header of a storage, of format 1'],
    ['a later format', [{ ...header, playgroundStorage: 2 }], 'it does not begin with the header of a storage, of format 1'],
    ['a list', [[1]], 'it is not an object'],
    ['a count that is none', [{ ...header, revision: -1 }], 'its header lacks a count'],
    ['compacted beyond the latest', [{ ...header, compacted: 10 }], 'the counts of its header cannot be'],
    ['more records than anybody can hold', [{ ...header, records: 1e9 }], 'the counts of its header cannot be'],
    ['a key that leads out', [header, { ...record, key: '/registry/../x' }], 'its key is no storage path'],
    ['a key with an empty name', [header, { ...record, key: '/registry/configmaps//a' }], 'its key is no storage path'],
    ['a key elsewhere', [header, { ...record, key: '/etc/passwd' }], 'its key is no storage path'],
    ['a revision that is none', [header, { ...record, revision: '5' }], 'its revision is none'],
    ['later than the snapshot', [header, { ...record, revision: 10 }], 'its revision is out of order'],
    ['the same twice', [{ ...header, records: 2 }, record, record], 'its key had that revision, or a later one, before'],
    ['a change from before', [header, record, { ...record, revision: 9 }], 'its revision is out of order'],
    ['no metadata', [header, { ...record, object: {} }], 'its object has no metadata'],
    ['another name', [header, { ...record, object: { ...configMap, metadata: { name: 'b', namespace: 'd' } } }], 'the name of its object is not that of its key'],
    ['another namespace', [header, { ...record, object: { ...configMap, metadata: { name: 'a', namespace: 'e' } } }], 'the name of its object is not that of its key'],
    ['a namespace that is missing', [header, { ...record, object: { ...configMap, metadata: { name: 'a' } } }], 'its object has a namespace, or none, where that cannot be'],
    ['another kind', [header, { ...record, object: { ...configMap, kind: 'Secret' } }], 'its object is no ConfigMap'],
    ['labels that are none', [header, { ...record, object: { ...configMap, metadata: { ...configMap.metadata, labels: { a: 1 } } } }], 'its object cannot be so: cannot decode labels[a]: expected string, got number'],
    ['a value of the wrong type', [header, { ...record, object: { ...configMap, data: 'x' } }], 'its object cannot be so: cannot decode data: expected object, got string'],
    ['a field that is missing', [header, { key: '/registry/pods/d/a', revision: 5, object: { kind: 'Pod', apiVersion: 'v1', metadata: configMap.metadata, spec: {} } }], 'its object lacks spec.containers'],
    ['a kind of somebody’s own without a kind', [header, { key: '/registry/example.com/x/d/a', revision: 5, object: { metadata: configMap.metadata } }], 'its object has no kind'],
  ])('%s is not taken', (_, lines, fault) => {
    expect(faultOf(...lines)).toBe(fault);
  });

  it('take objects of kinds that people brought', () => {
    expect(faultOf(header, { key: '/registry/example.com/x/d/a', revision: 5, object: { ...configMap, kind: 'X', apiVersion: 'example.com/v1' } })).toBeUndefined();
  });

  it('a name that means something to JavaScript means nothing', () => {
    expect(faultOf(header, `{"key":"/registry/configmaps/d/a","revision":5,"object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"d","labels":{"__proto__":"x"}}}}`)).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
