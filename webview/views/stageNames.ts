import type { Stage, StreamRow } from '../../extension/protocol/messages.ts';
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

/** What the summary says besides the verb, which has a column of its own. */
export function changeOf({ kind, summary }: Pick<StreamRow, 'kind' | 'summary'>): string {
  const verb = verbOf(kind);
  const parts = summary.split(' · ');
  return parts.filter((part) => part.toLowerCase() !== verb).join(' · ');
}

/** Something went wrong in this entry. */
export function isFailure(kind: string): boolean {
  return kind.endsWith('.error') || kind === 'workqueue.drop';
}
