import { afterEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { ResourceError } from '../../../extension/cluster/resolveResource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { formatResource } from '../../../extension/kube/resource.ts';
import type { Discovered } from '../../../extension/cluster/discovery.ts';
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

async function cluster(answers: Readonly<Record<string, Reply | readonly Reply[]>>): Promise<{ readonly cluster: Cluster; readonly server: ScriptedServer; readonly clock: FakeClock }> {
  const routes = Object.fromEntries(Object.entries(answers).map(([path, reply]) => [path, { list: Array.isArray(reply) ? reply : [reply] }]));
  const server = await ScriptedServer.start({ routes });
  const clock = new FakeClock();
  const opened = await openCluster(kubeconfigFor(server.url), { clock });
  owned.push(() => server.close(), () => opened.close());
  return { cluster: opened, server, clock };
}

const aggregated = (...items: object[]): Reply => ({ json: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items } });
const aggregatedResource = (name: string, kind: string, more: object = {}): object => ({ resource: name, responseKind: { group: '', version: '', kind }, scope: 'Namespaced', singularResource: kind.toLowerCase(), shortNames: ['x'], verbs, ...more });
const failed = ({ failures }: Discovered): string[] => failures.map(({ groupVersion, error }) => `${groupVersion}: ${error instanceof Error ? error.message : String(error)}`);

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
    const { cluster: opened, server } = await cluster({
      '/api': aggregated({ metadata: {}, versions: [{ version: 'v1', freshness: 'Current', resources: [aggregatedResource('pods', 'Pod')] }] }),
      '/apis': aggregated(
        { metadata: { name: 'apps' }, versions: [{ version: 'v1', freshness: 'Current', resources: [aggregatedResource('deployments', 'Deployment')] }] },
        { metadata: { name: 'gone.example' }, versions: [{ version: 'v1', freshness: 'Stale' }] },
      ),
    });
    const discovered = await opened.discover(never);
    expect(names(discovered.resources)).toEqual(['v1/pods', 'apps/v1/deployments']);
    expect(failed(discovered)).toEqual(['gone.example/v1: the API server behind it does not answer']);
    expect(discovered.requests).toBe(2);
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

describe('discovery with one API that is broken', () => {
  it('names the group that answers 503, and has the rest', async () => {
    const { cluster: opened } = await cluster(classic);
    const discovered = await opened.discover(never);
    expect(names(discovered.resources)).toContain('events.k8s.io/v1/events');
    expect(failed(discovered)).toEqual(['metrics.k8s.io/v1beta1: the server is currently unable to handle the request']);
    expect(discovered.requests).toBe(7);
  });

  it.each<[string, Reply]>([
    ['no answer', { delayMs: 3_600_000 }],
    ['no end to its answer', { body: ['{"kind":"APIResourceList","resources":['], end: 'hold' }],
  ])('waits ten seconds for one that has %s, and not longer', async (_what, hanging) => {
    const { cluster: opened, server, clock } = await cluster({ ...classic, '/apis/metrics.k8s.io/v1beta1': hanging });
    let parts = 0;
    const discovering = opened.discover(never, () => parts++);
    await server.until(({ requests }) => requests.some(({ path }) => path === '/apis/metrics.k8s.io/v1beta1'));
    // All the others have answered: then it is the only one that is waited for.
    await expect.poll(() => parts).toBe(4);
    await clock.advance(9_999);
    expect(parts).toBe(4);
    await clock.advance(1);
    const discovered = await discovering;
    expect(failed(discovered)).toEqual(['metrics.k8s.io/v1beta1: no answer came within 10 s']);
    expect(names(discovered.resources)).toEqual(['v1/pods', 'v1/events', 'v1/nodes', 'apps/v1/deployments', 'apps/v1beta1/oldthings', 'events.k8s.io/v1/events']);
    expect(clock.pending).toBe(0);
  });

  it('tells what it has so far while one does not answer, and of a group only what it prefers', async () => {
    const slow: Reply = { delayMs: 3_600_000 };
    const { cluster: opened, clock } = await cluster({ ...classic, '/apis/apps/v1': slow });
    const parts: string[][] = [];
    const discovering = opened.discover(never, ({ resources }) => parts.push(names(resources)));
    await expect.poll(() => parts.length).toBe(4);
    expect(parts.at(-1)).toEqual(['v1/pods', 'v1/events', 'v1/nodes', 'events.k8s.io/v1/events']);
    await clock.advance(10_000);
    // Now its other version is the best that is known.
    expect(names((await discovering).resources)).toEqual(['v1/pods', 'v1/events', 'v1/nodes', 'apps/v1beta1/deployments', 'apps/v1beta1/oldthings', 'events.k8s.io/v1/events']);
  });

  it('says of an answer that is none what it is', async () => {
    const { cluster: opened } = await cluster({ ...classic, '/apis/metrics.k8s.io/v1beta1': { headers: { 'content-type': 'text/html' }, body: ['<html>sign in</html>'] }, '/apis/events.k8s.io/v1': { json: { kind: 'Status' } } });
    expect(failed(await opened.discover(never))).toEqual([
      'metrics.k8s.io/v1beta1: the answer cannot be read: it is not JSON (text/html)',
      'events.k8s.io/v1: the answer to /apis/events.k8s.io/v1 is not a document of discovery',
    ]);
  });

  it('ends with its signal, and asks nothing more', async () => {
    const { cluster: opened, server, clock } = await cluster({ ...classic, '/api/v1': { delayMs: 3_600_000 } });
    const ending = new AbortController();
    const discovering = opened.discover(ending.signal);
    await server.until(({ requests }) => requests.some(({ path }) => path === '/api/v1'));
    ending.abort(new Error('enough'));
    await expect(discovering).rejects.toThrow('enough');
    await expect.poll(() => clock.pending).toBe(0);
    await clock.advance(60_000);
    const paths = server.requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(clock.pending).toBe(0);
  });
});

