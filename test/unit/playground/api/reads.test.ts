import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

function names({ items }: { readonly items: readonly KubeObject[] }): string[] {
  return items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);
}

describe('reading', () => {
  it('gets one object, and a table of it', async () => {
    const harness = new PlaygroundHarness();
    const web = await harness.object('/apis/apps/v1/namespaces/default/deployments/web');
    expect(web).toMatchObject({ kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'web', namespace: 'default' }, spec: { replicas: 3 } });
    const { json } = await harness.ask('GET', '/apis/apps/v1/namespaces/default/deployments/web?includeObject=None', {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(json).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: web.metadata.resourceVersion } });
    expect(json.columnDefinitions.slice(0, 5).map(({ name }: { name: string }) => name)).toEqual(['Name', 'Ready', 'Up-to-date', 'Available', 'Age']);
    expect(json.rows).toEqual([{ cells: ['web', '3/3', 3, 3, '26h', 'nginx', 'nginx:1.25', 'app=web'] }]);
  });

  it('lists items without kind and apiVersion (T-16), in the order of their keys', async () => {
    const { json } = await new PlaygroundHarness().get('/api/v1/pods');
    expect(json).toMatchObject({ kind: 'PodList', apiVersion: 'v1' });
    expect(json.items).toHaveLength(23);
    expect(json.items.every((item: object) => !('kind' in item) && !('apiVersion' in item))).toBe(true);
    expect(names(json)).toEqual(names(json).toSorted());
  });

  it('lists a namespace, and what selectors select', async () => {
    const harness = new PlaygroundHarness();
    const list = async (query: string): Promise<string[]> => names((await harness.get(`/api/v1/${query}`)).json);
    expect((await list('namespaces/default/pods')).every((name) => name.startsWith('default/web-'))).toBe(true);
    expect(await list('pods?labelSelector=app%3Dweb')).toHaveLength(3);
    expect(await list('pods?labelSelector=app+in+(cart,web),pod-template-hash')).toHaveLength(5);
    expect(await list('pods?fieldSelector=metadata.name%3Detcd-playground-control-plane')).toEqual(['kube-system/etcd-playground-control-plane']);
    expect(await list('pods?fieldSelector=spec.nodeName%3Dplayground-control-plane,status.phase%3DRunning')).toHaveLength(6);
    expect(await list('pods?fieldSelector=status.phase!%3DRunning')).toEqual([]);
    expect(await list('secrets?fieldSelector=type%3DOpaque')).toHaveLength(2);
    expect(await list('namespaces/none/pods')).toEqual([]);
  });

  it('A-30: gives pages of one version, whatever happens meanwhile', async () => {
    const harness = new PlaygroundHarness();
    const seen: string[] = [];
    let token = '';
    let version = '';
    for (let page = 0; page === 0 || token !== ''; page++) {
      const { json } = await harness.get(`/api/v1/namespaces/kube-system/pods?limit=5&continue=${token}`);
      if (page === 0) {
        version = json.metadata.resourceVersion;
        expect(json.metadata.remainingItemCount).toBe(7);
      }
      expect(json.metadata.resourceVersion).toBe(version);
      seen.push(...names(json));
      token = json.metadata.continue ?? '';
      await harness.ask('DELETE', '/api/v1/namespaces/kube-system/pods/kube-scheduler-playground-control-plane?gracePeriodSeconds=0');
    }
    expect(seen).toHaveLength(12);
    expect(new Set(seen).size).toBe(12);
    expect(names((await harness.get('/api/v1/namespaces/kube-system/pods')).json)).toHaveLength(11);
  });

  it('does not say how much is left of a list with selectors', async () => {
    const { json } = await new PlaygroundHarness().get('/api/v1/pods?limit=1&labelSelector=app%3Dweb');
    expect(json.metadata.continue).not.toBe('');
    expect(json.metadata.remainingItemCount).toBeUndefined();
  });

  it('A-32: ignores a limit for version 0', async () => {
    const { json } = await new PlaygroundHarness().get('/api/v1/pods?limit=1&resourceVersion=0');
    expect(json.items).toHaveLength(23);
    expect(json.metadata.continue).toBeUndefined();
  });

  it('A-30: an exact version, or a limit with a version, shows the past', async () => {
    const harness = new PlaygroundHarness();
    const { json: before } = await harness.get('/api/v1/namespaces/default/pods');
    const version = before.metadata.resourceVersion;
    await harness.ask('DELETE', `/api/v1/namespaces/default/pods/${before.items[0].metadata.name}?gracePeriodSeconds=0`);
    const exact = await harness.get(`/api/v1/namespaces/default/pods?resourceVersion=${version}&resourceVersionMatch=Exact`);
    expect(exact.json).toEqual(before);
    expect((await harness.get(`/api/v1/namespaces/default/pods?resourceVersion=${version}&limit=9`)).json.items).toHaveLength(3);
    expect((await harness.get(`/api/v1/namespaces/default/pods?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`)).json.items).toHaveLength(2);
    expect((await harness.get(`/api/v1/namespaces/default/pods?resourceVersion=${version}`)).json.items).toHaveLength(2);
  });

  it('A-35: what has been compacted has expired, for an exact version and for a token', async () => {
    const harness = new PlaygroundHarness();
    const { json } = await harness.get('/api/v1/pods?limit=1');
    await harness.ask('DELETE', '/api/v1/namespaces/default/configmaps/web-content');
    await harness.clock.advance(11 * 60_000);
    const exact = await harness.get(`/api/v1/pods?resourceVersion=${json.metadata.resourceVersion}&resourceVersionMatch=Exact`);
    expect(exact.json).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired' });
    const page = await harness.get(`/api/v1/pods?limit=1&continue=${json.metadata.continue}`);
    expect(page.json).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired' });
  });

  it('A-27: a version to come is waited for, for three seconds', async () => {
    const harness = new PlaygroundHarness();
    for (const target of ['/api/v1/pods?resourceVersion=9999', '/api/v1/namespaces/default?resourceVersion=9999']) {
      const answer = harness.get(target);
      await harness.clock.advance(3_000);
      expect((await answer).json).toMatchObject({ code: 504, reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 } });
    }
  });

  it('gives metadata alone to who wants no more', async () => {
    const { json } = await new PlaygroundHarness().ask('GET', '/api/v1/namespaces/default/pods', {
      accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    });
    expect(json.kind).toBe('PartialObjectMetadataList');
    expect(Object.keys(json.items[0]).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
  });

  it('gives the metadata of one object, says how many are left of a page, and refuses the name of the one for the other', async () => {
    const harness = new PlaygroundHarness();
    const as = (kind: string) => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io,application/json` });
    const page = await harness.ask('GET', '/api/v1/configmaps?limit=1', as('PartialObjectMetadataList'));
    expect(page.json).toMatchObject({ kind: 'PartialObjectMetadataList', metadata: { remainingItemCount: expect.any(Number) }, items: [{ kind: 'PartialObjectMetadata' }] });
    const { json } = await harness.ask('GET', '/api/v1/namespaces/default', as('PartialObjectMetadata'));
    expect(json).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'default' } });
    expect(json).not.toHaveProperty('spec');
    expect((await harness.ask('GET', '/api/v1/configmaps', as('PartialObjectMetadata'))).json).toMatchObject({ code: 406, reason: 'NotAcceptable' });
    expect((await harness.ask('GET', '/api/v1/namespaces/default', as('PartialObjectMetadataList'))).json).toMatchObject({ code: 406, reason: 'NotAcceptable' });
  });

  it('streams what is long in parts that make one document', async () => {
    const harness = new PlaygroundHarness({ size: 'town' });
    const { json, text } = await harness.get('/api/v1/pods');
    expect(json.items).toHaveLength(5000);
    expect(text.length / 5000).toBeGreaterThan(4500);
  }, 60_000);

  it.each([
    ['/api/v1/pods?limit=x', 400],
    ['/api/v1/pods?continue=x', 400],
    ['/api/v1/pods?labelSelector=%26', 400],
    ['/api/v1/pods?fieldSelector=spec.image%3Dx', 400],
    ['/api/v1/pods?fieldSelector=toString%3Dx', 400],
    ['/api/v1/nodes?fieldSelector=metadata.namespace%3Dx', 400],
    ['/api/v1/pods?resourceVersion=abc', 422],
    ['/api/v1/pods?resourceVersion=-1', 422],
    ['/api/v1/namespaces/default/pods/x?resourceVersion=abc', 422],
    ['/api/v1/pods?resourceVersionMatch=Exact', 422],
    ['/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=0', 422],
    ['/api/v1/pods?resourceVersionMatch=Newest&resourceVersion=1', 422],
    ['/api/v1/pods?sendInitialEvents=true', 422],
    ['/api/v1/namespaces/default/pods/none', 404],
    ['/api/v1/namespaces/default/nodes', 404],
    ['/api/v1/pods/web', 404],
    ['/api/v1/endpoints', 404],
    ['/api/v2/pods', 404],
    ['/apis/apps/v1/pods', 404],
    ['/api/v1/namespaces/default/pods/x/log', 404],
    ['/', 404],
    ['/api/v1/pods/x/y/z/w', 404],
    ['/apis/apps/v1/a/b/c/d/e', 404],
    ['/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=999999', 504],
    ['/api/v1/pods?limit=2&resourceVersion=999999', 504],
    ['/api/v1/namespaces/../pods', 404],
    ['/openapi/v3/apis/none/v1', 404],
  ])('GET %s: %i', async (target, code) => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.get(target);
    expect([status, json.kind, json.status, json.code]).toEqual([code, 'Status', 'Failure', code]);
    expect(harness.errors).toEqual([]);
  });
});
