import type { QueueDraft, Rule, Seq } from '../trace/entry.ts';
import { type DeltaObject, deltaVersion, type KeyedDelta } from './delta.ts';
import { nobody } from './deltaQueue.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';

/**
 * The `queue.add` entry of one delta. Made for each event, hence without a spread.
 * @param rule by which a list or a resync queued it; absent for what an event brought
 */
export function addEntry(
  informer: string,
  key: string,
  delta: KeyedDelta['type'],
  object: DeltaObject,
  causedBy: Seq,
  waiting: number,
  rule?: Rule,
): QueueDraft {
  const rv = deltaVersion(object);
  const cause = causedBy ? [causedBy] : nobody;
  if (rule === undefined) {
    if (object instanceof DeletedFinalStateUnknown) return { kind: 'queue.add', informer, key, rv, cause, delta, waiting, tombstone: true };
    return { kind: 'queue.add', informer, key, rv, cause, delta, waiting };
  }
  if (object instanceof DeletedFinalStateUnknown) return { kind: 'queue.add', informer, key, rv, cause, delta, waiting, tombstone: true, rule };
  return { kind: 'queue.add', informer, key, rv, cause, delta, waiting, rule };
}
