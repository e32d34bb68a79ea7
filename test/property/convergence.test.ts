import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { Reconciler } from '../../extension/controller/api.ts';
import { Killed } from '../../extension/controller/leaderElection.ts';
import configMapMirror from '../../extension/controller/samples/configMapMirror.ts';
import { deploymentRollout } from '../../extension/controller/samples/deploymentRollout.ts';
import flaky from '../../extension/controller/samples/flaky.ts';
import lostAndFound from '../../extension/controller/samples/lostAndFound.ts';
import observe from '../../extension/controller/samples/observe.ts';
import replicaSet from '../../extension/controller/samples/replicaSet.ts';
import staleRead from '../../extension/controller/samples/staleRead.ts';
import { PlaygroundController } from '../support/playgroundController.ts';
import { testSeeds } from '../support/seed.ts';

/**
 * Watches drop and expire, lists and writes are refused or get lost, the cache lags: while all that goes on a person changes what is wanted.
 * When it is over, the world is as it was last wanted, and another run of the key writes nothing. A failure prints its seed: `PROPERTY_SEED` takes it.
 */

interface Story {
  readonly reconciler: Reconciler;
  /** What a person does, at any time, in this order. */
  readonly wishes: readonly ((world: PlaygroundController) => Promise<unknown>)[];
  readonly outcome: (world: PlaygroundController) => Promise<unknown>;
  readonly wanted: unknown;
  /** Key of a run that has nothing left to do. */
  readonly key: string;
}

const image = (of: string) => (world: PlaygroundController) => world.patch('apps/v1/deployments', 'default', 'web', { spec: { template: { spec: { containers: [{ name: 'nginx', image: of }] } } } });
const names = async (world: PlaygroundController, resource: string, namespace: string, prefix: string): Promise<(string | undefined)[]> =>
  (await world.objects(resource, namespace)).map(({ metadata }) => metadata.name).filter((name) => name?.startsWith(prefix)).toSorted();
const ask = (world: PlaygroundController, method: string, path: string, body?: unknown) => world.playground.ask(method, path, body === undefined ? {} : { body });

