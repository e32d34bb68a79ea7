import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { exitedStatus, probeFailedStatus } from '../../../../extension/playground/controllers/podStatus.ts';
import { pods as podResource } from '../../../../extension/playground/registry/resources/pods.ts';
import type { Pod, Workload } from '../../../../extension/playground/registry/shapes.ts';
import { handedOver } from '../../../support/playgroundController.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const apps = '/apis/apps/v1/namespaces';
const web = `${apps}/default/deployments/web`;
const worker = `${apps}/shop/replicasets/batch-worker`;

let harness: PlaygroundHarness;
beforeEach(async () => {
  harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.settle();
});

async function list(target: string): Promise<KubeObject[]> {
  return (await harness.get(target)).json.items;
}

async function workers(): Promise<Pod[]> {
  return (await list('/api/v1/namespaces/shop/pods?labelSelector=app%3Dbatch-worker')) as Pod[];
}

/** The status of the pod as the columns of kubectl tell it. */
async function statusOf(name: string, namespace = 'shop'): Promise<string> {
  const { json } = await harness.ask('GET', `/api/v1/namespaces/${namespace}/pods/${name}`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  return json.rows[0].cells.slice(1, 4).join(' ');
}

function setStatus(pod: Pod, status: object): void {
  harness.playground.registry.find(podResource)!.update(pod.metadata.namespace!, pod.metadata.name!, (old) => ({ ...old, status }), { subresource: 'status' });
}

it('a settled world stays as it is, but for the heartbeats of its nodes', async () => {
  const still = new PlaygroundHarness({ controllers: ['*'] });
  const written = new Set<string>();
  still.playground.storage.onCommit(({ type, key }) => written.add(`${type} ${key.replace(/[^/]*$/, '')}`));
  await still.clock.advance(600_000);
  expect([...written].toSorted()).toEqual(['ADDED /registry/coordination.k8s.io/leases/kube-node-lease/', 'MODIFIED /registry/coordination.k8s.io/leases/kube-node-lease/', 'MODIFIED /registry/nodes/']);
  expect(still.errors).toEqual([]);
  expect(still.playground.world.view.controllers.filter(({ lastError, synced, connected }) => lastError !== '' || synced !== connected)).toEqual([]);
});

describe('ReplicaSets', () => {
  it('make pods, which are scheduled, started and ready', async () => {
    await harness.patch(`${worker}/scale`, { spec: { replicas: 5 } });
    await harness.clock.settle();
    expect(await workers()).toHaveLength(5);
    expect((await harness.object(worker))['status']).toEqual({ replicas: 5, fullyLabeledReplicas: 5, readyReplicas: 2, availableReplicas: 2, observedGeneration: 2 });
    await harness.clock.advance(5_000);
    const all = await workers();
    const owner = (await harness.object(worker)).metadata;
    for (const pod of all) {
      expect(await statusOf(pod.metadata.name!)).toBe('1/1 Running 0');
      expect(pod.metadata.ownerReferences).toMatchObject([{ kind: 'ReplicaSet', name: 'batch-worker', uid: owner.uid, controller: true }]);
      expect(['playground-worker', 'playground-worker2']).toContain(pod.spec.nodeName);
    }
    expect(new Set(all.map(({ status }) => status?.podIP)).size).toBe(5);
    expect((await harness.object(worker))['status']).toMatchObject({ replicas: 5, readyReplicas: 5, observedGeneration: 2 });
  });

  it('let go what they do not select any more, whoever changed it, and make another one; and take it back', async () => {
    const [{ metadata }] = (await workers()) as [Pod];
    const path = `/api/v1/namespaces/shop/pods/${metadata.name}`;
    await harness.patch(path, { metadata: { labels: { app: 'debugged' } } });
    await harness.clock.advance(10_000);
    expect((await harness.object(path)).metadata.ownerReferences).toBeUndefined();
    expect((await workers()).map(({ metadata: { name } }) => name)).toHaveLength(2);
    await harness.patch(path, { metadata: { labels: { app: 'batch-worker' } } });
    await harness.clock.advance(10_000);
    expect(await workers()).toHaveLength(2);
  });

  it('hear of pods that were taken from them', async () => {
    const [{ metadata }] = (await workers()) as [Pod];
    await harness.patch(`/api/v1/namespaces/shop/pods/${metadata.name}`, { metadata: { labels: { app: 'somebody-else' }, ownerReferences: null } });
    await harness.clock.advance(10_000);
    expect(await workers()).toHaveLength(2);
  });

  it('go through the usual states on the way', async () => {
    const watch = await harness.watch('/api/v1/namespaces/shop/pods?watch=true&labelSelector=app%3Dbatch-worker&sendInitialEvents=false&resourceVersionMatch=NotOlderThan');
    await harness.patch(`${worker}/scale`, { spec: { replicas: 3 } });
    await harness.clock.advance(5_000);
    const steps = watch.events.map(({ type, object: { spec, status } }) => {
      const state = status.containerStatuses?.[0]?.state ?? {};
      return `${type} ${spec.nodeName ? 'scheduled' : '-'} ${status.phase} ${state.waiting?.reason ?? Object.keys(state)[0] ?? '-'}`;
    });
    expect(steps).toEqual([
      'ADDED - Pending -',
      'MODIFIED scheduled Pending -',
      'MODIFIED scheduled Pending -',
      'MODIFIED scheduled Pending ContainerCreating',
      'MODIFIED scheduled Running running',
    ]);
  });

  it('replace a pod that is deleted, and delete what is too much', async () => {
    const [first, second] = await workers();
    await harness.ask('DELETE', `/api/v1/namespaces/shop/pods/${first!.metadata.name}`);
    await harness.clock.advance(5_000);
    expect(await workers()).toHaveLength(2);
    await harness.patch(`${worker}/scale`, { spec: { replicas: 1 } });
    await harness.clock.advance(1_000);
    expect((await workers()).map(({ metadata }) => metadata.name)).toEqual([second!.metadata.name]);
  });

  it('make many pods, and no more than they should', async () => {
    await harness.patch(`${worker}/scale`, { spec: { replicas: 700 } });
    await harness.clock.advance(100);
    expect(await workers()).toHaveLength(700);
    await harness.patch(`${worker}/scale`, { spec: { replicas: 0 } });
    await harness.clock.advance(1_000);
    expect(await workers()).toHaveLength(0);
    expect(harness.errors).toEqual([]);
  }, 60_000);
});

describe('pods', () => {
  it('of nobody are run too', async () => {
    await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } } });
    await harness.clock.advance(5_000);
    expect(await statusOf('p', 'default')).toBe('1/1 Running 0');
    const events = (await list('/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Dp')) as (KubeObject & { reason: string })[];
    expect(events.map(({ reason }) => reason).toSorted()).toEqual(['Pulled', 'Scheduled', 'Started']);
  });

  it('that are deleted are ended first, and then go', async () => {
    const [pod] = await workers();
    const name = pod!.metadata.name!;
    const watch = await harness.watch(`/api/v1/namespaces/shop/pods?watch=true&fieldSelector=metadata.name%3D${name}`);
    watch.lines();
    const { json } = await harness.ask('DELETE', `/api/v1/namespaces/shop/pods/${name}`);
    expect(json.metadata).toMatchObject({ name, deletionGracePeriodSeconds: 30 });
    expect(await statusOf(name)).toBe('1/1 Terminating 0');
    await harness.clock.advance(1_000);
    const steps = watch.events.map(({ type, object: { metadata, status } }) => `${type} ${metadata.deletionGracePeriodSeconds} ${Object.keys(status.containerStatuses[0].state)[0]}`);
    expect(steps).toEqual(['MODIFIED 30 running', 'MODIFIED 30 terminated', 'MODIFIED 0 terminated', 'DELETED 0 terminated']);
    const events = (await list(`/api/v1/namespaces/shop/events?fieldSelector=involvedObject.name%3D${name}`)) as (KubeObject & { reason: string })[];
    expect(events.map(({ reason }) => reason)).toContain('Killing');
  });

  it('wait while no node takes them', async () => {
    for (const node of ['playground-worker', 'playground-worker2']) await harness.patch(`/api/v1/nodes/${node}`, { spec: { unschedulable: true } });
    await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } } });
    await harness.clock.advance(20_000);
    const { status } = (await harness.object('/api/v1/namespaces/default/pods/p')) as Pod;
    expect(status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }]);
    await harness.patch('/api/v1/nodes/playground-worker', { spec: { unschedulable: false } });
    await harness.clock.advance(20_000);
    expect(await statusOf('p', 'default')).toBe('1/1 Running 0');
  });

  it('whose container exits are started again, after a while', async () => {
    const [pod] = await workers();
    setStatus(pod!, exitedStatus(pod!, 0, '2026-01-01T00:00:00Z', 137));
    expect(await statusOf(pod!.metadata.name!)).toBe('0/1 OOMKilled 0');
    await harness.clock.advance(1_500);
    expect(await statusOf(pod!.metadata.name!)).toBe('0/1 CrashLoopBackOff 0');
    expect((await harness.object(worker))['status']).toMatchObject({ readyReplicas: 1 });
    await harness.clock.advance(20_000);
    expect(await statusOf(pod!.metadata.name!)).toBe('1/1 Running 1 (21s ago)');
    const back = (await harness.object(`/api/v1/namespaces/shop/pods/${pod!.metadata.name}`)) as Pod;
    expect(back.status?.podIP).toBe(pod!.status?.podIP);
    expect(back.status?.containerStatuses?.[0]?.containerID).not.toBe(pod!.status?.containerStatuses?.[0]?.containerID);
    expect(back.status?.conditions).toHaveLength(pod!.status!.conditions!.length);
  });

  it('whose probe fails become ready again, without a restart', async () => {
    const [pod] = await workers();
    setStatus(pod!, probeFailedStatus(pod!, 0, '2026-01-01T00:00:00Z'));
    expect(await statusOf(pod!.metadata.name!)).toBe('0/1 Running 0');
    await harness.clock.advance(10_000);
    expect(await statusOf(pod!.metadata.name!)).toBe('1/1 Running 0');
  });
});

