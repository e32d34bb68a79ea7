import type { KubeObject } from '../../kube/object.ts';
import { formatTime } from './formatTime.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';
import type { Propagation } from './writeOptions.ts';

/** By which a deletion waits for the garbage collector. */
export const finalizersOfPropagation = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;

/** With the finalizer that holds it until the garbage collector has seen to its dependents. */
export function withPropagation(object: KubeObject, propagation: Propagation): KubeObject {
  if (propagation === 'Background') return object;
  const finalizers = new Set([...(object.metadata.finalizers ?? []), finalizersOfPropagation[propagation]]);
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers] } };
}

/**
 * Deleted, and still there for a while. From the first deletion on it counts when it is to be gone; a later one only brings that forward.
 * @param now wall time
 */
export function dyingObject(definition: ResourceDefinition, object: KubeObject, seconds: number, now: number): KubeObject {
  const { generation, deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = object.metadata;
  const asked = deletionTimestamp ? Date.parse(deletionTimestamp) - left * 1000 : now;
  const metadata = { ...object.metadata, deletionTimestamp: formatTime(asked + seconds * 1000), deletionGracePeriodSeconds: seconds };
  return definition.markDeleted({ ...object, metadata: generation === undefined || deletionTimestamp ? metadata : { ...metadata, generation: generation + 1 } });
}
