import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { Controller } from '../../../extension/controller/controller.ts';
import { Killed } from '../../../extension/controller/leaderElection.ts';
import { deploymentRollout } from '../../../extension/controller/samples/deploymentRollout.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness, type ControllerHarnessOptions, kindOf } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const pods = parseResource('v1/pods')!;
const deployments = parseResource('apps/v1/deployments')!;
const replicaSets = parseResource('apps/v1/replicasets')!;

/** A config map asks for a pod and a note of it: two writes, with a world between them in which anything may end. */
const twoWrites: Reconciler = {
  name: 'two-writes',
  for: 'v1/configmaps',
  owns: ['v1/pods'],
  async reconcile({ cache, client }, { namespace, name }) {
    const configMap = await cache.get('v1/configmaps', namespace, name);
    if (!configMap) return;
    const pod = await cache.get('v1/pods', namespace, name);
    if (!pod) {
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: configMap.metadata.uid!, controller: true };
      await client.create('v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, ownerReferences: [owner] } });
    }
    if (configMap['data']?.pod !== name) await client.patch('v1/configmaps', namespace, name, { data: { pod: name } });
  },
};

const web = (image: string): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'd', uid: 'uid-web' },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'nginx', image }] } } },
});

/** Lets go whatever is held until a write of this verb is. */
async function untilHeld(harness: ControllerHarness, verb: string): Promise<void> {
  for (let steps = 0; steps < 50; steps++) {
    await harness.clock.settle();
    if (harness.gate.held[0]?.step.effect?.summary.startsWith(verb)) return;
    harness.gate.releaseOne();
  }
  throw new Error(`no ${verb} was held`);
}

interface Story {
  readonly reconciler: Reconciler;
  readonly start: (harness: ControllerHarness) => void;
  /** The write before which it ends: the second of two. */
  readonly before: string;
  readonly converged: (harness: ControllerHarness) => unknown;
  readonly expected: unknown;
}

