import { isRecord, type KubeObject } from '../kube/object.ts';

/** How an object is doing, in a word or two, and how that is to be taken. */
export interface ObjectStatus {
  readonly text: string;
  readonly tone: 'good' | 'waiting' | 'bad' | 'leaving' | 'plain';
}

type Fields = Readonly<Record<string, unknown>>;

const none: ObjectStatus = { text: '', tone: 'plain' };

/** Waiting reasons that pass by themselves; every other one needs somebody. */
const passing = new Set(['ContainerCreating', 'PodInitializing']);

/** The status of an object as the server reports it. Nothing about its shape is taken for granted. */
export function objectStatus(object: KubeObject): ObjectStatus {
  if (object.metadata.deletionTimestamp) return { text: 'Terminating', tone: 'leaving' };
  switch (object.kind) {
    case 'Pod':
      return podStatus(object);
    case 'Deployment':
    case 'StatefulSet':
    case 'ReplicaSet':
      return replicaStatus(object);
    case 'Namespace':
    case 'PersistentVolume':
    case 'PersistentVolumeClaim':
      return phaseStatus(text(fields(object['status'])['phase']));
    case 'ConfigMap':
    case 'Secret':
      return { text: counted(Object.keys(fields(object['data'])).length, 'key'), tone: 'plain' };
    case 'Node':
      return conditionStatus(object, 'Ready');
    default:
      return none;
  }
}

function podStatus(pod: KubeObject): ObjectStatus {
  const status = fields(pod['status']);
  const containers = list(status['containerStatuses']).map(fields);
  const trouble = [...list(status['initContainerStatuses']).map(fields), ...containers].map(waitingReason).find(Boolean);
  if (trouble) return { text: trouble, tone: passing.has(trouble) ? 'waiting' : 'bad' };
  const phase = text(status['reason']) || text(status['phase']) || 'Unknown';
  if (phase !== 'Running') return phaseStatus(phase);
  const ready = containers.filter((container) => container['ready'] === true).length;
  return { text: containers.length > 0 ? `Running ${ready}/${containers.length}` : 'Running', tone: ready === containers.length ? 'good' : 'waiting' };
}

function waitingReason(container: Fields): string {
  return text(fields(fields(container['state'])['waiting'])['reason']);
}

function replicaStatus(object: KubeObject): ObjectStatus {
  const wanted = number(fields(object['spec'])['replicas'], 1);
  const ready = number(fields(object['status'])['readyReplicas'], 0);
  return { text: `${ready}/${wanted}`, tone: wanted === 0 ? 'plain' : ready >= wanted ? 'good' : 'waiting' };
}

function conditionStatus(object: KubeObject, type: string): ObjectStatus {
  const condition = list(fields(object['status'])['conditions']).map(fields).find((each) => each['type'] === type);
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

function fields(value: unknown): Fields {
  return isRecord(value) ? value : {};
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
