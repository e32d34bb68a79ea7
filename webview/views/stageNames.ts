import type { Stage } from '../../extension/protocol/messages.ts';
import type { StringKey } from '../strings.ts';

/** How the stage of an entry is called. */
export const stageNames: Readonly<Record<Stage, StringKey>> = {
  apiserver: 'apiServer',
  reflector: 'reflector',
  queue: 'deltaFifo',
  store: 'indexer',
  handler: 'handler',
  workqueue: 'workQueue',
  reconcile: 'reconcile',
};

/** `pop` of `queue.pop`. */
export function verbOf(kind: string): string {
  return kind.slice(kind.indexOf('.') + 1);
}

/** Something went wrong in this entry. */
export function isFailure(kind: string): boolean {
  return kind.endsWith('.error') || kind === 'workqueue.drop';
}
