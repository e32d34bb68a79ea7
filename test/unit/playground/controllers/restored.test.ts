import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { CacheListerWatcher } from '../../../../extension/playground/controllers/cacheListerWatcher.ts';
import type { EndpointSlice } from '../../../../extension/playground/registry/serviceShapes.ts';
import type { Node, Pod, Workload } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

/** Storage goes back, or the server begins anew, under controllers that resume where they were: they must not go on with a past that never was. */

const web = '/apis/apps/v1/namespaces/default/deployments/web';

async function strike(harness: PlaygroundHarness, kind: 'restart' | 'restore'): Promise<void> {
  const { status, text } = await harness.ask('POST', '/faults', { to: 'introspect', body: { kind } });
  if (status !== 200) throw new Error(text);
}

async function podsOf(harness: PlaygroundHarness): Promise<readonly string[]> {
  const { items } = (await harness.get('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb')).json as { readonly items: readonly Pod[] };
  return items.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ metadata, spec, status }) => `${metadata.name} on ${spec.nodeName} is ${status?.phase}`);
}

it.each(['restart', 'restore'] as const)('a world comes to rest after a %s, and does what it is asked from then on', async (kind) => {
  const harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.advance(60_000);
  const before = ((await harness.object(web)) as Workload).spec.replicas!;
  // What is made of it is at versions that the backup does not have.
  await harness.patch(`${web}/scale`, { spec: { replicas: before + 4 } });
  await harness.clock.advance(60_000);
  expect(await podsOf(harness)).toHaveLength(before + 4);
  await strike(harness, kind);
  const settled = kind === 'restore' ? before : before + 4;
  await harness.clock.advance(120_000);
  expect(((await harness.object(web)) as Workload).spec.replicas).toBe(settled);
  expect(await podsOf(harness)).toHaveLength(settled);
  await harness.patch(`${web}/scale`, { spec: { replicas: settled + 2 } });
  await harness.clock.advance(120_000);
  const pods = await podsOf(harness);
  expect(pods).toHaveLength(settled + 2);
  expect(pods.filter((pod) => !/ on playground-\S+ is Running$/.test(pod))).toEqual([]);
  expect((await harness.object(web))['status']).toMatchObject({ replicas: settled + 2, readyReplicas: settled + 2 });
  const { controllers } = harness.playground.world.view;
  expect(controllers.filter(({ connected, synced }) => connected && !synced)).toEqual([]);
  expect(harness.errors).toEqual([]);
});

it.each([1, 10, 100])('no node is taken for silent because of a restore, at speed %i', async (speed) => {
  const harness = new PlaygroundHarness({ controllers: ['*'], speed });
  await harness.clock.advance(60_000);
  await strike(harness, 'restore');
  for (let second = 0; second < 20; second++) {
    await harness.clock.advance(1_000);
    const { items } = (await harness.get('/api/v1/nodes')).json as { readonly items?: readonly Node[] };
    for (const { metadata, status } of items ?? []) expect(`${second} ${metadata.name} ${status?.conditions?.find(({ type }) => type === 'Ready')?.status}`).toMatch(/ True$/);
  }
  const { items } = (await harness.get('/api/v1/events')).json as { readonly items: readonly { readonly reason: string }[] };
  expect(items.filter(({ reason }) => reason === 'NodeNotReady')).toEqual([]);
  expect(harness.errors).toEqual([]);
});

it.each(['restart', 'restore'] as const)('every watch of the world ends with a %s, and each is opened once more', async (kind) => {
  const harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.advance(60_000);
  const open = () => harness.playground.registry.stores.flatMap(({ cache }) => cache.openWatchers());
  const named = (): readonly string[] =>
    harness.playground.registry.stores.flatMap(({ cache }) => cache.openWatchers().map(({ client }) => `${cache.prefix} ${client.user} ${client.userAgent} ${client.fieldSelector}`)).toSorted();
  const [before, names] = [new Set(open()), named()];
  expect(before.size).toBeGreaterThan(20);
  await strike(harness, kind);
  expect(open()).toEqual([]);
  await harness.clock.advance(30_000);
  expect(named()).toEqual(names);
  expect(open().filter((watcher) => before.has(watcher))).toEqual([]);
  await harness.playground.close();
});

const container = { name: 'c', image: 'image:0' };
const template = { metadata: { labels: { app: 'taken' } }, spec: { containers: [container] } };

/** What has others made for it; none of them is in the backup. */
const owners = {
  service: { path: '/api/v1/namespaces/default/services', spec: { ports: [{ port: 80 }], selector: { app: 'taken' } } },
  deployment: { path: '/apis/apps/v1/namespaces/default/deployments', spec: { replicas: 3, selector: { matchLabels: { app: 'taken' } }, template } },
  replicaSet: { path: '/apis/apps/v1/namespaces/default/replicasets', spec: { replicas: 3, selector: { matchLabels: { app: 'taken' } }, template } },
  job: { path: '/apis/batch/v1/namespaces/default/jobs', spec: { completions: 3, parallelism: 2, template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } } },
  namespace: { path: '/api/v1/namespaces', spec: {} },
} as const;

/** Kinds of what they have made. */
const dependents = ['/apis/discovery.k8s.io/v1/endpointslices', '/apis/apps/v1/replicasets', '/api/v1/pods', '/api/v1/serviceaccounts'];

async function takenIn(harness: PlaygroundHarness): Promise<readonly string[]> {
  const lists = await Promise.all(dependents.map(async (path) => (await harness.get(path)).json.items as readonly KubeObject[]));
  return lists.flat().flatMap(({ metadata }) => (`${metadata.namespace}/${metadata.name}`.includes('taken') ? [`${metadata.namespace}/${metadata.name}`] : []));
}