describe('Deployments that somebody else rolls out', () => {
  beforeEach(async () => {
    harness = new PlaygroundHarness({ controllers: handedOver });
    await harness.clock.settle();
  });

  it('are not rolled out by the playground: only counted', async () => {
    await harness.patch(web, { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } }, 'strategic-merge');
    await harness.clock.advance(10_000);
    const owned = ((await list(`${apps}/default/replicasets`)) as Workload[]).filter(({ metadata }) => metadata.ownerReferences?.[0]?.name === 'web');
    expect(owned.map(({ spec }) => spec.replicas).toSorted()).toEqual([0, 3]);
    const { status, metadata } = (await harness.object(web)) as Workload;
    expect(status).toMatchObject({ observedGeneration: metadata.generation, replicas: 3, readyReplicas: 3 });
    expect(status?.updatedReplicas).toBeUndefined();
    expect(status?.['conditions']).toMatchObject([{ type: 'Available', status: 'True' }, { type: 'Progressing', reason: 'ReplicaSetUpdated' }]);
  });

  it('show the progress of whoever does it', async () => {
    const { json } = await harness.patch(web, { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } }, 'strategic-merge');
    const labels = { app: 'web', 'pod-template-hash': 'new' };
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: json.metadata.uid, controller: true };
    const old = ((await list(`${apps}/default/replicasets`)) as Workload[]).find(({ spec }) => spec.replicas === 3)!;
    await harness.ask('POST', `${apps}/default/replicasets`, {
      body: {
        metadata: { name: 'web-new', labels, ownerReferences: [owner] },
        spec: { replicas: 3, selector: { matchLabels: labels }, template: { ...json.spec.template, metadata: { labels } } },
      },
    });
    await harness.patch(`${apps}/default/replicasets/${old.metadata.name}/scale`, { spec: { replicas: 0 } });
    await harness.clock.advance(10_000);
    const { status } = (await harness.object(web)) as Workload;
    expect(status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(status?.['conditions']).toMatchObject([{ type: 'Available', status: 'True' }, { type: 'Progressing', reason: 'NewReplicaSetAvailable' }]);
    const images = ((await list('/api/v1/namespaces/default/pods')) as Pod[]).map(({ spec }) => spec.containers[0]?.image);
    expect(images).toEqual(['nginx:1.26', 'nginx:1.26', 'nginx:1.26']);
  });
});

