import { describe, expect, it } from 'vitest';
import type { Registry } from '../../../../extension/playground/registry/registry.ts';
import { ClusterAccess } from '../../../../extension/playground/access/clusterAccess.ts';
import { adminUser } from '../../../../extension/playground/access/userInfo.ts';
import { ApiServer } from '../../../../extension/playground/api/apiServer.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

describe('discovery', () => {
  it('names every resource, its verbs, short names, categories and subresources', async () => {
    const harness = new PlaygroundHarness();
    const core = await harness.get('/api/v1');
    expect(core.json).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' });
    const byName = new Map(core.json.resources.map((resource: { name: string }) => [resource.name, resource]));
    expect(byName.get('pods')).toEqual({
      name: 'pods',
      singularName: 'pod',
      namespaced: true,
      kind: 'Pod',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['po'],
      categories: ['all'],
    });
    expect([...byName.keys()]).toEqual(expect.arrayContaining(['pods/status', 'namespaces/finalize', 'namespaces/status', 'secrets', 'nodes', 'events']));
    const apps = await harness.get('/apis/apps/v1');
    expect(apps.json.resources).toContainEqual({
      name: 'deployments/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('names groups and versions', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.get('/api')).json).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const { json } = await harness.get('/apis');
    expect(json.groups.map(({ name }: { name: string }) => name)).toEqual(['apps', 'authentication.k8s.io', 'authorization.k8s.io', 'batch', 'rbac.authorization.k8s.io', 'apiextensions.k8s.io', 'scheduling.k8s.io', 'coordination.k8s.io', 'discovery.k8s.io', 'flowcontrol.apiserver.k8s.io']);
    expect((await harness.get('/apis/apps')).json).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...json.groups[0] });
    expect(json.groups[0].preferredVersion).toEqual({ groupVersion: 'apps/v1', version: 'v1' });
    for (const target of ['/apis/none', '/apis/apps/v2', '/api/v2']) expect((await harness.get(target)).status, target).toBe(404);
  });

  const aggregatedType = (version: string): string => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

  it.each(['v2', 'v2beta1'])('has everything in one document for those who ask for %s', async (version) => {
    const harness = new PlaygroundHarness();
    const accept = `${aggregatedType(version)},application/json`;
    const [core, groups] = await Promise.all(['/api', '/apis'].map((path) => harness.ask('GET', path, { accept })));
    for (const { json, contentType } of [core!, groups!]) {
      expect(contentType).toBe(aggregatedType(version));
      expect(json).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}` });
    }
    expect(core!.json.items).toMatchObject([{ metadata: {}, versions: [{ version: 'v1', freshness: 'Current' }] }]);
    expect(core!.json.items[0].versions[0].resources).toContainEqual({
      resource: 'pods',
      responseKind: { group: '', version: 'v1', kind: 'Pod' },
      scope: 'Namespaced',
      singularResource: 'pod',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['po'],
      categories: ['all'],
      subresources: expect.arrayContaining([{ subresource: 'status', responseKind: { group: '', version: 'v1', kind: 'Pod' }, verbs: ['get', 'patch', 'update'] }]),
    });
    // The same as one by one.
    const classic = (await harness.get('/apis')).json.groups as { name: string; versions: { version: string }[] }[];
    const names = groups!.json.items.map(({ metadata, versions }: { metadata: { name: string }; versions: { version: string }[] }) => [metadata.name, versions.map((each) => each.version)]);
    expect(names).toEqual(classic.map(({ name, versions }) => [name, versions.map((each) => each.version)]));
    const apps = groups!.json.items[0].versions[0].resources.flatMap(({ resource, subresources = [] }: { resource: string; subresources?: { subresource: string }[] }) => [resource].concat(subresources.map(({ subresource }) => `${resource}/${subresource}`)));
    expect(apps.toSorted()).toEqual((await harness.get('/apis/apps/v1')).json.resources.map(({ name }: { name: string }) => name).toSorted());
  });

  it('takes the first type that it has, answers those who would rather have another format with classic JSON, and 406 those who take nothing else', async () => {
    const harness = new PlaygroundHarness();
    const kindFor = async (accept: string): Promise<string> => (await harness.ask('GET', '/api', { accept })).json.kind;
    expect(await kindFor(`application/json,${aggregatedType('v2')}`)).toBe('APIVersions');
    expect(await kindFor(`${aggregatedType('v3')},${aggregatedType('v2beta1')}`)).toBe('APIGroupDiscoveryList');
    expect(await kindFor('application/vnd.kubernetes.protobuf,application/json')).toBe('APIVersions');
    expect((await harness.ask('GET', '/api', { accept: 'application/yaml' })).status).toBe(406);
  });

  it('health, version', async () => {
    const harness = new PlaygroundHarness();
    for (const target of ['/healthz', '/livez', '/readyz']) expect((await harness.get(target)).text).toBe('ok');
    expect((await harness.get('/version')).json.gitVersion).toMatch(/^v1\.\d+\.\d+-playground$/);
  });
});

describe('OpenAPI', () => {
  /** All references of a document. */
  function references(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(references);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, held]) => (name === '$ref' ? [held as string] : references(held)));
  }

  function resolve(document: object, reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
  }

  it('version 3: an index, and a document for each group version, whole in itself', async () => {
    const harness = new PlaygroundHarness();
    const { paths } = (await harness.get('/openapi/v3')).json;
    expect(Object.keys(paths).toSorted()).toEqual(['api/v1', 'apis/apiextensions.k8s.io/v1', 'apis/apps/v1', 'apis/batch/v1', 'apis/coordination.k8s.io/v1', 'apis/discovery.k8s.io/v1', 'apis/flowcontrol.apiserver.k8s.io/v1', 'apis/rbac.authorization.k8s.io/v1', 'apis/scheduling.k8s.io/v1']);
    for (const { serverRelativeURL } of Object.values(paths) as { serverRelativeURL: string }[]) {
      const { json } = await harness.get(serverRelativeURL);
      expect(json.openapi).toBe('3.0.0');
      expect(references(json).filter((reference) => !resolve(json, reference))).toEqual([]);
    }
  });

  it('version 3: says of each kind that fieldValidation and dryRun are understood', async () => {
    const { json } = await new PlaygroundHarness().get('/openapi/v3/apis/apps/v1');
    const { patch } = json.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
    expect(patch['x-kubernetes-group-version-kind']).toEqual({ group: 'apps', version: 'v1', kind: 'Deployment' });
    expect(patch.parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['fieldValidation', 'dryRun', 'fieldManager']));
    const { containers } = json.components.schemas['io.k8s.api.core.v1.PodSpec'].properties;
    expect(containers).toMatchObject({ type: 'array', 'x-kubernetes-patch-merge-key': 'name', 'x-kubernetes-patch-strategy': 'merge' });
  });

  it('version 2: everything in one', async () => {
    const { json } = await new PlaygroundHarness().get('/openapi/v2');
    expect(json.swagger).toBe('2.0');
    expect(references(json).filter((reference) => !resolve(json, reference))).toEqual([]);
    expect(json.definitions['io.k8s.api.core.v1.Pod']['x-kubernetes-group-version-kind']).toEqual([{ group: '', version: 'v1', kind: 'Pod' }]);
  });
});

describe('OpenAPI 2 as protobuf', () => {
  /** As client-go asks, by a name that is no media type, and by the one that is. */
  it.each(['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'])('is answered to %s', async (accept) => {
    const { status, contentType, text } = await new PlaygroundHarness().ask('GET', '/openapi/v2', { accept });
    expect([status, contentType]).toEqual([200, 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf']);
    // swagger = 1, and info = 2 with its title = 1
    expect(text.slice(0, 5)).toBe('\n\u{3}2.0');
    expect(text).toContain('Kubernetes');
  });

  it('is JSON for whoever would rather have that, or says nothing', async () => {
    const harness = new PlaygroundHarness();
    for (const accept of ['', '*/*', 'application/json, application/com.github.proto-openapi.spec.v2.v1.0+protobuf']) {
      expect((await harness.ask('GET', '/openapi/v2', { accept })).contentType).toBe('application/json');
    }
  });
});

describe('access reviews', () => {
  it('allow everything and store nothing', async () => {
    const harness = new PlaygroundHarness();
    const { revision } = harness.playground.storage;
    const spec = { resourceAttributes: { verb: 'list', resource: 'pods' } };
    const { status, json } = await harness.ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      body: { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', spec },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ kind: 'SelfSubjectAccessReview', spec, status: { allowed: true } });
    expect(harness.playground.storage.revision).toBe(revision);
  });
});

describe('what should not go wrong', () => {
  it('is a 500 Status and a line in the log, never a throw', async () => {
    const harness = new PlaygroundHarness();
    const { playground, clock } = harness;
    const lines: string[] = [];
    const failing = { find: () => { throw new Error('a bug'); } } as unknown as Registry;
    const broken = new ApiServer({
      registry: failing,
      storage: playground.storage,
      clock,
      faults: playground.faults,
      random: () => 0,
      access: new ClusterAccess(playground.storage, clock, []),
      logger: { trace: () => undefined, info: () => undefined, warn: () => undefined, error: (tag, message) => void lines.push(`${tag}: ${message}`) },
    });
    const response = await broken.handle({ auditId: '', user: adminUser('test'), method: 'GET', path: '/api/v1/pods', query: new URLSearchParams(), accept: '', contentType: '', userAgent: '', body: new Uint8Array(), signal: new AbortController().signal });
    expect(response.status).toBe(500);
    expect(JSON.parse(response.body as string)).toMatchObject({ kind: 'Status', reason: 'InternalError', code: 500 });
    expect(lines).toEqual(['apiserver: GET /api/v1/pods failed']);
  });
});