const stories: Record<string, Story> = {
  observe: {
    reconciler: observe,
    wishes: [image('nginx:1.26')],
    outcome: async (world) => world.probe.of('reconcile.write').length,
    wanted: 0,
    key: 'default/web',
  },
  'deployment rollout': {
    reconciler: deploymentRollout as Reconciler,
    wishes: [image('nginx:1.26'), (world) => world.patch('apps/v1/deployments', 'default', 'web', { spec: { replicas: 5 } }), image('nginx:1.27')],
    async outcome(world) {
      const all = (await world.objects('apps/v1/replicasets', 'default')).filter(({ metadata }) => metadata.name?.startsWith('web-'));
      const replicas = all.map(({ spec }) => spec as { replicas: number; template: { spec: { containers: { image: string }[] } } });
      return Object.fromEntries(replicas.map((spec) => [spec.template.spec.containers[0]!.image, spec.replicas]).filter(([, count]) => count !== 0));
    },
    wanted: { 'nginx:1.27': 5 },
    key: 'default/web',
  },
  replicaset: {
    reconciler: replicaSet,
    wishes: [
      (world) => world.patch('apps/v1/replicasets', 'default', 'sample', { spec: { replicas: 5 } }),
      (world) => ask(world, 'DELETE', '/api/v1/namespaces/default/pods/sample-1'),
      (world) => world.patch('apps/v1/replicasets', 'default', 'sample', { spec: { replicas: 4 } }),
    ],
    outcome: (world) => names(world, 'v1/pods', 'default', 'sample-'),
    wanted: ['sample-0', 'sample-1', 'sample-2', 'sample-3'],
    key: 'default/sample',
  },
  'configmap mirror': {
    reconciler: configMapMirror,
    wishes: [
      (world) => world.patch('v1/configmaps', 'default', 'web-content', { metadata: { annotations: { 'mirror-to': 'shop,kube-public' } } }),
      (world) => world.patch('v1/configmaps', 'default', 'web-content', { data: { 'index.html': 'new' } }),
      (world) => world.patch('v1/configmaps', 'default', 'web-content', { metadata: { annotations: { 'mirror-to': 'shop' } } }),
    ],
    async outcome(world) {
      const copies = (await world.objects('v1/configmaps')).filter(({ metadata }) => metadata.name === 'web-content' && metadata.namespace !== 'default');
      return copies.map((copy) => [copy.metadata.namespace, (copy['data'] as Record<string, string>)['index.html']]);
    },
    wanted: [['shop', 'new']],
    key: 'default/web-content',
  },
  'configmap mirror, of one that is deleted': {
    reconciler: configMapMirror,
    wishes: [
      (world) => world.patch('v1/configmaps', 'default', 'web-content', { metadata: { annotations: { 'mirror-to': 'shop,kube-public' } } }),
      (world) => ask(world, 'DELETE', '/api/v1/namespaces/default/configmaps/web-content'),
    ],
    outcome: async (world) => (await world.objects('v1/configmaps')).filter(({ metadata }) => metadata.name?.startsWith('web-content')).map(({ metadata }) => metadata.namespace),
    wanted: [],
    key: 'default/web-content',
  },
  'lost and found': {
    reconciler: lostAndFound,
    wishes: [
      (world) => ask(world, 'POST', '/api/v1/namespaces/shop/configmaps', { metadata: { name: 'nothing-in-it' } }),
      (world) => ask(world, 'POST', '/api/v1/namespaces/shop/configmaps', { metadata: { name: 'something' }, data: { k: 'v' } }),
      (world) => ask(world, 'DELETE', '/api/v1/namespaces/shop/configmaps/feature-flags'),
    ],
    outcome: async (world) => (await world.object('v1/namespaces', undefined, 'shop')).metadata.annotations?.['configmaps'] === String((await world.objects('v1/configmaps', 'shop')).length),
    wanted: true,
    key: 'shop',
  },
  flaky: {
    reconciler: flaky,
    wishes: [(world) => ask(world, 'POST', '/api/v1/namespaces/shop/configmaps', { metadata: { name: 'one-more' } })],
    outcome: async (world) => world.controller.queue.snapshot(99).counts.waiting,
    wanted: 0,
    key: 'shop/shop-config',
  },
  'stale read': {
    reconciler: staleRead,
    wishes: [
      (world) => world.patch('v1/configmaps', 'default', 'stale-read', { data: { pods: '5' } }),
      (world) => world.patch('v1/configmaps', 'default', 'stale-read', { data: { pods: '3' } }),
    ],
    outcome: async (world) => (await names(world, 'v1/pods', 'default', 'stale-read-')).length,
    wanted: 3,
    key: 'default/stale-read',
  },
};

const seeds = testSeeds(3);

describe.each(Object.entries(stories))('%s', (_, { reconciler, wishes, outcome, wanted, key }) => {
  async function live(seed: number, inBetween: (world: PlaygroundController) => Promise<PlaygroundController>): Promise<void> {
    const random = seededRandom(seed);
    let world = await new PlaygroundController(reconciler, { seed }).start();
    world.faults.active = true;
    for (const wish of wishes) {
      await wish(world);
      await world.playground.clock.advance(Math.floor(random() * 20_000));
      world = await inBetween(world);
    }
    await world.endure(60_000);
    expect(await outcome(world)).toEqual(wanted);
    if (reconciler !== flaky) expect(await world.writesOfSecondRun(key)).toEqual([]);
    await world.stop();
    await world.playground.playground.close();
  }

  it.each(seeds)('converges over a bad line, seed %d', (seed) => live(seed, (world) => Promise.resolve(world)), 60_000);

  it('converges though it is killed again and again', () =>
    live(7, async (world) => {
      await world.stop(new Killed());
      const next = await new PlaygroundController(reconciler, { playground: world.playground, seed: 8 }).start();
      next.faults.active = true;
      return next;
    }), 60_000);
});

it('the line is bad in every way that there is', async () => {
  const all = ['conflict', 'drop', 'expire', 'lag', 'list', 'refuse', 'unanswered', 'unsent', 'watch'];
  const world = await new PlaygroundController(deploymentRollout as Reconciler, { seed: 5 }).start();
  // Which come first depends on how many requests there are: as long as it takes, within bounds.
  for (let version = 0; version < 80 && Object.keys(world.faults.counts).length < all.length; version++) {
    world.faults.active = true;
    await image(`nginx:1.${version}`)(world);
    await world.playground.clock.advance(10_000);
  }
  expect(Object.keys(world.faults.counts).toSorted()).toEqual(all);
  await world.stop();
  await world.playground.playground.close();
}, 60_000);
