import { type Delta, deltaVersion } from '../../extension/informer/delta.ts';
import type { DeltaQueue, QueueSteps } from '../../extension/informer/deltaQueue.ts';
import { DeletedFinalStateUnknown } from '../../extension/informer/eventHandler.ts';

/** Works a replace or resync through to its end. */
export function work(steps: QueueSteps): void {
  while (!steps.next().done);
}

export interface Popped {
  readonly deltas: string[];
  readonly isInInitialList: boolean;
}

/** Pops once: `Added d/a 1`, `Deleted tombstone d/a 1`. */
export function popOne(queue: DeltaQueue): Popped {
  let popped: Popped | undefined;
  queue.pop((deltas, isInInitialList) => {
    popped = { deltas: deltas.map(showDelta), isInInitialList };
  });
  return popped!;
}

export function showDelta({ type, key, object }: Delta): string {
  if (!(object instanceof DeletedFinalStateUnknown)) return [type, key, deltaVersion(object)].filter(Boolean).join(' ');
  return `${type} tombstone ${key} ${object.object ? deltaVersion(object) : '?'}`;
}
