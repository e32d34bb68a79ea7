import { describe, expect, it } from 'vitest';
import { english } from '../../../extension/base/saying.ts';
import { objectStatus } from '../../../extension/inspector/objectStatus.ts';
import { objectYaml } from '../../../extension/inspector/objectYaml.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';

function object(kind: string, fields: Record<string, unknown>, metadata: KubeObject['metadata'] = { name: 'a' }): KubeObject {
  return { apiVersion: 'v1', kind, metadata, ...fields };
}

describe('objectStatus', () => {
  it.each([
    ['Pod', { status: { phase: 'Running', containerStatuses: [{ ready: true }, { ready: false }] } }, 'Running 1/2', 'waiting'],
    ['Pod', { status: { phase: 'Running', containerStatuses: [{ ready: true }] } }, 'Running 1/1', 'good'],
    ['Pod', { status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] } }, 'ContainerCreating', 'waiting'],
    ['Pod', { status: { phase: 'Running', containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] } }, 'CrashLoopBackOff', 'bad'],
    ['Pod', { status: { phase: 'Failed', reason: 'Evicted' } }, 'Evicted', 'bad'],
    ['Pod', { status: { phase: 'Succeeded' } }, 'Succeeded', 'good'],
    ['Deployment', { spec: { replicas: 3 }, status: { readyReplicas: 2 } }, '2/3', 'waiting'],
    ['ReplicaSet', { spec: { replicas: 0 }, status: {} }, '0/0', 'plain'],
    ['ConfigMap', { data: { a: '1', b: '2' } }, '2 keys', 'plain'],
    ['Node', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'NotReady', 'bad'],
    ['Namespace', { status: { phase: 'Active' } }, 'Active', 'good'],
    ['Widget', {}, '', 'plain'],
  ])('%s %j', (kind, fields, text, tone) => {
    const { text: terms, note, tone: found } = objectStatus(object(kind, fields));
    expect([[terms, note ? english(note) : ''].filter(Boolean).join(' · '), found]).toEqual([text, tone]);
  });

  it('is leaving as soon as its deletion is asked for', () => {
    expect(objectStatus(object('Pod', {}, { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' }))).toEqual({ text: 'Terminating', tone: 'leaving' });
  });

  it.each([{ status: 7, spec: null }, { status: { containerStatuses: 'x', phase: {} } }, { status: { containerStatuses: [null, 3] } }])('survives a server that sends %j', (fields) => {
    for (const kind of ['Pod', 'Deployment', 'Node', 'ConfigMap']) expect(objectStatus(object(kind, fields))).toHaveProperty('text');
  });
});

describe('objectYaml', () => {
  it('begins with its head, kind and metadata, and ends with what is of use to few', async () => {
    const pod = object('Pod', { status: { phase: 'Running' }, spec: { nodeName: 'node-1' } }, { name: 'a', managedFields: [{ manager: 'kubectl' }], namespace: 'd' });
    expect(objectYaml(['d/a in the cache of v1/pods.'], pod)).toBe(
      [
        '# d/a in the cache of v1/pods.',
        'apiVersion: v1',
        'kind: Pod',
        'metadata:',
        '  name: a',
        '  namespace: d',
        '  managedFields:',
        '  - manager: kubectl',
        'spec:',
        '  nodeName: node-1',
        'status:',
        '  phase: Running',
        '',
      ].join('\n'),
    );
  });

  it('is its head alone where there is no object', async () => {
    expect(objectYaml(['one', 'other'], undefined)).toBe('# one\n# other\n');
  });

  it('keeps a name within its comment, whatever it holds', async () => {
    const text = objectYaml(['d/a\nkind: Evil\u2028x\u202E in the cache'], object('Pod', {}));
    expect(text.split('\n')[0]).toBe('# d/a\uFFFDkind: Evil\uFFFDx\uFFFD in the cache');
  });

  it('writes what looks like markup or another type as the text that it is', async () => {
    const text = objectYaml(['d/a'], object('ConfigMap', { data: { a: '<img src=x onerror=alert(1)>', b: 'true', c: '1e3' } }));
    const { parse } = await import('yaml');
    expect(parse(text).data).toEqual({ a: '<img src=x onerror=alert(1)>', b: 'true', c: '1e3' });
  });
});
