import { type Saying, say } from '../base/saying.ts';
import { fieldsIn, type KubeObject } from '../kube/object.ts';

/** How an object is doing, in a word or two, and how that is to be taken. */
export interface ObjectStatus {
  /** In kubectl's own words, which are the same in each language. */
  readonly text: string;
  /** What stands behind it, and is counted. */
  readonly note?: Saying;
  readonly tone: 'good' | 'waiting' | 'bad' | 'leaving' | 'plain';
}

type Fields = Readonly<Record<string, unknown>>;

const none: ObjectStatus = { text: '', tone: 'plain' };

/** Of a list of words that stand in a row, the first. */
const shown = 3;

/** Waiting reasons that pass by themselves; every other one needs somebody. */
const passing = new Set(['ContainerCreating', 'PodInitializing']);

/** Objects of a cache are never changed, and rows are asked for again with hundreds beside them: each is read once. */
const known = new WeakMap<KubeObject, ObjectStatus>();

/** The status of an object as the server reports it. Nothing about its shape is taken for granted. */
export function objectStatus(object: KubeObject): ObjectStatus {
  const status = known.get(object) ?? statusOf(object);
  known.set(object, status);
  return status;
}

function statusOf(object: KubeObject): ObjectStatus {
  if (object.metadata.deletionTimestamp) return { text: 'Terminating', tone: 'leaving' };
  switch (object.kind) {
    case 'Pod':
      return podStatus(object);
    case 'Deployment':
    case 'StatefulSet':
    case 'ReplicaSet':
    case 'ReplicationController':
      return replicaStatus(object);
    case 'Namespace':
    case 'PersistentVolume':
    case 'PersistentVolumeClaim':
      return withWords(phaseStatus(text(fieldsIn(object['status'])['phase'])), capacityOf(object));
    case 'ConfigMap':
    case 'Secret':
      return { ...none, note: keyCount(Object.keys(fieldsIn(object['data'])).length) };
    case 'Node':
      return withWords(conditionStatus(object, 'Ready'), fieldsIn(object['spec'])['unschedulable'] === true ? 'SchedulingDisabled' : '');
    case 'DaemonSet':
      return daemonStatus(object);
    case 'Job':
      return jobStatus(object);
    case 'CronJob':
      return withNote({ text: fieldsIn(object['spec'])['suspend'] === true ? 'Suspended' : text(fieldsIn(object['spec'])['schedule']), tone: 'plain' }, activeJobs(object));
    case 'Service':
      return withWords({ text: text(fieldsIn(object['spec'])['type']) || 'ClusterIP', tone: 'plain' }, portsOf(object));
    case 'EndpointSlice':
      return endpointsStatus(object);
    case 'Event':
      return withNote({ text: text(object['reason']), tone: object['type'] === 'Warning' ? 'waiting' : 'plain' }, timesOf(object));
    case 'Lease':
      return { text: text(fieldsIn(object['spec'])['holderIdentity']), tone: 'plain' };
    case 'HorizontalPodAutoscaler':
      return autoscalerStatus(object);
    case 'PodDisruptionBudget':
      return budgetStatus(object);
    case 'Ingress':
      return { text: list(fieldsIn(object['spec'])['rules']).map((rule) => text(fieldsIn(rule)['host']) || '*').slice(0, shown).join(','), tone: 'plain' };
    case 'StorageClass':
      return { text: text(object['provisioner']), tone: 'plain' };
    case 'CustomResourceDefinition':
      return conditionStatus(object, 'Established');
    case 'APIService':
      return conditionStatus(object, 'Available');
    default:
      // A kind that nobody here knows most likely says it as its authors were told to.
      return conditionStatus(object, 'Ready');
  }
}

function podStatus(pod: KubeObject): ObjectStatus {
  const status = fieldsIn(pod['status']);
  const containers = list(status['containerStatuses']).map(fieldsIn);
  const trouble = [...list(status['initContainerStatuses']).map(fieldsIn), ...containers].map(waitingReason).find(Boolean);
  if (trouble) return { text: trouble, tone: passing.has(trouble) ? 'waiting' : 'bad' };
  const phase = text(status['reason']) || text(status['phase']) || 'Unknown';
  if (phase !== 'Running') return phaseStatus(phase);
  const ready = containers.filter((container) => container['ready'] === true).length;
  const restarts = containers.reduce((sum, container) => sum + number(container['restartCount'], 0), 0);
  const running: ObjectStatus = { text: containers.length > 0 ? `Running ${ready}/${containers.length}` : 'Running', tone: ready === containers.length ? 'good' : 'waiting' };
  return withNote(running, restarts === 0 ? undefined : restarts === 1 ? say`1 restart` : say`${restarts} restarts`);
}

function waitingReason(container: Fields): string {
  return text(fieldsIn(fieldsIn(container['state'])['waiting'])['reason']);
}

function replicaStatus(object: KubeObject): ObjectStatus {
  const wanted = number(fieldsIn(object['spec'])['replicas'], 1);
  const ready = number(fieldsIn(object['status'])['readyReplicas'], 0);
  return { text: `${ready}/${wanted}`, tone: wanted === 0 ? 'plain' : ready >= wanted ? 'good' : 'waiting' };
}

