import { beforeEach, describe, expect, it } from 'vitest';
import type { WorldControllerView } from '../../../../extension/introspection/world.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import type { Job } from '../../../../extension/playground/registry/jobShapes.ts';
import type { EndpointSlice } from '../../../../extension/playground/registry/serviceShapes.ts';
import type { Node, Pod } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const jobs = '/apis/batch/v1/namespaces/default/jobs';
const workerReplicaSet = '/apis/apps/v1/namespaces/shop/replicasets/batch-worker';

let harness: PlaygroundHarness;
beforeEach(async () => {
  harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.settle();
});

async function items<T extends KubeObject>(target: string): Promise<T[]> {
  return (await harness.get(target)).json.items;
}

async function createJob(spec: object, command: readonly string[] = []): Promise<void> {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i', ...(command.length > 0 && { command }) }] } };
  expect((await harness.ask('POST', jobs, { body: { metadata: { name: 'j' }, spec: { template, ...spec } } })).status).toBe(201);
}

async function job(): Promise<Job> {
  return (await harness.object(`${jobs}/j`)) as Job;
}

async function connect(name: string, connected: boolean): Promise<void> {
  const asked = harness.ask('POST', '/world/controllers', { to: 'introspect', body: { name, connected } });
  await harness.clock.settle();
  expect((await asked).status).toBe(200);
}

async function view(name: string): Promise<WorldControllerView> {
  const { controllers } = await harness.inside('/world');
  return controllers.find((controller: WorldControllerView) => controller.name === name);
}

describe('Jobs', () => {
  it('run as many pods at a time as they may, until as many have succeeded as they need', async () => {
    await createJob({ completions: 4, parallelism: 2 });
    await harness.clock.advance(3_000);
    expect((await job()).status).toMatchObject({ active: 2 });
    await harness.clock.advance(60_000);
    const { status } = await job();
    expect(status).toMatchObject({ succeeded: 4, ready: 0, uncountedTerminatedPods: {} });
    expect(status?.conditions?.map(({ type }) => type)).toEqual(['SuccessCriteriaMet', 'Complete']);
    const pods = await items<Pod>('/api/v1/namespaces/default/pods?labelSelector=job-name%3Dj');
    expect(pods.map((pod) => [pod.status?.phase, pod.metadata.finalizers])).toEqual(Array.from({ length: 4 }, () => ['Succeeded', undefined]));
  });

  it('fail when too many pods have, each later than the one before', async () => {
    await createJob({ backoffLimit: 1 }, ['sh', '-c', 'exit 3']);
    await harness.clock.advance(120_000);
    const { status } = await job();
    expect(status).toMatchObject({ failed: 2 });
    expect(status?.conditions).toMatchObject([{ type: 'FailureTarget' }, { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }]);
  });

  it('give each pod its index, and are done when each has been completed once', async () => {
    await createJob({ completions: 3, parallelism: 3, completionMode: 'Indexed' });
    await harness.clock.advance(30_000);
    expect((await job()).status).toMatchObject({ succeeded: 3, completedIndexes: '0-2' });
  });

  it('stand still while they are suspended, and end at their deadline', async () => {
    await createJob({ activeDeadlineSeconds: 30 }, ['sleep', '3600']);
    await harness.clock.advance(5_000);
    await harness.patch(`${jobs}/j`, { spec: { suspend: true } });
    await harness.clock.advance(60_000);
    expect((await job()).status?.conditions).toMatchObject([{ type: 'Suspended', status: 'True' }]);
    expect((await job()).status).not.toHaveProperty('startTime');
    await harness.patch(`${jobs}/j`, { spec: { suspend: false } });
    await harness.clock.advance(60_000);
    expect((await job()).status?.conditions?.at(-1)).toMatchObject({ type: 'Failed', reason: 'DeadlineExceeded' });
  });

  it('go with their pods when they have been done for long enough', async () => {
    await createJob({ ttlSecondsAfterFinished: 20 });
    await harness.clock.advance(60_000);
    expect((await harness.get(`${jobs}/j`)).status).toBe(404);
    expect(await items('/api/v1/namespaces/default/pods?labelSelector=job-name%3Dj')).toEqual([]);
  });
});

describe('EndpointSlices', () => {
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dweb';

  it('follow the pods of their Service', async () => {
    await harness.patch('/apis/apps/v1/namespaces/default/deployments/web', { spec: { replicas: 5 } });
    await harness.clock.advance(200);
    await harness.clock.advance(10_000);
    const [slice] = await items<EndpointSlice>(slices);
    expect(slice!.endpoints).toHaveLength(5);
    expect(slice!.endpoints!.every(({ conditions }) => conditions?.ready)).toBe(true);
  });

  it('are divided into slices of a hundred, and empty ones go', async () => {
    await harness.patch('/apis/apps/v1/namespaces/default/deployments/web', { spec: { replicas: 130 } });
    await harness.clock.advance(30_000);
    expect((await items<EndpointSlice>(slices)).map(({ endpoints }) => endpoints?.length).toSorted()).toEqual([100, 30]);
    await harness.patch('/apis/apps/v1/namespaces/default/deployments/web', { spec: { replicas: 0 } });
    await harness.clock.advance(30_000);
    expect((await items<EndpointSlice>(slices)).map(({ endpoints }) => endpoints)).toEqual([undefined]);
  }, 60_000);

  it('a LoadBalancer is given an address from outside', async () => {
    await harness.patch('/api/v1/namespaces/default/services/web', { spec: { type: 'LoadBalancer' } });
    await harness.clock.advance(10_000);
    expect((await harness.object('/api/v1/namespaces/default/services/web'))['status']).toMatchObject({ loadBalancer: { ingress: [{ ip: '172.19.0.1' }] } });
  });
});