it.each(['restart', 'restore'] as const)('what a controller wrote while nobody could watch is known with the list after a %s: no key waits five minutes for it', async (kind) => {
  const harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.advance(60_000);
  const replicas = ((await harness.object(web)) as Workload).spec.replicas!;
  for (const count of [1, replicas + 2, replicas]) {
    await harness.patch(`${web}/scale`, { spec: { replicas: count } });
    await harness.clock.advance(1_000);
    await strike(harness, kind);
    await harness.clock.advance(40_000);
    const { items } = (await harness.get('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dweb')).json;
    const told = (items as readonly EndpointSlice[]).flatMap(({ endpoints = [] }) => endpoints.filter(({ conditions }) => conditions?.ready).flatMap(({ addresses }) => addresses)).toSorted();
    const pods = (await harness.get('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb')).json.items as readonly Pod[];
    expect(told).toEqual(pods.map(({ status }) => String(status?.podIP)).toSorted());
    expect(told).toHaveLength(((await harness.object(web)) as Workload).spec.replicas!);
  }
  expect(harness.errors).toEqual([]);
  await harness.playground.close();
});

describe('an object that others were made for', () => {
  for (const [what, { path, spec }] of Object.entries(owners)) {
    it.each([1, 100])(`is forgotten with all of them when a backup is restored that is older: ${what}, after %i ms`, async (ms) => {
      const harness = new PlaygroundHarness({ controllers: ['*'] });
      await harness.clock.advance(60_000);
      expect((await harness.ask('POST', path, { body: { metadata: { name: 'taken' }, spec } })).status).toBe(201);
      await harness.clock.advance(ms);
      expect(await takenIn(harness)).not.toEqual([]);
      const { status } = await harness.ask('POST', '/faults', { to: 'introspect', body: { kind: 'restore', ms: 4_000 } });
      expect(status).toBe(200);
      const { revision } = harness.playground.storage;
      await harness.clock.advance(60_000);
      expect((await harness.get(`${path}/taken`)).status).toBe(404);
      expect(await takenIn(harness)).toEqual([]);
      // Whoever still believes in it makes some of it anew, and somebody deletes that, until both have listed.
      expect(harness.playground.storage.revision - revision).toBeLessThan(3_000);
      expect((await harness.ask('POST', path, { body: { metadata: { name: 'taken' }, spec } })).status).toBe(201);
      await harness.clock.advance(1_000);
      expect(await takenIn(harness)).not.toEqual([]);
      expect(harness.playground.world.view.controllers.filter(({ connected, synced }) => connected && !synced)).toEqual([]);
      expect(harness.errors).toEqual([]);
      await harness.playground.close();
    });
  }

  it('holds nobody up who is told late that it was deleted', async () => {
    const harness = new PlaygroundHarness({ controllers: ['*'] });
    await harness.clock.advance(60_000);
    const { path, spec } = owners.service;
    await harness.ask('POST', path, { body: { metadata: { name: 'taken' }, spec } });
    await harness.clock.advance(1_000);
    await harness.ask('POST', '/faults', { to: 'introspect', body: { kind: 'lag', ms: 20_000, scope: { resource: 'v1/services' } } });
    await harness.ask('DELETE', `${path}/taken`);
    const { revision } = harness.playground.storage;
    await harness.clock.advance(10_000);
    expect(harness.playground.storage.revision - revision).toBeLessThan(6_000);
    await harness.clock.advance(20_000);
    expect(await takenIn(harness)).toEqual([]);
    expect(harness.errors).toEqual([]);
    await harness.playground.close();
  });
});

describe('a watch that resumes', () => {
  const scenario = async () => {
    const harness = new PlaygroundHarness();
    const store = harness.playground.registry.find({ group: '', version: 'v1', resource: 'configmaps' })!;
    const lister = new CacheListerWatcher({ find: () => store, scope: {}, client: { user: 'c', userAgent: 'c' }, check: () => undefined });
    const create = async (name: string, count: number): Promise<void> => {
      for (let made = 0; made < count; made++) await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: `${name}-${made}` } } });
    };
    await create('gone', 30);
    return { harness, lister, create, version: (await lister.list()).resourceVersion };
  };
  const resume = (lister: CacheListerWatcher, resourceVersion: string) => lister.watch({ resourceVersion }, new AbortController().signal);

  it.each([0, 10, 200])('is sent to list anew after its storage went back and %i were made since', async (count) => {
    const { harness, lister, create, version } = await scenario();
    await strike(harness, 'restore');
    await create('new', count);
    await expect(resume(lister, version)).rejects.toMatchObject({ status: 429 });
    // What is listed before the cache has begun anew is of before.
    await lister.list();
    await harness.clock.advance(2_000);
    await expect(resume(lister, version)).rejects.toMatchObject({ status: 410, reason: 'Expired' });
    const { items, resourceVersion } = await lister.list();
    expect(items.filter(({ metadata }) => metadata.name!.startsWith('gone'))).toEqual([]);
    (await resume(lister, resourceVersion)).close();
  });

  it('goes on where it was after a restart that nothing was lost in', async () => {
    const { harness, lister, version } = await scenario();
    await strike(harness, 'restart');
    await harness.clock.advance(2_000);
    (await resume(lister, version)).close();
  });

  it('is refused at a version that there has never been', async () => {
    const { lister, version } = await scenario();
    await expect(resume(lister, String(Number(version) + 1))).rejects.toMatchObject({ status: 504, reason: 'Timeout' });
  });
});