const stories: Record<string, Story> = {
  'a reconciler of two writes': {
    reconciler: twoWrites,
    start: ({ cluster }) => void cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' } }),
    before: 'patch',
    converged: ({ cluster }) => [cluster.objects(pods).map(({ metadata }) => metadata.name), cluster.object(configMaps, 'd/a')!['data']],
    expected: [['a'], { pod: 'a' }],
  },
  'deployment rollout': {
    reconciler: deploymentRollout as Reconciler,
    start({ cluster }) {
      cluster.put(deployments, web('nginx:1.25'));
      const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.24' }] } };
      const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-web', controller: true };
      cluster.put(replicaSets, { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web-old', namespace: 'd', ownerReferences: [owner] }, spec: { replicas: 3, template } });
    },
    before: 'patch',
    converged: ({ cluster }) => cluster.objects(replicaSets).map(({ spec }) => `${(spec as { template: { spec: { containers: { image: string }[] } } }).template.spec.containers[0]!.image} × ${(spec as { replicas: number }).replicas}`),
    expected: ['nginx:1.24 × 0', 'nginx:1.25 × 3'],
  },
};

describe.each(Object.entries(stories))('killed between two writes: %s', (_, { reconciler, start, before, converged, expected }) => {
  it('is started again, and converges; a second run writes nothing', async () => {
    const first = new ControllerHarness(reconciler);
    start(first);
    first.gate.close('reconcile.write');
    await first.start();
    await untilHeld(first, before);
    const written = first.cluster.writes.length;
    expect(written).toBeGreaterThan(0);
    const stopped = first.stop(new Killed());
    first.gate.open();
    await stopped;
    expect(first.cluster.writes).toHaveLength(written);
    expect(converged(first)).not.toEqual(expected);

    const second = new ControllerHarness(reconciler, { beside: first });
    await second.start();
    await second.clock.advance(1000);
    expect(converged(second)).toEqual(expected);
    const report = second.controller.runAgain(second.probe.of('reconcile.end').at(-1)!.key);
    await second.clock.settle();
    expect((await report).writes).toEqual([]);
    await second.stop();
    expect(second.clock.pending).toBe(0);
  });

  it('as the leader of two: the other takes over, and converges', async () => {
    const first = new ControllerHarness(reconciler, { replica: 'one' });
    const second = new ControllerHarness(reconciler, { beside: first, replica: 'two' });
    start(first);
    first.gate.close('reconcile.write');
    await first.start();
    await second.start();
    expect([first.controller.state, second.controller.state]).toEqual(['running', 'standby']);
    await untilHeld(first, before);
    const stopped = first.stop(new Killed());
    first.gate.open();
    await stopped;
    await first.clock.advance(30_000);
    expect(second.controller.state).toBe('running');
    expect(converged(first)).toEqual(expected);
    await second.stop();
    expect(second.clock.pending).toBe(0);
  });
});

describe('two replicas of one controller', () => {
  let first: ControllerHarness;
  let second: ControllerHarness;
  const both = (options: ControllerHarnessOptions = {}): void => {
    first = new ControllerHarness(twoWrites, { ...options, replica: 'one' });
    second = new ControllerHarness(twoWrites, { beside: first, replica: 'two' });
  };
  const put = async (name: string): Promise<void> => {
    first.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name, namespace: 'd' } });
    await first.clock.advance(100);
  };
  const startsOf = (harness: ControllerHarness): string[] => harness.probe.of('reconcile.start').filter(({ controller }) => controller === harness.controller.name).map(({ key }) => key);
  const noted = (name: string): unknown => first.cluster.object(configMaps, `d/${name}`)!['data'];

  beforeEach(async () => {
    both();
    await first.start();
    await second.start();
  });
  afterEach(async () => {
    await first.stop();
    await second.stop();
    expect(first.clock.pending).toBe(0);
  });

  it('have caches and queues of their own, and only the leader’s workers run', async () => {
    await put('a');
    expect(noted('a')).toEqual({ pod: 'a' });
    expect(startsOf(first).length).toBeGreaterThan(0);
    expect(startsOf(second)).toEqual([]);
    expect(second.factory.informers.map((informer) => informer.indexer.size)).toEqual([1, 1]);
    expect(second.controller.queue.snapshot(9).counts.queue).toBe(0);
    expect(first.probe.of('reconcile.leader').map(({ controller, leads, holder, transitions }) => [controller, leads, holder, transitions])).toEqual([
      ['two-writes-one', true, 'one', 0],
      ['two-writes-two', false, 'one', 0],
    ]);
  });

  it('change over when the leader is stopped, in a few seconds, and nothing is left undone', async () => {
    await put('a');
    await first.stop();
    await put('b');
    expect(noted('b')).toBeUndefined();
    await first.clock.advance(3000);
    expect(second.controller.state).toBe('running');
    expect(noted('b')).toEqual({ pod: 'b' });
    expect(second.probe.of('reconcile.leader').at(-1)).toMatchObject({ controller: 'two-writes-two', leads: true, holder: 'two', transitions: 1 });
  });

  it('the leader’s workers stop when it loses the Lease, take no key meanwhile, and run again when it has it back', async () => {
    await put('a');
    // Its renewals do not get through any more: whatever it is sent, the server refuses.
    const lost = first.cluster;
    const write = lost.write.bind(lost);
    lost.write = (request, options) => (request.resource.resource === 'leases' ? Promise.reject(new Error('no route to host')) : write(request, options));
    await first.clock.advance(13_000);
    expect([first.controller.state, second.controller.state]).toEqual(['standby', 'standby']);
    const before = startsOf(first).length;
    await put('b');
    expect(startsOf(first)).toHaveLength(before);
    expect(first.controller.queue.isShuttingDown).toBe(true);
    lost.write = write;
    await first.clock.advance(30_000);
    expect([first.controller.state, second.controller.state].toSorted()).toEqual(['running', 'standby']);
    expect(noted('b')).toEqual({ pod: 'b' });
    expect(first.probe.of('handler.error')).toEqual([]);
  });

  it('keep answers to who asks: a replica that stands by runs nothing again', async () => {
    await expect(second.controller.runAgain('d/a')).rejects.toThrow('two-writes-two has no workers now');
  });
});

it('a dry run cannot elect a leader, and says so', () => {
  const harness = new ControllerHarness(twoWrites);
  const engine = { clock: harness.clock, probe: harness.probe, gate: harness.gate, random: () => 0, logger: harness.log };
  const options = { ...engine, reconciler: twoWrites, kindOf, informerFor: () => harness.factory.informer(configMaps), client: harness.cluster, writes: { dryRun: true } };
  expect(() => new Controller({ ...options, election: { identity: 'one', lease: { namespace: 'd', name: 'l' }, get: () => Promise.reject(new Error('unused')) } })).toThrow(
    'two-writes cannot elect a leader in a dry run, in which no Lease is stored',
  );
});