describe('a controller that is cut off', () => {
  it('neither hears nor says anything, and catches up afterwards', async () => {
    await connect('replicaset', false);
    await harness.patch(`${workerReplicaSet}/scale`, { spec: { replicas: 4 } });
    await harness.clock.advance(60_000);
    expect(await items('/api/v1/namespaces/shop/pods?labelSelector=app%3Dbatch-worker')).toHaveLength(2);
    expect(await view('replicaset')).toMatchObject({ connected: false, synced: false, user: 'system:serviceaccount:kube-system:replicaset-controller' });
    await connect('replicaset', true);
    await harness.clock.advance(10_000);
    expect(await items('/api/v1/namespaces/shop/pods?labelSelector=app%3Dbatch-worker')).toHaveLength(4);
    expect(await view('replicaset')).toMatchObject({ connected: true, synced: true, lastError: '' });
  });

  it('a kubelet: its node becomes silent, loses its pods, and is ready again afterwards', async () => {
    await connect('kubelet/playground-worker', false);
    const ready = async (): Promise<string | undefined> => ((await harness.object('/api/v1/nodes/playground-worker')) as Node).status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    await harness.clock.advance(30_000);
    expect(await ready()).toBe('True');
    await harness.clock.advance(30_000);
    expect(await ready()).toBe('Unknown');
    const { spec } = (await harness.object('/api/v1/nodes/playground-worker')) as Node;
    expect(spec['taints']).toMatchObject([{ key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }, { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }]);
    await harness.clock.advance(330_000);
    const web = await items<Pod>('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb');
    expect(web.filter(({ metadata }) => !metadata.deletionTimestamp).map((pod) => pod.spec.nodeName)).toEqual(Array.from({ length: 3 }, () => 'playground-worker2'));
    await connect('kubelet/playground-worker', true);
    await harness.clock.advance(30_000);
    expect(await ready()).toBe('True');
    expect(((await harness.object('/api/v1/nodes/playground-worker')) as Node).spec).not.toHaveProperty('taints');
    expect(await items('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb')).toHaveLength(3);
  });

  it('is refused as its user is, goes on trying, and says why', async () => {
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/system:controller:replicaset-controller';
    const binding = await harness.object(role);
    await harness.ask('DELETE', role);
    await harness.patch(`${workerReplicaSet}/scale`, { spec: { replicas: 3 } });
    await harness.clock.advance(5_000);
    // Neither the pod nor, after it, the status is taken; the later refusal is the one that is told.
    expect((await view('replicaset')).lastError).toContain('User "system:serviceaccount:kube-system:replicaset-controller" cannot update resource "replicasets/status"');
    const { resourceVersion: _version, uid: _uid, ...metadata } = binding.metadata;
    await harness.ask('POST', role.replace(/\/[^/]*$/, ''), { body: { ...binding, metadata } });
    await harness.clock.advance(120_000);
    expect(await items('/api/v1/namespaces/shop/pods?labelSelector=app%3Dbatch-worker')).toHaveLength(3);
  });

  it('with the informers that it shares: all who read them say that they are refused', async () => {
    await harness.ask('DELETE', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/system:kube-controller-manager');
    await harness.ask('POST', '/faults', { to: 'introspect', body: { kind: 'restart' } });
    await harness.clock.advance(120_000);
    const refused = async (): Promise<readonly string[]> => {
      const { controllers } = (await harness.inside('/world')) as { readonly controllers: readonly WorldControllerView[] };
      return controllers.filter(({ lastError }) => /User "system:kube-controller-manager" cannot (list|watch) resource/.test(lastError)).map(({ name }) => name);
    };
    expect(await refused()).toEqual(expect.arrayContaining(['replicaset', 'job', 'endpointslice']));
    expect(await refused()).not.toEqual(expect.arrayContaining(['scheduler']));
  });
});

describe('the speed of the world', () => {
  async function setSpeed(speed: unknown): Promise<number> {
    return (await harness.ask('POST', '/world/speed', { to: 'introspect', body: { speed } })).status;
  }

  it('0: nothing moves, and clients are served', async () => {
    expect(await setSpeed(0)).toBe(200);
    const { revision } = harness.playground.storage;
    await harness.patch(`${workerReplicaSet}/scale`, { spec: { replicas: 5 } });
    await harness.clock.advance(3_600_000);
    expect(harness.playground.storage.revision).toBe(revision + 1);
    await setSpeed(1);
    await harness.clock.advance(5_000);
    expect(await items('/api/v1/namespaces/shop/pods?labelSelector=app%3Dbatch-worker')).toHaveLength(5);
  });

  it('100: a minute takes less than a second', async () => {
    await setSpeed(100);
    await createJob({ completions: 3 });
    await harness.clock.advance(1_000);
    expect((await job()).status).toMatchObject({ succeeded: 3 });
  });

  it.each([-1, 101, '1', null])('is not %j', async (speed) => {
    expect(await setSpeed(speed)).toBe(400);
  });
});
