import { afterEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { ResourceError } from '../../../extension/cluster/resolveResource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { formatResource } from '../../../extension/kube/resource.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer, statusObject, type Reply } from '../../support/scriptedServer.ts';

const never = new AbortController().signal;
const owned: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

const verbs = ['get', 'list', 'watch'];
const resource = (name: string, kind: string, more: object = {}): object => ({ name, singularName: '', namespaced: true, kind, verbs, ...more });
const resourceList = (groupVersion: string, ...resources: object[]): Reply => ({ json: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources } });
const group = (name: string, ...versions: string[]): object => ({
  name,
  versions: versions.map((version) => ({ groupVersion: `${name}/${version}`, version })),
  preferredVersion: { groupVersion: `${name}/${versions[0]}`, version: versions[0] },
});

const classic: Record<string, Reply> = {
  '/api': { json: { kind: 'APIVersions', versions: ['v1'] } },
  '/api/v1': resourceList(
    'v1',
    resource('pods', 'Pod', { shortNames: ['po'], singularName: 'pod' }),
    resource('pods/log', 'Pod', { verbs: ['get'] }),
    resource('events', 'Event', { shortNames: ['ev'] }),
    resource('nodes', 'Node', { namespaced: false }),
    resource('bindings', 'Binding', { verbs: ['create'] }),
  ),
  '/apis': { json: { kind: 'APIGroupList', groups: [group('apps', 'v1', 'v1beta1'), group('metrics.k8s.io', 'v1beta1'), group('events.k8s.io', 'v1')] } },
  '/apis/apps/v1': resourceList('apps/v1', resource('deployments', 'Deployment', { shortNames: ['deploy'] })),
  '/apis/apps/v1beta1': resourceList('apps/v1beta1', resource('deployments', 'Deployment'), resource('oldthings', 'OldThing')),
  '/apis/metrics.k8s.io/v1beta1': { status: 503, json: statusObject(503, 'ServiceUnavailable', 'the server is currently unable to handle the request') },
  '/apis/events.k8s.io/v1': resourceList('events.k8s.io/v1', resource('events', 'Event')),
};

async function cluster(answers: Readonly<Record<string, Reply>>): Promise<{ readonly cluster: Cluster; readonly server: ScriptedServer }> {
  const routes = Object.fromEntries(Object.entries(answers).map(([path, reply]) => [path, { list: [reply] }]));
  const server = await ScriptedServer.start({ routes });
  const opened = await openCluster(kubeconfigFor(server.url), { clock: new FakeClock() });
  owned.push(() => server.close(), () => opened.close());
  return { cluster: opened, server };
}

const names = (resources: readonly { group: string; version: string; resource: string }[]): string[] => resources.map(formatResource);

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => expect.unreachable('it should have failed'), (error: unknown) => error);
}

