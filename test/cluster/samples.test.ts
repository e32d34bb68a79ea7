import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { samples } from '../../extension/controller/samples.ts';
import { hastyClock } from '../support/hastyClock.ts';
import { deployment, ownedBy, sampleStories } from '../support/sampleStories.ts';
import { SampleWorld } from '../support/sampleWorld.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { customResourceCrash } from './customResourceCrash.ts';
import { describeCluster } from './whenControlPlane.ts';
import { keysOf } from '../support/keysOf.ts';

/** No controllers run on this server but the samples themselves. */
describeCluster('the samples on a real API server, each in its process and with writes on', () => {
  let plane: ControlPlane;
  let crash: string | undefined;
  let world: SampleWorld | undefined;

  beforeAll(async () => {
    plane = await startControlPlane();
    crash = await customResourceCrash(plane);
  });
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });
  afterAll(() => plane?.stop());

  it('are all told of', () => {
    expect(Object.keys(sampleStories).toSorted()).toEqual(samples.map(({ name }) => name).toSorted());
  });

  it('websiteOperator, in a dry run: the server takes its definition, and nothing of it stays', { timeout: 120_000 }, async () => {
    world = await SampleWorld.open(plane.kubeconfig);
    const { error } = await world.session.controllers.run({ kind: 'sample', name: 'websiteOperator' }, { dryRun: true });
    expect(error).toBeUndefined();
    await world.until(() => world!.entries('reconcile.write').find(({ target }) => target.includes('customresourcedefinitions'))).toMatchObject({ verb: 'apply', code: 201, dryRun: true });
    expect(await world.get('apiextensions.k8s.io/v1/customresourcedefinitions', undefined, 'websites.samples.informer-inspector.dev')).toBeUndefined();
  });

  it('write nothing any more once the right to is taken away', { timeout: 240_000 }, async () => {
    const binding = ['create', 'clusterrolebinding', 'roller', '--clusterrole=cluster-admin', '--user=nobody'];
    await plane.kubectl(binding);
    const person = await SampleWorld.open(plane.kubeconfig);
    try {
      world = await SampleWorld.open(plane.kubeconfig, undefined, 'nobody');
      const { session } = world;
      await person.create('apps/v1/deployments', deployment('by-right'));
      const rolledOut = (): Promise<string[]> => ownedBy(person, 'by-right');
      const controller = await world.run('deploymentRollout');
      await world.until(rolledOut).toEqual(['nginx:1.25 × 3']);

      await plane.kubectl(['delete', 'clusterrolebinding', 'roller']);
      // The server's own cache of rights lags a little, too.
      await world.until(() => plane.kubectl(['auth', 'can-i', 'create', 'replicasets.apps', '--as=nobody']).catch(() => 'no')).toMatch(/no/);
      const [{ seq: last = 0 } = {}] = world.entries('reconcile.write').slice(-1);
      await person.patch('apps/v1/deployments', 'default', 'by-right', [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:1.26' }]);
      // Its watch is open still, as the server checks who asks when it is opened: so it tries, again and again.
      const since = (): number[] => world!.entries('reconcile.write').filter(({ seq }) => seq > last).map(({ code }) => code);
      await world.until(() => since().length).toBeGreaterThan(2);
      expect(new Set(since())).toEqual(new Set([403]));
      expect(await rolledOut()).toEqual(['nginx:1.25 × 3']);
      expect(keysOf(session, controller)).toContainEqual(expect.objectContaining({ key: 'default/by-right', error: expect.stringContaining('forbidden') as string }));

      await plane.kubectl(binding);
      await world.until(rolledOut).toEqual(['nginx:1.25 × 0', 'nginx:1.26 × 3']);
    } finally {
      await person.close();
    }
  });

  it.for(Object.entries(sampleStories))('%s', { timeout: 240_000 }, async ([name, tell], { skip }) => {
    if (name === 'websiteOperator' && crash !== undefined) skip(crash);
    // Back-off, and half a minute until the next resync, are long.
    world = await SampleWorld.open(plane.kubeconfig, name === 'lostAndFound' || name === 'flaky' ? hastyClock(10) : undefined);
    await tell(world);
  });
});
