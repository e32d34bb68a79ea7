import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { samples } from '../../extension/controller/samples.ts';
import { hastyClock } from '../support/hastyClock.ts';
import { sampleStories } from '../support/sampleStories.ts';
import { SampleWorld } from '../support/sampleWorld.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { customResourceCrash } from './customResourceCrash.ts';
import { describeCluster } from './whenControlPlane.ts';

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
    await world.until(() => world!.entries('reconcile.write').find(({ target }) => target.includes('customresourcedefinitions'))).toMatchObject({ verb: 'apply', code: 200, dryRun: true });
    expect(await world.get('apiextensions.k8s.io/v1/customresourcedefinitions', undefined, 'websites.samples.informer-inspector.dev')).toBeUndefined();
  });

  it.for(Object.entries(sampleStories))('%s', { timeout: 240_000 }, async ([name, tell], { skip }) => {
    if (name === 'websiteOperator' && crash !== undefined) skip(crash);
    // Back-off, and half a minute until the next resync, are long.
    world = await SampleWorld.open(plane.kubeconfig, name === 'lostAndFound' || name === 'flaky' ? hastyClock(10) : undefined);
    await tell(world);
  });
});