function daemonStatus(object: KubeObject): ObjectStatus {
  const status = fieldsIn(object['status']);
  const [ready, wanted] = [number(status['numberReady'], 0), number(status['desiredNumberScheduled'], 0)];
  return { text: `${ready}/${wanted}`, tone: wanted === 0 ? 'plain' : ready >= wanted ? 'good' : 'waiting' };
}

/** Completions, as kubectl has them: without a number of its own, a job is complete when one pod is. */
function jobStatus(object: KubeObject): ObjectStatus {
  const spec = fieldsIn(object['spec']);
  const status = fieldsIn(object['status']);
  const done = number(status['succeeded'], 0);
  const wanted = number(spec['completions'], 1);
  const is = (type: string): boolean => list(status['conditions']).map(fieldsIn).some((condition) => condition['type'] === type && condition['status'] === 'True');
  if (is('Failed')) return { text: `Failed ${done}/${wanted}`, tone: 'bad' };
  if (is('Complete')) return { text: `Complete ${done}/${wanted}`, tone: 'good' };
  return spec['suspend'] === true ? { text: `Suspended ${done}/${wanted}`, tone: 'plain' } : { text: `${done}/${wanted}`, tone: 'waiting' };
}

/** Current and wanted, as `kubectl get hpa` has them. */
function autoscalerStatus(object: KubeObject): ObjectStatus {
  const status = fieldsIn(object['status']);
  const [current, wanted] = [number(status['currentReplicas'], 0), number(status['desiredReplicas'], 0)];
  return { text: `${current}/${wanted}`, note: say`at most ${number(fieldsIn(object['spec'])['maxReplicas'], 0)}`, tone: current === wanted ? 'good' : 'waiting' };
}

function budgetStatus(object: KubeObject): ObjectStatus {
  const status = fieldsIn(object['status']);
  const allowed = number(status['disruptionsAllowed'], 0);
  return { text: `${number(status['currentHealthy'], 0)}/${number(status['desiredHealthy'], 0)}`, note: allowed === 1 ? say`1 disruption allowed` : say`${allowed} disruptions allowed`, tone: allowed > 0 ? 'good' : 'waiting' };
}

/** A claim has got it, a volume has it. */
function capacityOf({ spec, status }: KubeObject): string {
  return text(fieldsIn(fieldsIn(status)['capacity'])['storage']) || text(fieldsIn(fieldsIn(spec)['capacity'])['storage']);
}

function activeJobs({ status }: KubeObject): Saying | undefined {
  const active = list(fieldsIn(status)['active']).length;
  return active > 0 ? say`${active} active` : undefined;
}

function portsOf({ spec }: KubeObject): string {
  return list(fieldsIn(spec)['ports'])
    .map(fieldsIn)
    .slice(0, shown)
    .map(({ port, protocol }) => `${number(port, 0)}/${text(protocol) || 'TCP'}`)
    .join(',');
}

/** An Event that came several times; of the newer kind a series says so. */
function timesOf({ count, series }: KubeObject): Saying | undefined {
  const times = number(count, 0) || number(fieldsIn(series)['count'], 0);
  return times > 1 ? say`${times} times` : undefined;
}

function withWords(status: ObjectStatus, words: string): ObjectStatus {
  return words === '' ? status : { text: [status.text, words].filter(Boolean).join(' · '), tone: status.tone };
}

function withNote(status: ObjectStatus, note: Saying | undefined): ObjectStatus {
  return note ? { ...status, note } : status;
}

function endpointsStatus(object: KubeObject): ObjectStatus {
  const endpoints = list(object['endpoints']).map(fieldsIn);
  const ready = endpoints.filter((endpoint) => fieldsIn(endpoint['conditions'])['ready'] !== false).length;
  return { text: `${ready}/${endpoints.length}`, tone: endpoints.length === 0 ? 'plain' : ready === endpoints.length ? 'good' : 'waiting' };
}

function conditionStatus(object: KubeObject, type: string): ObjectStatus {
  const condition = list(fieldsIn(object['status'])['conditions']).map(fieldsIn).find((each) => each['type'] === type);
  if (!condition) return none;
  return condition['status'] === 'True' ? { text: type, tone: 'good' } : { text: `Not${type}`, tone: 'bad' };
}

function phaseStatus(phase: string): ObjectStatus {
  if (!phase) return none;
  if (['Active', 'Bound', 'Succeeded', 'Available', 'Running'].includes(phase)) return { text: phase, tone: 'good' };
  if (['Pending', 'Released'].includes(phase)) return { text: phase, tone: 'waiting' };
  if (phase === 'Terminating') return { text: phase, tone: 'leaving' };
  return { text: phase, tone: 'bad' };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Short enough for a description, whatever a server sends. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 60) : '';
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function keyCount(count: number): Saying {
  return count === 1 ? say`1 key` : say`${count} keys`;
}
