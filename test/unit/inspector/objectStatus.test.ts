import { expect, it } from 'vitest';
import { english } from '../../../extension/base/saying.ts';
import { objectStatus } from '../../../extension/inspector/objectStatus.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';

const object = (kind: string, rest: object): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: 'x' }, ...rest });
const running = (...restarts: number[]) => ({ status: { phase: 'Running', containerStatuses: restarts.map((restartCount) => ({ ready: true, restartCount })) } });
const condition = (type: string, status = 'True') => ({ conditions: [{ type, status }] });

it.each<[string, object, string, string]>([
  ['Pod', running(0, 0), 'Running 2/2', 'good'],
  ['Pod', running(0, 1), 'Running 2/2 · 1 restart', 'good'],
  ['Pod', running(2, 5), 'Running 2/2 · 7 restarts', 'good'],
  ['Job', { spec: { completions: 3 }, status: { succeeded: 1 } }, '1/3', 'waiting'],
  ['Job', { spec: {}, status: { succeeded: 1, ...condition('Complete') } }, 'Complete 1/1', 'good'],
  ['Job', { spec: { completions: 3 }, status: { ...condition('Failed') } }, 'Failed 0/3', 'bad'],
  ['Job', { spec: { completions: 3, suspend: true } }, 'Suspended 0/3', 'plain'],
  ['CronJob', { spec: { schedule: '*/5 * * * *' } }, '*/5 * * * *', 'plain'],
  ['CronJob', { spec: { schedule: '*/5 * * * *', suspend: true } }, 'Suspended', 'plain'],
  ['DaemonSet', { status: { numberReady: 1, desiredNumberScheduled: 3 } }, '1/3', 'waiting'],
  ['Service', { spec: { type: 'NodePort' } }, 'NodePort', 'plain'],
  ['Service', {}, 'ClusterIP', 'plain'],
  ['EndpointSlice', { endpoints: [{ conditions: { ready: true } }, { conditions: { ready: false } }, {}] }, '2/3', 'waiting'],
  ['Event', { reason: 'BackOff', type: 'Warning' }, 'BackOff', 'waiting'],
  ['Event', { reason: 'BackOff', type: 'Warning', count: 7 }, 'BackOff · 7 times', 'waiting'],
  ['Event', { reason: 'Pulled', series: { count: 2 } }, 'Pulled · 2 times', 'plain'],
  ['Service', { spec: { ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }] } }, 'ClusterIP · 80/TCP,53/UDP', 'plain'],
  ['CronJob', { spec: { schedule: '@daily' }, status: { active: [{}, {}] } }, '@daily · 2 active', 'plain'],
  ['PersistentVolumeClaim', { status: { phase: 'Bound', capacity: { storage: '8Gi' } } }, 'Bound · 8Gi', 'good'],
  ['PersistentVolumeClaim', { status: { phase: 'Pending' } }, 'Pending', 'waiting'],
  ['PersistentVolume', { spec: { capacity: { storage: '8Gi' } }, status: { phase: 'Available' } }, 'Available · 8Gi', 'good'],
  ['Node', { status: condition('Ready') }, 'Ready', 'good'],
  ['Node', { spec: { unschedulable: true }, status: condition('Ready') }, 'Ready · SchedulingDisabled', 'good'],
  ['Lease', { spec: { holderIdentity: 'node-1' } }, 'node-1', 'plain'],
  ['StatefulSet', { spec: { replicas: 3 }, status: { readyReplicas: 3 } }, '3/3', 'good'],
  ['ReplicationController', { spec: { replicas: 3 }, status: { readyReplicas: 1 } }, '1/3', 'waiting'],
  ['HorizontalPodAutoscaler', { spec: { maxReplicas: 9 }, status: { currentReplicas: 2, desiredReplicas: 4 } }, '2/4 · at most 9', 'waiting'],
  ['PodDisruptionBudget', { status: { currentHealthy: 3, desiredHealthy: 2, disruptionsAllowed: 1 } }, '3/2 · 1 disruption allowed', 'good'],
  ['Ingress', { spec: { rules: [{ host: 'a.example.com' }, {}] } }, 'a.example.com,*', 'plain'],
  ['StorageClass', { provisioner: 'local' }, 'local', 'plain'],
  ['CustomResourceDefinition', { status: condition('Established') }, 'Established', 'good'],
  ['APIService', { status: condition('Available', 'False') }, 'NotAvailable', 'bad'],
  ['Lease', { spec: [] }, '', 'plain'],
  ['Service', { spec: { ports: [7, { port: 'x' }] } }, 'ClusterIP · 0/TCP,0/TCP', 'plain'],
  ['Website', { status: condition('Ready') }, 'Ready', 'good'],
  ['Website', { status: condition('Ready', 'False') }, 'NotReady', 'bad'],
  ['Website', {}, '', 'plain'],
  // Nothing about the shape is taken for granted.
  ['Job', { spec: 7, status: [] }, '0/1', 'waiting'],
  ['EndpointSlice', { endpoints: 'x' }, '0/0', 'plain'],
  ['Event', { reason: { a: 1 } }, '', 'plain'],
])('%s %j is %s', (kind, rest, text, tone) => {
  const { text: terms, note, tone: found } = objectStatus(object(kind, rest));
  expect([[terms, note ? english(note) : ''].filter(Boolean).join(' · '), found]).toEqual([text, tone]);
});
