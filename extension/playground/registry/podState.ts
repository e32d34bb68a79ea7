import { conditionStatus } from './conditionStatus.ts';
import type { Pod } from './shapes.ts';

/** What a pod counts for. Pure. */

/** Its containers have done what they had to, well or not, and are not started again. */
export function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** It does something for its owner, or will (kubernetes `pkg/controller`, `IsPodActive`). */
export function isActivePod(pod: Pod): boolean {
  return !hasEnded(pod) && !pod.metadata.deletionTimestamp;
}

export function isPodReady({ status }: Pod): boolean {
  return conditionStatus(status?.conditions, 'Ready') === 'True';
}
