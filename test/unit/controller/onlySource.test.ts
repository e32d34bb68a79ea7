import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deploymentRollout } from '../../../extension/controller/samples/deploymentRollout.ts';
import type { Reconciler } from '../../../extension/controller/api.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness } from './controllerHarness.ts';

const deployments = parseResource('apps/v1/deployments')!;
const replicaSets = parseResource('apps/v1/replicasets')!;

const web = (image: string): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'd', uid: 'uid-web' },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'nginx', image }] } } },
});

describe('what a controller knows it has from its watches, and from nowhere else', () => {
  let harness: ControllerHarness;
  const starts = (): number => harness.probe.of('reconcile.start').length;
  const images = (): string[] => harness.cluster.objects(replicaSets).map(({ spec }) => (spec as { template: { spec: { containers: { image: string }[] } } }).template.spec.containers[0]!.image);

  beforeEach(async () => {
    harness = new ControllerHarness(deploymentRollout as Reconciler);
    harness.cluster.put(deployments, web('nginx:1.25'));
    await harness.start();
    expect(images()).toEqual(['nginx:1.25']);
    await harness.writes();
  });
  afterEach(() => harness.stop());

  it('cut off from its lists and watches, it does nothing, whatever happens; with them back, it catches up', async () => {
    const { cluster } = harness;
    const before = starts();
    cluster.forbidden = true;
    cluster.dropWatches();
    cluster.put(deployments, web('nginx:1.26'));
    await harness.clock.advance(600_000);
    expect(starts()).toBe(before);
    expect(await harness.writes()).toEqual([]);
    expect(harness.probe.of('reflector.error').at(-1)).toMatchObject({ code: 403, reason: 'Forbidden' });
    cluster.forbidden = false;
    await harness.clock.advance(120_000);
    expect(images()).toEqual(['nginx:1.25', 'nginx:1.26']);
  });

  it('with a watch that is held up, it acts on what it had, and says that its own write is not among that', async () => {
    const { cluster } = harness;
    cluster.lagging = true;
    cluster.put(deployments, web('nginx:1.26'));
    await harness.clock.advance(600_000);
    expect(await harness.writes()).toEqual([]);
    cluster.deliver();
    cluster.lagging = true;
    await harness.clock.advance(1000);
    expect(images()).toEqual(['nginx:1.25', 'nginx:1.26']);
    harness.controller.queue.add('d/web');
    await harness.clock.settle();
    const created = harness.probe.of('reconcile.write').findLast(({ verb, code }) => verb === 'create' && code === 201)!;
    const read = harness.probe.of('reconcile.read').findLast(({ lookup }) => lookup.startsWith('byIndex'))!;
    expect(read.unseen).toEqual([created.seq]);
  });

  it('without the right to write, it is told so each time, and tries again later and later', async () => {
    const { cluster } = harness;
    cluster.put(deployments, web('nginx:1.26'));
    cluster.forbidden = true; // the watch that is open goes on
    await harness.clock.advance(1000);
    const refused = harness.probe.of('reconcile.write').filter(({ code }) => code === 403);
    expect(refused.length).toBeGreaterThan(2);
    const waits = harness.probe.of('workqueue.ratelimited').map(({ after }) => after);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(images()).toEqual(['nginx:1.25']);
    cluster.forbidden = false;
    await harness.clock.advance(10_000);
    expect(images()).toEqual(['nginx:1.25', 'nginx:1.26']);
  });
});
