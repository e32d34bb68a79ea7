import type { Random } from '../../../../extension/base/random.ts';
import { chance, pick } from './draws.ts';
import { serviceAccounts } from './scriptAccounts.ts';
import { jobs } from './scriptJobs.ts';
import { type ScriptKind, whenSaid } from './scriptKind.ts';
import { podFaults, podPatches, podSpec } from './scriptPods.ts';
import { services } from './scriptServices.ts';

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const noPatches = { patches: [], jsonPatches: [], strategicPatches: [], faults: [], status: [] };

function workload(random: Random): Loose {
  return {
    spec: {
      ...(chance(random, 70) && { replicas: pick(random, [0, 1, 3]) }),
      selector: pick(random, [{ matchLabels: { app: 'x' } }, { matchExpressions: [{ key: 'app', operator: 'In', values: ['x'] }] }]),
      ...(chance(random, 20) && { minReadySeconds: 5 }),
      template: { metadata: { labels: { app: 'x' } }, spec: podSpec(random, ['Always']) },
    },
  };
}

const inSpec = (spec: Loose): Loose => ({ spec });
const inTemplate = (spec: Loose): Loose => ({ spec: { template: { spec } } });

const workloadPatches: Pick<ScriptKind, 'patches' | 'jsonPatches' | 'strategicPatches' | 'faults'> = {
  patches: [{ spec: { replicas: 2 } }, { spec: { replicas: null } }, { spec: { minReadySeconds: 7 } }, { spec: { template: { metadata: { annotations: { a: 'b' } } } } }, { spec: { paused: true } }, inTemplate({ containers: [{ name: 'x', image: 'y' }] })],
  jsonPatches: [
    [{ op: 'replace', path: '/spec/replicas', value: 4 }],
    [{ op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'added', image: 'x' } }],
    [{ op: 'remove', path: '/spec/template/spec/containers/0/image' }],
    [{ op: 'test', path: '/spec/replicas', value: 99 }],
  ],
  strategicPatches: podPatches(inTemplate),
  faults: [
    ...podFaults(inTemplate),
    { spec: { replicas: -1 } },
    { spec: { replicas: 'three' } },
    { spec: { replicas: 1.5 } },
    { spec: { selector: { matchLabels: { app: 'other' } } } },
    { spec: { selector: {} } },
    { spec: { minReadySeconds: -1 } },
    inTemplate({ restartPolicy: 'Never' }),
  ],
};

const workloadStatus = [{ status: { replicas: 1, readyReplicas: 1, observedGeneration: 1 } }, { status: { replicas: -1 } }, { status: {} }, { status: { conditions: [{ type: 'Available', status: 'True', ...whenSaid, lastUpdateTime: '2026-01-02T03:04:05Z' }] } }];

const configMaps: ScriptKind = {
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  subresources: [],
  fields: {},
  body: (random) => ({
    ...(chance(random, 90) && { data: { x: '1', y: pick(random, ['2', '', 'é ☃']) } }),
    ...(chance(random, 20) && { binaryData: { b: 'AAEC' } }),
    ...(chance(random, 10) && { immutable: true }),
  }),
  patches: [{ data: { x: '9' } }, { data: { y: null } }, { data: null }, { immutable: true }, { binaryData: { b: 'AA==' } }, {}],
  jsonPatches: [
    [{ op: 'add', path: '/data/z', value: '3' }],
    [{ op: 'remove', path: '/data/x' }],
    [{ op: 'remove', path: '/data/none' }],
    // Not of /data/none: up to 1.21 that added it.
    [{ op: 'replace', path: '/none/x', value: 'x' }],
    [{ op: 'test', path: '/data/x', value: '1' }, { op: 'copy', from: '/data/x', path: '/data/w' }],
    [{ op: 'move', from: '/data/x', path: '/data/moved' }],
    [{ op: 'add', path: '/metadata/labels/new', value: 'yes' }],
    [{ op: 'add', path: '/data/n', value: 5 }],
    [{ op: 'nonsense', path: '/data' }],
    { op: 'add' },
    [],
  ],
  strategicPatches: [{ data: { x: '8' } }, { $patch: 'delete' }, { metadata: { finalizers: ['example.com/b'] } }],
  faults: [{ data: { 'a b': 'x' } }, { data: { '..': 'x' } }, { data: { x: 1 } }, { data: { x: null } }, { data: 'x' }, { binaryData: { b: '!' } }, { data: { b: 'x' }, binaryData: { b: 'AAEC' } }, { immutable: 'yes' }, { data: [] }],
  status: [],
};