describe('discovery of servers that differ', () => {
  it('takes the older form of the one answer for all groups', async () => {
    const reply: Reply = { json: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2beta1', items: [{ metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [aggregatedResource('deployments', 'Deployment')] }] }] } };
    const { cluster: opened } = await cluster({ '/api': classic['/api']!, '/api/v1': classic['/api/v1']!, '/apis': reply });
    expect(names((await opened.discover(never)).resources)).toEqual(['v1/pods', 'v1/events', 'v1/nodes', 'apps/v1/deployments']);
  });

  it('asks again in the plain form where 406 is the answer to the other', async () => {
    const refusal: Reply = { status: 406, json: statusObject(406, 'NotAcceptable', 'only JSON') };
    const { cluster: opened, server } = await cluster({ ...classic, '/api': [refusal, classic['/api']!], '/apis': [refusal, classic['/apis']!] });
    expect(names((await opened.discover(never)).resources)).toContain('apps/v1/deployments');
    expect(server.requests.filter(({ path }) => path === '/apis').map(({ headers }) => headers.accept)).toEqual([expect.stringContaining('APIGroupDiscoveryList'), 'application/json']);
  });

  it('leaves out names that could not stand in a path, and takes null for an empty list', async () => {
    const odd = ['../secrets', 'a/../../b', '__proto__', 'UPPER', '', '-', 'x'.repeat(300), 5, null].map((name) => resource(name as string, 'Odd'));
    const { cluster: opened } = await cluster({
      '/api': { json: { kind: 'APIVersions', versions: ['v1', '../v1', 7, null] } },
      '/api/v1': { json: { kind: 'APIResourceList', groupVersion: 'v1', resources: [...odd, null, 'x', resource('pods', 'Pod', { shortNames: null })] } },
      '/apis': aggregated({ metadata: { name: '../..' }, versions: [{ version: 'v1', resources: [aggregatedResource('x', 'X')] }] }, { metadata: { name: 'empty.example' }, versions: [{ version: 'v1', resources: null }] }, { metadata: null, versions: null }),
    });
    const { resources, failures } = await opened.discover(never);
    expect(names(resources)).toEqual(['v1/pods']);
    expect(resources[0]!.shortNames).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('takes null for no groups, and for no versions', async () => {
    const document = (kind: string, field: string) => ({ json: { kind, [field]: null } });
    const { cluster: opened } = await cluster({ '/api': { json: { kind: 'APIVersions', versions: ['v1'] } }, '/api/v1': { json: { kind: 'APIResourceList', groupVersion: 'v1', resources: [resource('pods', 'Pod')] } }, '/apis': document('APIGroupList', 'groups') });
    expect(names((await opened.discover(never)).resources)).toEqual(['v1/pods']);
    const { cluster: without } = await cluster({ '/api': document('APIVersions', 'versions'), '/apis': document('APIGroupList', 'groups') });
    expect((await without.discover(never)).resources).toEqual([]);
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
