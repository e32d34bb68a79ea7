import { afterEach, describe, expect, it } from 'vitest';
import { deploymentRollout } from '../../../../extension/controller/samples/deploymentRollout.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { ControllerHarness } from '../controllerHarness.ts';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const replicaSets = { group: 'apps', version: 'v1', resource: 'replicasets' };

function web(image: string, more: { replicas?: number; paused?: boolean } = {}): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', uid: 'uid-web' },
    spec: {
      replicas: 3,
      ...more,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'nginx', image }] } },
    },
  };
}

describe('deployment rollout', () => {
  let harness: ControllerHarness;
  const begin = async (options: { dryRun?: boolean } = {}): Promise<void> => {
    harness = new ControllerHarness(deploymentRollout, options);
    harness.cluster.put(deployments, web('nginx:1.25'));
    await harness.start();
  };
  /** Name without hash is of no interest: image and replicas of each ReplicaSet, oldest first. */
  const replicaSetsNow = (): string[] =>
    harness.cluster.objects(replicaSets).map((replicaSet) => {
      const spec = replicaSet['spec'] as { replicas: number; template: { spec: { containers: { image: string }[] } } };
      return `${spec.template.spec.containers[0]!.image} × ${spec.replicas}`;
    });

  afterEach(() => harness.stop());

  it('creates the ReplicaSet that is missing, owned, selected and labelled by the hash of its template', async () => {
    await begin();
    const [created] = harness.cluster.objects(replicaSets);
    expect(created?.metadata.ownerReferences).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-web', controller: true, blockOwnerDeletion: true },
    ]);
    const hash = created!.metadata.labels!['pod-template-hash']!;
    expect(created!.metadata.name).toBe(`web-${hash}`);
    expect(created!['spec']).toMatchObject({
      replicas: 3,
      selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
      template: { metadata: { labels: { app: 'web', 'pod-template-hash': hash } } },
    });
  });

  it('rolls a new image out: a new ReplicaSet, then the old one scaled down, then nothing more', async () => {
    await begin();
    await harness.writes();
    harness.cluster.put(deployments, web('nginx:1.26'));
    const written = await harness.writes();
    expect(written.map((write) => write.replace(/-[a-z0-9]+$/, ''))).toEqual([
      'create replicasets default/web',
      'patch replicasets default/web',
    ]);
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 0', 'nginx:1.26 × 3']);

    harness.cluster.put(deployments, { ...web('nginx:1.26'), status: { observedGeneration: 2 } });
    expect(await harness.writes()).toEqual([]);
  });

  it('rolls back onto the ReplicaSet that is there already', async () => {
    await begin();
    harness.cluster.put(deployments, web('nginx:1.26'));
    await harness.writes();
    harness.cluster.put(deployments, web('nginx:1.25'));
    await harness.writes();
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 3', 'nginx:1.26 × 0']);
  });

  it('follows the number of replicas', async () => {
    await begin();
    harness.cluster.put(deployments, web('nginx:1.25', { replicas: 5 }));
    await harness.writes();
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 5']);
  });

  it('repairs a ReplicaSet that somebody else has scaled or deleted', async () => {
    await begin();
    const [created] = harness.cluster.objects(replicaSets);
    harness.cluster.put(replicaSets, { ...created!, spec: { ...(created!['spec'] as object), replicas: 9 } });
    await harness.writes();
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 3']);
    harness.cluster.remove(replicaSets, `default/${created!.metadata.name}`);
    await harness.writes();
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 3']);
  });

  it('leaves a paused Deployment alone', async () => {
    await begin();
    await harness.writes();
    harness.cluster.put(deployments, web('nginx:1.26', { paused: true }));
    expect(await harness.writes()).toEqual([]);
  });

  it('takes a cache that lags for what it is: its own write, not yet seen, is not made twice', async () => {
    await begin();
    await harness.writes();
    harness.cluster.put(deployments, web('nginx:1.26'));
    harness.cluster.lagging = true;
    await harness.writes();
    expect(replicaSetsNow()).toHaveLength(2);
    harness.controller.queue.add('default/web');
    const again = await harness.writes();
    expect(again.map((write) => write.replace(/-[a-z0-9]+$/, ''))).toEqual(['create replicasets default/web', 'patch replicasets default/web']);
    expect(harness.probe.of('reconcile.write').slice(-2)).toMatchObject([{ code: 409 }, { code: 200 }]); // there already, and its own: not a failure
    expect(harness.probe.of('reconcile.error')).toEqual([]);
    harness.cluster.deliver();
    await harness.writes();
    expect(replicaSetsNow()).toEqual(['nginx:1.25 × 0', 'nginx:1.26 × 3']);
  });

  it('says that a ReplicaSet of somebody else is in the way, and goes on when that is gone', async () => {
    await begin();
    const [own] = harness.cluster.objects(replicaSets);
    const key = `default/${own!.metadata.name}`;
    const { ownerReferences: _, ...metadata } = own!.metadata;
    harness.cluster.put(replicaSets, { ...own!, metadata: { ...metadata, uid: 'uid-theirs' } });
    harness.controller.queue.add('default/web');
    await harness.clock.settle();
    expect(harness.probe.of('reconcile.error').at(-1)?.message).toMatch(/^ReplicaSet web-\w+ is in the way of Deployment web, which does not own it\./);
    expect(harness.cluster.object(replicaSets, key)?.metadata.uid).toBe('uid-theirs');
    harness.cluster.remove(replicaSets, key);
    await harness.clock.advance(60_000);
    expect(harness.cluster.object(replicaSets, key)?.metadata.ownerReferences).toMatchObject([{ uid: 'uid-web' }]);
  });

  it('keeps what else the selector asks for', async () => {
    await begin();
    const matchExpressions = [{ key: 'tier', operator: 'Exists' }];
    const { metadata, spec, ...more } = web('nginx:1.27');
    harness.cluster.put(deployments, { ...more, metadata, spec: { ...(spec as object), selector: { matchLabels: { app: 'web' }, matchExpressions } } });
    await harness.writes();
    expect((harness.cluster.objects(replicaSets).at(-1)!['spec'] as { selector: unknown }).selector).toMatchObject({ matchLabels: { app: 'web' }, matchExpressions });
  });

  it('asks the server for a dry run, and changes nothing', async () => {
    await begin({ dryRun: true });
    const written = await harness.writes();
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^create replicasets default\/web-[a-z0-9]+ \(dry run\)$/);
    expect(harness.cluster.objects(replicaSets)).toEqual([]);
    expect(harness.probe.of('reconcile.write')).toMatchObject([{ verb: 'create', dryRun: true, code: 201 }]);
  });

  it('gives up on a Deployment without a template until it changes', async () => {
    await begin();
    await harness.writes();
    harness.cluster.put(deployments, { ...web('nginx:1.26'), spec: {} });
    await harness.writes();
    expect(harness.probe.of('reconcile.error')).toMatchObject([{ key: 'default/web' }]);
    await harness.clock.advance(60_000);
    expect(harness.probe.of('reconcile.error')).toHaveLength(1);
    expect(harness.probe.of('workqueue.drop')).toHaveLength(1);
  });
});
