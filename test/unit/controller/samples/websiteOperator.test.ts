import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deploymentRollout } from '../../../../extension/controller/samples/deploymentRollout.ts';
import websiteOperator from '../../../../extension/controller/samples/websiteOperator.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

const group = 'samples.informer-inspector.dev';
const hello = [`${group}/v1/websites`, 'default', 'hello'] as const;
const websites = `/apis/${group}/v1/namespaces/default/websites`;

describe('CRD operator', () => {
  const worlds: PlaygroundController[] = [];
  let world: PlaygroundController;
  afterEach(() => Promise.all(worlds.splice(0).map((each) => each.stop())));

  /** `setup` waits for the server by the machine's clock, as anybody's file does. */
  async function start(of: PlaygroundController): Promise<PlaygroundController> {
    worlds.push(of);
    await of.start();
    await vi.waitFor(async () => {
      await of.playground.clock.advance(10);
      expect(of.controller.state).toBe('running');
    });
    await of.playground.clock.settle();
    return of;
  }
  const settle = (): Promise<void> => world.playground.clock.advance(2000);
  const status = async () => (await world.object(...hello))['status'] as { observedGeneration: number; availableReplicas: number; conditions: readonly [{ lastTransitionTime: string }] };

  beforeEach(async () => {
    world = await start(new PlaygroundController(websiteOperator));
  });

  it('installs its kind, and makes a ConfigMap and a Deployment of each object of it, which it owns', async () => {
    const definition = await world.playground.object(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/websites.${group}`);
    expect(definition['status']).toMatchObject({ conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] });
    const { uid } = (await world.object(...hello)).metadata;
    const owner = [{ apiVersion: `${group}/v1`, kind: 'Website', name: 'hello', uid, controller: true, blockOwnerDeletion: true }];
    expect(await world.object('v1/configmaps', 'default', 'hello')).toMatchObject({ metadata: { ownerReferences: owner }, data: { 'index.html': '<h1>Hello</h1>\n' } });
    expect(await world.object('apps/v1/deployments', 'default', 'hello')).toMatchObject({ metadata: { ownerReferences: owner }, spec: { replicas: 2, template: { spec: { containers: [{ image: 'nginx:1.27' }] } } } });
    const { json } = await world.playground.ask('GET', websites, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(json.rows[0].cells.slice(0, 3)).toEqual(['hello', 2, 'False']);
  });

  it('says in the status what it has seen of which spec, and changes no generation by that', async () => {
    await settle();
    expect(await status()).toEqual({
      observedGeneration: 1,
      availableReplicas: 0,
      conditions: [{ type: 'Ready', status: 'False', reason: 'WaitingForPods', message: '0 of 2 pods are available', observedGeneration: 1, lastTransitionTime: expect.any(String) as string }],
    });
    await world.patch(...hello, { spec: { replicas: 3, page: 'new' } });
    await settle();
    expect((await world.object(...hello)).metadata.generation).toBe(2);
    expect(await status()).toMatchObject({ observedGeneration: 2, conditions: [{ message: '0 of 3 pods are available', observedGeneration: 2 }] });
    expect((await world.object('v1/configmaps', 'default', 'hello'))['data']).toEqual({ 'index.html': 'new' });
    expect((await world.object('apps/v1/deployments', 'default', 'hello'))['spec']).toMatchObject({ replicas: 3 });
    expect(await world.writesOfSecondRun('default/hello')).toEqual([]);
  });

  it('is Ready once somebody rolls its Deployment out, and says since when', async () => {
    const before = (await status()).conditions[0].lastTransitionTime;
    const rollout = new PlaygroundController(deploymentRollout, { playground: world.playground });
    worlds.push(rollout);
    await rollout.start();
    await world.playground.clock.advance(20_000);
    expect(await status()).toMatchObject({ availableReplicas: 2, conditions: [{ type: 'Ready', status: 'True', reason: 'AllAvailable' }] });
    const since = (await status()).conditions[0].lastTransitionTime;
    expect(Date.parse(since)).toBeGreaterThanOrEqual(Date.parse(before));
    await world.patch(...hello, { spec: { page: 'another' } });
    await settle();
    expect((await status()).conditions[0].lastTransitionTime).toBe(since);
    for (const each of worlds) expect(await each.writesOfSecondRun('default/hello')).toEqual([]);
  });

  it('repairs what somebody does to its children, and leaves what others say of them', async () => {
    await world.patch('v1/configmaps', 'default', 'hello', { data: { 'index.html': 'defaced', 'robots.txt': 'theirs' } });
    await world.patch('apps/v1/deployments', 'default', 'hello', { spec: { replicas: 9, minReadySeconds: 5 } });
    await world.playground.ask('DELETE', '/api/v1/namespaces/default/configmaps/none');
    await settle();
    expect((await world.object('v1/configmaps', 'default', 'hello'))['data']).toEqual({ 'index.html': '<h1>Hello</h1>\n', 'robots.txt': 'theirs' });
    expect((await world.object('apps/v1/deployments', 'default', 'hello'))['spec']).toMatchObject({ replicas: 2, minReadySeconds: 5 });
    await world.playground.ask('DELETE', '/apis/apps/v1/namespaces/default/deployments/hello');
    await settle();
    expect((await world.object('apps/v1/deployments', 'default', 'hello'))['spec']).toMatchObject({ replicas: 2 });
  });

  it('leaves what a deleted one had to the garbage collector', async () => {
    await world.playground.ask('DELETE', `${websites}/hello`);
    await settle();
    for (const path of ['/api/v1/namespaces/default/configmaps/hello', '/apis/apps/v1/namespaces/default/deployments/hello']) expect((await world.playground.get(path)).status, path).toBe(404);
    expect(world.probe.of('reconcile.error')).toEqual([]);
  });

  it('takes nothing over that is somebody else\'s, says so, and goes on when that is gone', async () => {
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'another' }, data: { 'index.html': 'theirs' } };
    await world.playground.ask('POST', '/api/v1/namespaces/default/configmaps', { body: theirs });
    await world.playground.ask('POST', websites, { body: { apiVersion: `${group}/v1`, kind: 'Website', metadata: { name: 'another' }, spec: { page: 'ours' } } });
    await settle();
    expect((await world.object('v1/configmaps', 'default', 'another'))['data']).toEqual(theirs.data);
    expect(world.probe.of('reconcile.error').at(-1)?.message).toBe("v1/configmaps default/another is not this Website's. Delete or rename one of the two.");
    await world.playground.ask('DELETE', '/api/v1/namespaces/default/configmaps/another');
    await world.playground.clock.advance(60_000);
    expect((await world.object('v1/configmaps', 'default', 'another'))['data']).toEqual({ 'index.html': 'ours' });
  });

  it('in a dry run, asks twice whether it may install its kind, and stores nothing', async () => {
    const dry = new PlaygroundController(websiteOperator, { dryRun: true });
    worlds.push(dry);
    await dry.start();
    await vi.waitFor(() => expect(dry.log.lines.join()).toContain('a dry run: the server would take the kind'));
    await dry.playground.clock.settle();
    expect(dry.probe.of('reconcile.write').map(({ verb, code }) => [verb, code])).toEqual([['apply', 201], ['apply', 201], ['create', 404]]);
    expect((await dry.playground.get(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/websites.${group}`)).status).toBe(404);
  });

  it('started again, changes nothing that is stored', async () => {
    await settle();
    await world.stop();
    worlds.length = 0;
    const { revision } = world.playground.playground.storage;
    world = await start(new PlaygroundController(websiteOperator, { playground: world.playground }));
    await settle();
    expect(world.playground.playground.storage.revision).toBe(revision);
    expect(world.probe.of('reconcile.write').filter(({ key }) => key !== '')).toEqual([]);
  });

  it('has the server refuse what is none', async () => {
    const refused = async (spec: object): Promise<string> => (await world.playground.ask('POST', websites, { body: { apiVersion: `${group}/v1`, kind: 'Website', metadata: { name: 'x' }, spec } })).json.message;
    expect(await refused({})).toContain('spec.page: Required value');
    expect(await refused({ page: 'p', replicas: 11 })).toContain('should be less than or equal to 10');
  });
});
