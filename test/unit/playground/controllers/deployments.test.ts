import { beforeEach, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import type { Condition, Pod, Workload } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const apps = '/apis/apps/v1/namespaces/default';
const web = `${apps}/deployments/web`;

let harness: PlaygroundHarness;
beforeEach(async () => {
  harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.settle();
});

function setImage(image: string): Promise<unknown> {
  return harness.patch(web, { spec: { template: { spec: { containers: [{ name: 'nginx', image }] } } } }, 'strategic-merge');
}

async function items(target: string): Promise<KubeObject[]> {
  return (await harness.get(target)).json.items;
}

async function images(): Promise<(string | undefined)[]> {
  const pods = (await items('/api/v1/namespaces/default/pods')) as Pod[];
  return pods.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ spec }) => spec.containers[0]?.image);
}

async function condition(type: string): Promise<Condition | undefined> {
  const { status } = (await harness.object(web)) as Workload;
  return ((status?.['conditions'] ?? []) as readonly Condition[]).find((candidate) => candidate.type === type);
}

it('rolls a new template out, with as many pods as surge and availability allow, and says so', async () => {
  const [most, least] = [{ value: 0 }, { value: Infinity }];
  await setImage('nginx:1.26');
  for (let second = 0; second < 30; second++) {
    await harness.clock.advance(500);
    const pods = ((await items('/api/v1/namespaces/default/pods')) as Pod[]).filter(({ metadata }) => !metadata.deletionTimestamp);
    most.value = Math.max(most.value, pods.length);
    least.value = Math.min(least.value, pods.filter(({ status }) => status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True')).length);
  }
  expect([most.value, least.value]).toEqual([4, 3]); // 25 % of 3: one more, none less
  expect(await images()).toEqual(['nginx:1.26', 'nginx:1.26', 'nginx:1.26']);
  const { status, metadata } = (await harness.object(web)) as Workload;
  expect(status).toMatchObject({ observedGeneration: metadata.generation, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 });
  expect(metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
  expect(await condition('Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
  const revisions = ((await items(`${apps}/replicasets`)) as Workload[]).map(({ metadata: of, spec }) => `${of.annotations?.['deployment.kubernetes.io/revision']}:${spec.replicas}`);
  expect(revisions.toSorted()).toEqual(['1:0', '2:0', '3:3']);
});

it('goes back to an earlier template with the ReplicaSet that had it', async () => {
  await setImage('nginx:1.24');
  await harness.clock.advance(15_000);
  const owned = (await items(`${apps}/replicasets`)) as Workload[];
  expect(owned).toHaveLength(2);
  const current = owned.find(({ spec }) => spec.replicas === 3)!;
  expect(current.metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '3', 'deployment.kubernetes.io/revision-history': '1' });
});

it('rolls nothing while it is paused, but scales', async () => {
  await harness.patch(web, { spec: { paused: true } });
  await setImage('nginx:1.26');
  await harness.patch(web, { spec: { replicas: 5 } });
  await harness.clock.advance(10_000);
  expect(await images()).toEqual(Array.from({ length: 5 }, () => 'nginx:1.25'));
  expect(await condition('Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' });
  await harness.patch(web, { spec: { paused: false } });
  await harness.clock.advance(30_000);
  expect(await images()).toEqual(Array.from({ length: 5 }, () => 'nginx:1.26'));
});

it('makes everything anew where its strategy is Recreate: never two templates at once', async () => {
  await harness.patch(web, { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } });
  await setImage('nginx:1.26');
  const seen = new Set<string>();
  for (let step = 0; step < 40; step++) {
    await harness.clock.advance(250);
    seen.add([...new Set(((await items('/api/v1/namespaces/default/pods')) as Pod[]).map(({ spec }) => spec.containers[0]!.image))].toSorted().join());
  }
  expect([...seen]).toEqual(['nginx:1.25', '', 'nginx:1.26'].filter((each) => seen.has(each)));
  expect(await images()).toEqual(['nginx:1.26', 'nginx:1.26', 'nginx:1.26']);
});

it('says that it is stuck when its deadline has passed, and gets on when it can', async () => {
  await harness.patch(web, { spec: { progressDeadlineSeconds: 30 } });
  for (const node of ['playground-worker', 'playground-worker2']) await harness.patch(`/api/v1/nodes/${node}`, { spec: { unschedulable: true } });
  await setImage('nginx:1.26');
  await harness.clock.advance(45_000);
  expect(await condition('Progressing')).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' });
  for (const node of ['playground-worker', 'playground-worker2']) await harness.patch(`/api/v1/nodes/${node}`, { spec: { unschedulable: false } });
  await harness.clock.advance(60_000);
  expect(await condition('Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
});

it('keeps no more of the past than its limit, and takes what is nobody’s for its own', async () => {
  await harness.patch(web, { spec: { revisionHistoryLimit: 1 } });
  for (const tag of ['1.26', '1.27', '1.28']) {
    await setImage(`nginx:${tag}`);
    await harness.clock.advance(20_000);
  }
  expect(await items(`${apps}/replicasets`)).toHaveLength(2);
  const { metadata, spec } = (await harness.object(web)) as Workload;
  await harness.ask('DELETE', web, { body: { propagationPolicy: 'Orphan' } });
  await harness.clock.advance(2_000);
  await harness.ask('POST', `${apps}/deployments`, { body: { metadata: { name: 'web', labels: metadata.labels }, spec } });
  await harness.clock.advance(10_000);
  const owners = (await items(`${apps}/replicasets`)).map((replicaSet) => replicaSet.metadata.ownerReferences?.[0]?.uid);
  expect(new Set(owners)).toEqual(new Set([(await harness.object(web)).metadata.uid]));
  expect(await images()).toHaveLength(3);
});
