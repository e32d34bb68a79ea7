import { describe, expect, it } from 'vitest';
import { validatePodSpec } from '../../../../extension/playground/registry/podValidation.ts';
import type { PodSpec } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const container = { name: 'c', image: 'i' };

function faults(spec: Partial<PodSpec>): string[] {
  return validatePodSpec({ containers: [container], ...spec }, 'spec').map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`);
}

function ofContainer(part: object): string[] {
  return faults({ containers: [{ ...container, ...part }] }).map((fault) => fault.replace('spec.containers[0].', ''));
}

describe('resources', () => {
  it.each([
    [{ requests: { cpu: '500m' }, limits: { cpu: '0.5' } }, []],
    [{ requests: { memory: '1Gi' }, limits: { memory: '1024Mi' } }, []],
    [{ requests: { cpu: '2' }, limits: { cpu: '1999m' } }, ['Invalid resources.requests']],
    [{ requests: { cpu: '-1' } }, ['Invalid resources.requests[cpu]']],
    [{ limits: { pods: '1' } }, ['Invalid resources.limits[pods]']],
    [{ limits: { 'example.com/gpu': '1' }, requests: { 'example.com/gpu': '1' } }, []],
    [{ requests: { 'example.com/gpu': '1' } }, ['Required resources.limits']],
    [{ requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '2' } }, ['Invalid resources.requests']],
    [{ limits: { 'example.com/gpu': '1500m' } }, ['Invalid resources.limits[example.com/gpu]']],
  ])('%o', (resources, expected) => {
    expect(ofContainer({ resources })).toEqual(expected);
  });
});

describe('where a pod wants to be', () => {
  const required = (...nodeSelectorTerms: object[]) => ({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } });
  const terms = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
  it.each([
    [required({ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }, { key: 'c', operator: 'Exists' }, { key: 'd', operator: 'Gt', values: ['3'] }] }), []],
    [required(), [`Required ${terms}`]],
    [required({ matchExpressions: [{ key: 'a', operator: 'In' }] }), [`Required ${terms}[0].matchExpressions[0].values`]],
    [required({ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] }), [`Forbidden ${terms}[0].matchExpressions[0].values`]],
    [required({ matchExpressions: [{ key: 'a', operator: 'Is', values: ['x'] }] }), [`NotSupported ${terms}[0].matchExpressions[0].operator`]],
    [required({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['x'] }] }), [`Invalid ${terms}[0].matchFields[0].key`]],
    [{ affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: '' }] } } }, ['Required spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey']],
    [
      { affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, podAffinityTerm: { topologyKey: 'zone' } }] } } },
      ['Invalid spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight'],
    ],
    [{ topologySpreadConstraints: [spread] }, []],
    [{ topologySpreadConstraints: [{ ...spread, whenUnsatisfiable: 'Nope', maxSkew: 0 }] }, ['Invalid spec.topologySpreadConstraints[0].maxSkew', 'NotSupported spec.topologySpreadConstraints[0].whenUnsatisfiable']],
  ])('%j', (spec, expected) => {
    expect(faults(spec as Partial<PodSpec>)).toEqual(expected);
  });
});

const fieldRef = { fieldPath: 'metadata.name' };

it('variables have names that a shell can have, nearly, and one source', () => {
  const env = [{ name: 'a b' }, { name: '1a' }, { name: 'ok.a-b' }, {}, { name: 'x', value: 'v', valueFrom: { fieldRef } }, { name: 'y', valueFrom: {} }, { name: 'z', valueFrom: { fieldRef, secretKeyRef: { name: 's', key: 'k' } } }];
  expect(ofContainer({ env })).toEqual(['Invalid env[0].name', 'Invalid env[1].name', 'Required env[3].name', 'Invalid env[4].valueFrom', 'Invalid env[5].valueFrom', 'Invalid env[6].valueFrom']);
});

describe('where a variable has its value from', () => {
  it.each([
    [{ fieldRef }, []],
    [{ fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } }, []],
    [{ fieldRef: { fieldPath: 'spec.host' } }, []],
    [{ fieldRef: { fieldPath: "metadata.labels['app.kubernetes.io/name']" } }, []],
    [{ fieldRef: { fieldPath: "metadata.annotations['Any/Case']" } }, []],
    [{ fieldRef: {} }, ['Required fieldRef.fieldPath']],
    [{ fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } }, ['Invalid fieldRef.fieldPath']],
    [{ fieldRef: { fieldPath: 'spec.containers' } }, ['Invalid fieldRef.fieldPath']],
    [{ fieldRef: { fieldPath: 'metadata.labels' } }, ['NotSupported fieldRef.fieldPath']],
    [{ fieldRef: { fieldPath: 'status.phase' } }, ['NotSupported fieldRef.fieldPath']],
    [{ fieldRef: { fieldPath: "metadata.labels['a b']" } }, ['Invalid fieldRef']],
    [{ fieldRef: { fieldPath: "metadata.name['x']" } }, ['Invalid fieldRef.fieldPath']],
    [{ resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } }, []],
    [{ resourceFieldRef: { resource: 'requests.memory', divisor: '1Mi' } }, []],
    [{ resourceFieldRef: { resource: 'limits.hugepages-2Mi' } }, []],
    [{ resourceFieldRef: {} }, ['Required resourceFieldRef.resource']],
    [{ resourceFieldRef: { resource: 'cpu' } }, ['NotSupported resourceFieldRef.resource']],
    [{ resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } }, ['Invalid resourceFieldRef.divisor']],
    [{ resourceFieldRef: { resource: 'limits.memory', divisor: '1m' } }, ['Invalid resourceFieldRef.divisor']],
    [{ configMapKeyRef: { name: 'c', key: 'k' } }, []],
    [{ configMapKeyRef: {} }, ['Invalid configMapKeyRef.name', 'Required configMapKeyRef.key']],
    [{ secretKeyRef: { name: 's', key: 'a b' } }, ['Invalid secretKeyRef.key']],
    [{ secretKeyRef: { name: 's', key: '..' } }, ['Invalid secretKeyRef.key']],
  ])('%o', (valueFrom, expected) => {
    expect(ofContainer({ env: [{ name: 'x', valueFrom }] }).map((fault) => fault.replace('env[0].valueFrom.', ''))).toEqual(expected);
  });

  it('is told of together with all else that is wrong', async () => {
    const env = [{ name: 'a', valueFrom: { configMapKeyRef: {} } }, { name: 'b', valueFrom: { fieldRef: {} } }, { name: 'c', valueFrom: { resourceFieldRef: {} } }];
    const { json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { restartPolicy: 'Perhaps', containers: [{ ...container, env }] } } });
    expect(json.details.causes.map(({ field }: { readonly field: string }) => field.replace('spec.containers[0].env', ''))).toEqual(['[0].valueFrom.configMapKeyRef.name', '[0].valueFrom.configMapKeyRef.key', '[1].valueFrom.fieldRef.fieldPath', '[2].valueFrom.resourceFieldRef.resource', 'spec.restartPolicy']);
  });

  it('or all of a ConfigMap or a Secret, each key with a prefix', () => {
    const envFrom = [{ configMapRef: { name: 'c' } }, { prefix: 'P_', secretRef: { name: 's' } }, { prefix: '1', secretRef: { name: 's' } }, {}, { configMapRef: {} }, { configMapRef: { name: 'c' }, secretRef: { name: 's' } }];
    expect(ofContainer({ envFrom })).toEqual(['Invalid envFrom[2].prefix', 'Invalid envFrom', 'Required envFrom[4].configMapRef.name', 'Invalid envFrom']);
  });
});

it('tolerations are of a key, or of all', () => {
  const tolerations = [{ operator: 'Exists' }, { key: 'a', value: 'b', effect: 'NoExecute', tolerationSeconds: 5 }, { key: 'a', operator: 'Exists', value: 'x' }, { operator: 'Equal' }, { key: 'a b' }, { key: 'a', operator: 'Maybe' }, { key: 'a', effect: 'Never' }, { key: 'a', tolerationSeconds: 5, effect: 'NoSchedule' }, { key: 'a', value: 'a b' }];
  expect(faults({ tolerations }).map((fault) => fault.replace('spec.tolerations', ''))).toEqual(['Invalid [2].operator', 'Invalid [3].operator', 'Invalid [4].key', 'NotSupported [5].operator', 'NotSupported [6].effect', 'Invalid [7].effect', 'Invalid [8].operator']);
});

it('what has no name is told of together with all else that is wrong', async () => {
  const spec = { containers: [{ image: 'i', env: [{}], volumeMounts: [{}] }], volumes: [{}], restartPolicy: 'Perhaps' };
  const { json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'A' }, spec } });
  expect(json.details.causes.map(({ field }: { readonly field: string }) => field)).toEqual([
    'metadata.name',
    'spec.volumes[0].name',
    ...['name', 'env[0].name', 'volumeMounts[0].name', 'volumeMounts[0].mountPath'].map((field) => `spec.containers[0].${field}`),
    'spec.restartPolicy',
  ]);
});

it('a pod on the network of its node has its ports there, which are ports', () => {
  const ports = [{ containerPort: 70_000, hostPort: 70_000 }, { containerPort: 80, hostPort: 0 }];
  expect(ofContainer({ ports })).toEqual(['Invalid ports[0].containerPort', 'Invalid ports[0].hostPort']);
});

it('a pod has each port of its node once, is put by labels, and has a deadline that can be', () => {
  expect(faults({ containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 80 }] }, { name: 'd', image: 'i', ports: [{ containerPort: 81, hostPort: 80 }] }] })).toEqual(['Duplicate spec.containers[1].ports[0].hostPort']);
  expect(faults({ containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 0 }] }, { name: 'd', image: 'i', ports: [{ containerPort: 81, hostPort: 0 }] }] })).toEqual([]);
  expect(faults({ nodeSelector: { 'a b': 'c', d: 'e f' } })).toEqual(['Invalid spec.nodeSelector', 'Invalid spec.nodeSelector']);
  expect([0, 1, 2_147_483_647, 2_147_483_648].map((activeDeadlineSeconds) => faults({ activeDeadlineSeconds }).length)).toEqual([1, 0, 0, 1]);
});

it('a deadline only comes nearer, and is none of a template', async () => {
  const harness = new PlaygroundHarness();
  const pods = '/api/v1/namespaces/default/pods';
  await harness.ask('POST', pods, { body: { metadata: { name: 'p' }, spec: { activeDeadlineSeconds: 10, containers: [container] } } });
  const statuses: number[] = [];
  for (const activeDeadlineSeconds of [20, null, 5, 5]) statuses.push((await harness.patch(`${pods}/p`, { spec: { activeDeadlineSeconds } })).status);
  expect(statuses).toEqual([422, 422, 200, 200]);
  // How many containers there are comes before it.
  const both = await harness.patch(`${pods}/p`, { spec: { activeDeadlineSeconds: 20, initContainers: [{ ...container, name: 'first' }] } });
  expect(both.json.details.causes.map(({ field }: { readonly field: string }) => field)).toEqual(['spec.initContainers']);
  const labels = { a: 'b' };
  const spec = { selector: { matchLabels: labels }, strategy: { rollingUpdate: { maxUnavailable: '101%' } }, template: { metadata: { labels }, spec: { activeDeadlineSeconds: 5, containers: [container] } } };
  const { json } = await harness.ask('POST', '/apis/apps/v1/namespaces/default/deployments', { body: { metadata: { name: 'd' }, spec } });
  expect(json.details.causes.map(({ field }: { readonly field: string }) => field)).toEqual(['spec.template.spec.activeDeadlineSeconds', 'spec.strategy.rollingUpdate.maxUnavailable']);
});

it('a pod that tolerates all is given no more for failing nodes, whether it leaves the key out or has an empty one', async () => {
  for (const all of [{ operator: 'Exists' }, { key: '', operator: 'Exists', effect: '' }]) {
    const { json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { containers: [container], tolerations: [all] } } });
    expect(json.spec.tolerations).toHaveLength(1);
  }
});

it('tolerations of a pod are added, and given another time, but do not go', async () => {
  const harness = new PlaygroundHarness();
  const pod = '/api/v1/namespaces/default/pods/p';
  const { json } = await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { containers: [container] } } });
  const { tolerations } = json.spec as { readonly tolerations: readonly object[] };
  expect((await harness.patch(pod, { spec: { tolerations: [...tolerations.map((each) => ({ ...each, tolerationSeconds: 5 })), { key: 'a', operator: 'Exists' }] } })).status).toBe(200);
  // Those of failing nodes are there again.
  expect((await harness.patch(pod, { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } })).json.spec.tolerations).toHaveLength(3);
  const { status, json: refusal } = await harness.patch(pod, { spec: { tolerations } });
  expect([status, refusal.details.causes.map(({ field }: { readonly field: string }) => field)]).toEqual([422, ['spec.tolerations']]);
});
