import type { KubeObject } from '../../kube/object.ts';
import { formatTime } from './formatTime.ts';
import { withField } from './objectRules.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';
import type { Propagation } from './writeOptions.ts';

/** By which a deletion waits for the garbage collector. */
export const finalizersOfPropagation = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;
const collectors: ReadonlySet<string> = new Set(Object.values(finalizersOfPropagation));

/**
 * With the finalizer that holds it until the garbage collector has seen to its dependents, and without any other such one.
 * @param asked undefined: as it was asked before, or else as is usual for its kind (apiserver `deletionFinalizersForGarbageCollection`)
 */
export function withPropagation(object: KubeObject, asked: Propagation | undefined, usual: ResourceDefinition['defaultPropagation']): KubeObject {
  const { finalizers = [] } = object.metadata;
  const before = finalizers.find((finalizer) => collectors.has(finalizer));
  const wished = asked ?? (before === undefined ? usual : before === finalizersOfPropagation.Orphan ? 'Orphan' : 'Foreground');
  const propagation = usual === 'Unsupported' || wished === 'Unsupported' ? 'Background' : wished;
  const others = finalizers.filter((finalizer) => !collectors.has(finalizer));
  const next = propagation === 'Background' ? others : [...others, finalizersOfPropagation[propagation]];
  const isSame = next.length === finalizers.length && next.every((finalizer) => finalizers.includes(finalizer));
  return isSame ? object : { ...object, metadata: withField(object.metadata, 'finalizers', next.length > 0 ? next : undefined) };
}

/**
 * Deleted, and still there for a while. From the first deletion on it counts when it is to be gone; a later one only brings that forward.
 * @param now wall time
 */
export function dyingObject(definition: ResourceDefinition, object: KubeObject, seconds: number, now: number): KubeObject {
  const { generation, deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = object.metadata;
  const asked = deletionTimestamp ? Date.parse(deletionTimestamp) - left * 1000 : now;
  const metadata = { ...object.metadata, deletionTimestamp: formatTime(asked + seconds * 1000), deletionGracePeriodSeconds: seconds };
  return definition.markDeleted({ ...object, metadata: generation === undefined || deletionTimestamp ? metadata : { ...metadata, generation: generation + 1 } }, object);
}