describe('garbage', () => {
  async function ofWeb(): Promise<number[]> {
    const replicaSets = await list(`${apps}/default/replicasets`);
    return [replicaSets.length, (await list('/api/v1/namespaces/default/pods')).length];
  }

  it('goes after its owner (Background)', async () => {
    await harness.ask('DELETE', web);
    await harness.clock.advance(1_000);
    expect(await ofWeb()).toEqual([0, 0]);
  });

  it('goes before its owner (Foreground)', async () => {
    const { json } = await harness.ask('DELETE', web, { body: { propagationPolicy: 'Foreground' } });
    expect(json.metadata.finalizers).toEqual(['foregroundDeletion']);
    await harness.clock.advance(1_000);
    expect((await harness.get(web)).status).toBe(404);
    expect(await ofWeb()).toEqual([0, 0]);
  });

  it('stays, and is nobody’s (Orphan)', async () => {
    await harness.ask('DELETE', web, { body: { propagationPolicy: 'Orphan' } });
    await harness.clock.advance(1_000);
    expect((await harness.get(web)).status).toBe(404);
    expect(await ofWeb()).toEqual([2, 3]);
    expect((await list(`${apps}/default/replicasets`)).every(({ metadata }) => metadata.ownerReferences === undefined)).toBe(true);
  });

  it('is also what names an owner that never was', async () => {
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none', uid: 'u' };
    await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'a', ownerReferences: [owner] } } });
    const unknown = { apiVersion: 'example.com/v1', kind: 'Thing', name: 'none', uid: 'u' };
    await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'b', ownerReferences: [unknown] } } });
    await harness.clock.advance(1_000);
    expect((await harness.get('/api/v1/namespaces/default/configmaps/a')).status).toBe(404);
    expect((await harness.get('/api/v1/namespaces/default/configmaps/b')).status).toBe(200);
  });
});

describe('namespaces', () => {
  it('are emptied, and then go', async () => {
    const watch = await harness.watch('/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Dshop');
    const { json } = await harness.ask('DELETE', '/api/v1/namespaces/shop');
    expect(json.status.phase).toBe('Terminating');
    await harness.clock.advance(5_000);
    expect((await harness.get('/api/v1/namespaces/shop')).status).toBe(404);
    for (const target of ['/api/v1/pods', '/api/v1/secrets', '/apis/apps/v1/replicasets', '/api/v1/events']) {
      expect((await list(target)).filter(({ metadata }) => metadata.namespace === 'shop'), target).toEqual([]);
    }
    expect(watch.lines()).toEqual(['ADDED /shop', 'MODIFIED /shop', 'MODIFIED /shop', 'MODIFIED /shop', 'DELETED /shop']);
    expect(harness.errors).toEqual([]);
  });
});

it('stop, and leave nothing behind', async () => {
  await harness.patch(`${worker}/scale`, { spec: { replicas: 9 } });
  await harness.clock.settle();
  const closing = harness.playground.close();
  await harness.clock.settle();
  await closing;
  expect(harness.clock.pending).toBe(0);
});
