import { describe, expect, it } from 'vitest';
import { asStored, asWritten, longestManifest, manifestsOf } from '../../../extension/inspector/manifests.ts';

const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } };

describe('the manifests of an object in a file', () => {
  it('are those of its group and kind, its name, and its namespace or none', async () => {
    const text = ['apps/v1 Deployment web', 'apps/v1beta1 Deployment web shop', 'apps/v1 Deployment web other', 'apps/v1 ReplicaSet web', 'extensions/v1 Deployment web', 'apps/v1 Deployment webs']
      .map((line, index) => {
        const [apiVersion, kind, name, namespace] = line.split(' ');
        return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace ? `  namespace: ${namespace}\n` : ''}spec: ${index}\n`;
      })
      .join('---\n');
    expect((await manifestsOf(text, web)).map(({ spec }) => spec)).toEqual([0, 1]);
  });

  it('are found in lists and in JSON, and beside a document that is broken', async () => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ ...web, spec: 'listed' }, 7, null] });
    expect(await manifestsOf(list, web)).toMatchObject([{ spec: 'listed' }]);
    expect(await manifestsOf(`a: [web, Deployment\n---\n${list}`, web)).toMatchObject([{ spec: 'listed' }]);
  });

  it('are none in a template, in what is too long, nested too deeply, or much made of little', async () => {
    const good = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
    const bomb = `${good}a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`;
    expect(await manifestsOf(good, web)).toHaveLength(1);
    for (const text of [`{{ if web }}\n${good}Deployment: {{ x }}\n`, good + '#'.repeat(longestManifest), `${good}x: ${'['.repeat(100_000)}`, bomb, '', 'web Deployment']) expect(await manifestsOf(text, web)).toEqual([]);
  });
});

describe('an object as somebody would have written it', () => {
  it('has neither status nor what the server adds', () => {
    const metadata = { name: 'web', uid: 'u', resourceVersion: '7', generation: 2, creationTimestamp: 'now', managedFields: [{}], labels: { app: 'web' }, annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } };
    expect(asWritten({ ...web, metadata, spec: { replicas: 1 }, status: { replicas: 1 } })).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', labels: { app: 'web' } }, spec: { replicas: 1 } });
  });
});

describe('a manifest as a server would store it', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };

  it('has what a Secret says in stringData in its data, which wins, and base64 in one way', () => {
    expect(asStored({ ...secret, type: 'Opaque', stringData: { a: 'plain é', b: 'new' }, data: { b: 'b2xk', c: 'YWJj\nZGVm' } })).toEqual({
      ...secret,
      type: 'Opaque',
      data: { a: Buffer.from('plain é').toString('base64'), b: Buffer.from('new').toString('base64'), c: 'YWJjZGVm' },
    });
  });

  it('is the same object where there is nothing to do, and survives what is no manifest', () => {
    for (const manifest of [secret, { kind: 'ConfigMap', stringData: { a: 'x' } }, { ...secret, apiVersion: 'other/v1', stringData: { a: 'x' } }, { ...secret, data: 'x', stringData: 7 }]) expect(asStored(manifest)).toBe(manifest);
    expect(asStored({ ...secret, data: { a: '%%', b: 7 } })).toEqual({ ...secret, data: { a: '%%', b: 7 } });
  });
});
