import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { Reconciler } from '../../extension/controller/api.ts';
import { Killed } from '../../extension/controller/leaderElection.ts';
import replicaSet from '../../extension/controller/samples/replicaSet.ts';
import staleRead from '../../extension/controller/samples/staleRead.ts';
import websiteOperator from '../../extension/controller/samples/websiteOperator.ts';
import { PlaygroundController } from '../support/playgroundController.ts';
import { testSeeds } from '../support/seed.ts';

/**
 * As in `convergence`, for the samples that make something to work on in their `setup`: watches drop and expire, writes are refused or lost,
 * caches lag. When it is over, the world is as it was last wanted, and another run of the key writes nothing.
 */

interface Story {
  readonly reconciler: Reconciler;
  readonly resource: string;
  readonly name: string;
  /** Merge patches of the object, in this order. */
  readonly wishes: readonly object[];
  readonly outcome: (world: PlaygroundController) => Promise<unknown>;
  readonly wanted: unknown;
}

const podsOf = (prefix: string) => async (world: PlaygroundController): Promise<(string | undefined)[]> =>
  (await world.objects('v1/pods', 'default')).map(({ metadata }) => metadata.name).filter((name) => name?.startsWith(prefix)).toSorted();

const stories: Readonly<Record<string, Story>> = {
  replicaset: {
    reconciler: replicaSet,
    resource: 'apps/v1/replicasets',
    name: 'sample',
    wishes: [{ spec: { replicas: 5 } }, { spec: { replicas: 1 } }, { spec: { replicas: 3 } }],
    outcome: podsOf('sample-'),
    wanted: ['sample-0', 'sample-1', 'sample-2'],
  },
  'CRD operator': {
    reconciler: websiteOperator,
    resource: 'samples.informer-inspector.dev/v1/websites',
    name: 'hello',
    wishes: [{ spec: { replicas: 3 } }, { spec: { page: 'new' } }, { spec: { replicas: 4, image: 'nginx:1.28' } }],
    async outcome(world) {
      const [{ data }, { spec }, { status }] = await Promise.all([
        world.object('v1/configmaps', 'default', 'hello'),
        world.object('apps/v1/deployments', 'default', 'hello'),
        world.object('samples.informer-inspector.dev/v1/websites', 'default', 'hello'),
      ]);
      const { replicas, template } = spec as { replicas: number; template: { spec: { containers: readonly [{ image: string }] } } };
      return { data, replicas, image: template.spec.containers[0].image, observedGeneration: (status as { observedGeneration: number }).observedGeneration };
    },
    wanted: { data: { 'index.html': 'new' }, replicas: 4, image: 'nginx:1.28', observedGeneration: 4 },
  },
  'stale read, cured by expectations': {
    reconciler: staleRead,
    resource: 'v1/configmaps',
    name: 'stale-read',
    wishes: [{ metadata: { annotations: { cure: 'expectations' } } }, { data: { pods: '5' } }, { data: { pods: '3' } }],
    outcome: async (world) => (await podsOf('stale-read-')(world)).length,
    wanted: 3,
  },
};

/** `setup` waits for the server by the machine's clock, as anybody's file does. */
async function start(world: PlaygroundController): Promise<PlaygroundController> {
  await world.start();
  await vi.waitFor(async () => {
    await world.playground.clock.advance(10);
    expect(world.controller.state).toBe('running');
  }, 20_000);
  return world;
}

const seeds = testSeeds(3);

describe.each(Object.entries(stories))('%s', (_, { reconciler, resource, name, wishes, outcome, wanted }) => {
  async function live(seed: number, inBetween: (world: PlaygroundController) => Promise<PlaygroundController>): Promise<void> {
    const random = seededRandom(seed);
    let world = await start(new PlaygroundController(reconciler, { seed }));
    world.faults.active = true;
    const faults = new Set([world.faults]);
    for (const wish of wishes) {
      await world.patch(resource, 'default', name, wish);
      await world.playground.clock.advance(Math.floor(random() * 20_000));
      world = await inBetween(world);
      faults.add(world.faults);
    }
    await world.endure(60_000, 600_000);
    expect(await outcome(world)).toEqual(wanted);
    expect(await world.writesOfSecondRun(`default/${name}`)).toEqual([]);
    // Or it has shown nothing.
    expect(new Set([...faults].flatMap(({ counts }) => Object.keys(counts))).size).toBeGreaterThan(2);
    await world.stop();
    await world.playground.playground.close();
  }

  it.each(seeds)('converges over a bad line, seed %d', (seed) => live(seed, (world) => Promise.resolve(world)), 60_000);

  it('converges though it is killed again and again', () =>
    live(7, async (world) => {
      await world.stop(new Killed());
      const next = await start(new PlaygroundController(reconciler, { playground: world.playground, seed: 8 }));
      next.faults.active = true;
      return next;
    }), 60_000);
});