const secrets: ScriptKind = {
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
  subresources: [],
  fields: { type: ['Opaque', 'example.com/own'] },
  body: (random) => ({
    ...(chance(random, 50) && { type: pick(random, ['Opaque', 'example.com/own']) }),
    ...(chance(random, 80) && { data: { password: 'c2VjcmV0' } }),
    ...(chance(random, 30) && { stringData: { user: 'me', password: 'other' } }),
  }),
  patches: [{ data: { more: 'eA==' } }, { type: 'example.com/changed' }, { stringData: { plain: 'text' } }, { data: null }],
  jsonPatches: [[{ op: 'add', path: '/data/z', value: 'eA==' }], [{ op: 'replace', path: '/type', value: 'other' }]],
  strategicPatches: [{ stringData: { a: 'b' } }, { immutable: true }],
  faults: [
    { data: { x: 'not base64!' } },
    { data: { 'a/b': 'eA==' } },
    { type: 'kubernetes.io/tls' },
    { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'eA==' } },
    { type: 'kubernetes.io/basic-auth' },
    { type: 'kubernetes.io/service-account-token' },
    { data: { x: 1 } },
    { stringData: { x: 1 } },
    { type: 7 },
  ],
  status: [],
};

/** A status that is sent to the object itself; with something that counts, since alone it made a new version up to 1.21: its sender owned it, though nothing came of it. */
const ignoredStatus = { metadata: { annotations: { status: 'was sent' } }, status: { phase: 'Running' } };

const pods: ScriptKind = {
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
  subresources: ['status'],
  fields: { 'spec.nodeName': ['node-a', ''], 'status.phase': ['Pending', 'Running'], 'spec.restartPolicy': ['Always', 'Never'], 'spec.serviceAccountName': ['robot'], 'spec.schedulerName': ['default-scheduler'], 'status.podIP': [''], 'status.nominatedNodeName': [''] },
  body: (random) => ({ spec: { ...podSpec(random, ['Always', 'OnFailure', 'Never']), ...(chance(random, 30) && { nodeName: pick(random, ['node-a', 'node-b']) }) } }),
  patches: [{ spec: { activeDeadlineSeconds: 30 } }, { spec: { nodeName: 'node-c' } }, { spec: { restartPolicy: 'Never' } }, { spec: { containers: [{ name: 'main', image: 'other' }] } }, ignoredStatus],
  jsonPatches: [[{ op: 'replace', path: '/spec/containers/0/image', value: 'nginx:1.27' }], [{ op: 'remove', path: '/spec/containers' }], [{ op: 'add', path: '/spec/hostNetwork', value: true }]],
  strategicPatches: podPatches(inSpec),
  faults: [...podFaults(inSpec), { spec: { nodeName: 'UPPER' } }, { spec: { activeDeadlineSeconds: 0 } }],
  status: [
    { status: { phase: 'Running', podIP: '10.1.2.3', conditions: [{ type: 'Ready', status: 'True', ...whenSaid, lastProbeTime: '2026-01-02T03:04:05Z' }] } },
    { status: { containerStatuses: [{ name: 'main', ready: true, restartCount: 1, image: 'x', imageID: '', state: {}, lastState: {} }] } },
    { status: { phase: 'Succeeded' } },
    { status: { phase: 7 } },
  ],
};

const deployments: ScriptKind = {
  root: '/apis/apps/v1',
  apiVersion: 'apps/v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  subresources: ['status', 'scale'],
  fields: {},
  body: (random) => {
    const { spec } = workload(random);
    return { spec: { ...spec, ...(chance(random, 30) && { strategy: pick<Loose>(random, [{ type: 'Recreate' }, { type: 'RollingUpdate' }, { rollingUpdate: { maxSurge: 1 } }]) }), ...(chance(random, 20) && { revisionHistoryLimit: 3 }) } };
  },
  ...workloadPatches,
  faults: [...workloadPatches.faults, { spec: { strategy: { type: 'Other' } } }, { spec: { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } } }, { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } } }, { spec: { strategy: { rollingUpdate: { maxSurge: 'x%' } } } }, { spec: { progressDeadlineSeconds: 1, minReadySeconds: 5 } }, { spec: { revisionHistoryLimit: -1 } }],
  status: workloadStatus,
};

const replicaSets: ScriptKind = {
  root: '/apis/apps/v1',
  apiVersion: 'apps/v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  namespaced: true,
  subresources: ['status', 'scale'],
  // `status.replicas` is documented, and was refused by old releases under apps/v1: no script asks for it.
  fields: {},
  body: workload,
  ...workloadPatches,
  status: workloadStatus,
};