describe('discovery', () => {
  it('gives what can be listed and watched, each once, in the version that the server prefers', async () => {
    const { cluster: opened } = await cluster(classic);
    expect(names((await opened.discover(never)).resources)).toEqual(['v1/pods', 'v1/events', 'v1/nodes', 'apps/v1/deployments', 'apps/v1beta1/oldthings', 'events.k8s.io/v1/events']);
  });

  it('describes them', async () => {
    const { cluster: opened } = await cluster(classic);
    const [pods, , nodes] = (await opened.discover(never)).resources;
    expect(pods).toEqual({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true, verbs, shortNames: ['po'], singularName: 'pod' });
    expect(nodes).toMatchObject({ namespaced: false, singularName: 'node' });
  });

  it('asks once for everything where the server can answer so', async () => {
    const aggregated = (...items: object[]): Reply => ({ json: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items } });
    const found = (name: string, kind: string): object => ({ resource: name, responseKind: { group: '', version: '', kind }, scope: 'Namespaced', singularResource: kind.toLowerCase(), shortNames: ['x'], verbs });
    const { cluster: opened, server } = await cluster({
      '/api': aggregated({ metadata: {}, versions: [{ version: 'v1', freshness: 'Current', resources: [found('pods', 'Pod')] }] }),
      '/apis': aggregated(
        { metadata: { name: 'apps' }, versions: [{ version: 'v1', freshness: 'Current', resources: [found('deployments', 'Deployment')] }] },
        { metadata: { name: 'gone.example' }, versions: [{ version: 'v1', freshness: 'Stale' }] },
      ),
    });
    expect(names((await opened.discover(never)).resources)).toEqual(['v1/pods', 'apps/v1/deployments']);
    expect(server.requests.map((request) => request.path).toSorted()).toEqual(['/api', '/apis']);
    expect(server.requests[0]!.headers.accept).toContain('as=APIGroupDiscoveryList');
  });

  it('fails when the server does not even name its groups', async () => {
    const forbidden = { status: 403, json: statusObject(403, 'Forbidden', 'no') };
    const one = await cluster({ ...classic, '/apis': forbidden });
    expect(names((await one.cluster.discover(never)).resources)).toEqual(['v1/pods', 'v1/events', 'v1/nodes']);
    const none = await cluster({ '/api': forbidden, '/apis': forbidden });
    expect(ApiError.is(await failure(none.cluster.discover(never)), 403)).toBe(true);
    const broken = await cluster({ ...classic, '/apis': { status: 500 } });
    expect(ApiError.is(await failure(broken.cluster.discover(never)), 500)).toBe(true);
  });
});

describe('the name of a resource', () => {
  it.each([
    ['pods', 'v1/pods'],
    ['po', 'v1/pods'],
    ['pod', 'v1/pods'],
    ['Pod', 'v1/pods'],
    ['v1/pods', 'v1/pods'],
    ['deploy', 'apps/v1/deployments'],
    ['deployment', 'apps/v1/deployments'],
    ['deployments.apps', 'apps/v1/deployments'],
    ['deployments.v1beta1.apps', 'apps/v1beta1/deployments'],
    ['apps/v1beta1/deployments', 'apps/v1beta1/deployments'],
    ['events', 'v1/events'],
    ['events.events.k8s.io', 'events.k8s.io/v1/events'],
    ['oldthings', 'apps/v1beta1/oldthings'],
  ])('%s is %s', async (text, expected) => {
    const { cluster: opened } = await cluster(classic);
    expect(formatResource(await opened.resolveResource(text, never))).toBe(expected);
  });

  it('asks no more than it must', async () => {
    const { cluster: opened, server } = await cluster(classic);
    await opened.resolveResource('pods', never);
    await opened.resolveResource('apps/v1/deployments', never);
    expect(server.requests.map((request) => request.path)).toEqual(['/api/v1', '/apis/apps/v1']);
  });

  it.each(['nosuch', 'v1/nosuch', 'nosuch.example/v1/things', 'pods.example', 'a b', '', '../pods'])('%j is unknown', async (text) => {
    const { cluster: opened } = await cluster(classic);
    const error = await failure(opened.resolveResource(text, never));
    expect(ResourceError.is(error, 'unknown') && error.message).toContain(`"${text}"`);
  });

  it('names the groups that could not be asked', async () => {
    const { cluster: opened } = await cluster(classic);
    expect(await failure(opened.resolveResource('nosuch', never))).toMatchObject({ message: expect.stringContaining('could not be asked: metrics.k8s.io/v1beta1') });
  });

  it('says that a resource cannot be watched', async () => {
    const { cluster: opened } = await cluster(classic);
    expect(await failure(opened.resolveResource('bindings', never))).toMatchObject({ code: 'notWatchable', message: expect.stringContaining('v1/bindings cannot be listed and watched') });
  });

  it('tells a refusal from an unknown resource', async () => {
    const { cluster: opened } = await cluster({ '/api/v1': { status: 401, json: statusObject(401, 'Unauthorized', 'Unauthorized') } });
    expect(ApiError.is(await failure(opened.resolveResource('pods', never)), 401)).toBe(true);
  });
});