const leases: ScriptKind = {
  root: '/apis/coordination.k8s.io/v1',
  apiVersion: 'coordination.k8s.io/v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
  subresources: [],
  fields: {},
  body: (random) => ({ spec: { holderIdentity: pick(random, ['me', 'you']), leaseDurationSeconds: 15, ...(chance(random, 50) && { renewTime: '2026-01-02T03:04:05.678901Z', acquireTime: '2026-01-02T03:04:05.000000Z', leaseTransitions: 1 }) } }),
  patches: [{ spec: { holderIdentity: 'them' } }, { spec: { leaseTransitions: 2 } }, { spec: null }],
  jsonPatches: [[{ op: 'add', path: '/spec/holderIdentity', value: 'json' }]],
  strategicPatches: [{ spec: { holderIdentity: 'strategic' } }],
  faults: [{ spec: { leaseDurationSeconds: 0 } }, { spec: { leaseTransitions: -1 } }, { spec: { renewTime: 'yesterday' } }, { spec: { leaseDurationSeconds: 'x' } }],
  status: [],
};

const events: ScriptKind = {
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
  subresources: [],
  fields: { reason: ['Started', 'Failed'], type: ['Normal', 'Warning'], 'involvedObject.kind': ['Pod'], 'involvedObject.name': ['p'], source: ['kubelet'] },
  body: (random) => ({
    involvedObject: { kind: 'Pod', namespace: '<run>-a', name: 'p', apiVersion: 'v1', fieldPath: 'spec.containers{main}' },
    reason: pick(random, ['Started', 'Failed']),
    type: pick(random, ['Normal', 'Warning']),
    message: 'happened ',
    source: { component: 'kubelet', host: 'node-a' },
    count: 2,
    firstTimestamp: '2026-01-02T03:04:05Z',
    lastTimestamp: '2026-01-02T03:04:05Z',
  }),
  patches: [{ count: 3 }, { message: 'again' }, { note: 'x' }],
  jsonPatches: [[{ op: 'replace', path: '/count', value: 7 }]],
  strategicPatches: [{ count: 4, lastTimestamp: '2026-01-02T03:04:06Z' }],
  faults: [{ involvedObject: { namespace: 'elsewhere' } }, { involvedObject: null }, { count: 'x' }, { firstTimestamp: 'now' }, { type: null }],
  status: [],
};

const namespaces: ScriptKind = {
  ...noPatches,
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
  subresources: ['status'],
  fields: { 'status.phase': ['Active', 'Terminating'], 'metadata.name': ['<run>-x'] },
  body: () => ({}),
  patches: [{ metadata: { annotations: { a: 'b' } } }],
  // Not of its labels: since 1.21 there is always one, so that another can be added.
  jsonPatches: [[{ op: 'add', path: '/metadata/annotations', value: { json: 'yes' } }]],
  strategicPatches: [{ metadata: { labels: { strategic: 'yes' } } }],
  faults: [{ metadata: { name: 'with.dots' } }, { spec: 'x' }],
  status: [{ status: { phase: 'Terminating' } }, { status: { conditions: [{ type: 'X', status: 'True', ...whenSaid }] } }],
};

const nodes: ScriptKind = {
  ...noPatches,
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
  subresources: ['status'],
  fields: { 'spec.unschedulable': ['true', 'false'], 'metadata.name': ['<run>-x'] },
  body: (random) => (chance(random, 50) ? { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }], ...(chance(random, 30) && { unschedulable: true }) } } : {}),
  patches: [{ spec: { unschedulable: true } }, { spec: { unschedulable: null } }, { spec: { taints: [{ key: 'z', effect: 'NoExecute' }] } }, { spec: { providerID: 'x://y' } }],
  jsonPatches: [[{ op: 'add', path: '/metadata/labels/zone', value: 'b' }]],
  strategicPatches: [{ spec: { taints: [{ key: 's', effect: 'NoSchedule' }] } }, { spec: { unschedulable: true } }],
  faults: [{ spec: { taints: [{ key: 'a b', effect: 'NoSchedule' }] } }, { spec: { taints: [{ key: 'a', effect: 'Never' }] } }, { spec: { unschedulable: 'x' } }, { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }, { key: 'a', effect: 'NoSchedule' }] } }],
  status: [
    { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', ...whenSaid, lastHeartbeatTime: '2026-01-02T03:04:05Z' }], capacity: { cpu: '4', memory: '8Gi', pods: '110' }, allocatable: { cpu: '3900m', memory: '7Gi', pods: '110' } } },
    { status: { addresses: [{ type: 'InternalIP', address: '10.0.0.1' }, { type: 'Hostname', address: 'x' }], nodeInfo: { kubeletVersion: 'v1.30.0', osImage: 'Linux', kernelVersion: '6', containerRuntimeVersion: 'containerd://1', machineID: '', systemUUID: '', bootID: '', kubeProxyVersion: '', operatingSystem: 'linux', architecture: 'amd64' } } },
  ],
};

export const scriptKinds: readonly ScriptKind[] = [configMaps, secrets, pods, deployments, replicaSets, leases, events, namespaces, nodes, services, jobs, serviceAccounts];
