import type { Controller } from '../../controller/controller.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { Seq } from '../../trace/entry.ts';

/** Where something may be on its way. */
export interface Carriers {
  readonly informers: readonly Pick<SharedInformer, 'save' | 'isReplacing' | 'handlers'>[];
  readonly queues: readonly Pick<Controller['queue'], 'save'>[];
}

/** Whether anything that waits in a queue or for a handler, or that a worker has in hand, was brought by one of these entries. */
export function isOnItsWay({ informers, queues }: Carriers, isWanted: (seq: Seq) => boolean): boolean {
  return informers.some((informer) => isInInformer(informer, isWanted)) || queues.some((queue) => isInQueue(queue, isWanted));
}

function isInInformer(informer: Carriers['informers'][number], isWanted: (seq: Seq) => boolean): boolean {
  // What is left of a list is nowhere but in the loop that queues it.
  if (informer.isReplacing) return true;
  const { queue, handlers } = informer.save();
  return (
    (queue?.waiting.some(({ deltas, adds }) => adds.some(isWanted) || deltas.some(({ seq }) => isWanted(seq))) ?? false) ||
    handlers.some(({ waiting }) => waiting.some(({ cause }) => isWanted(cause))) ||
    informer.handlers.some(({ calling }) => calling !== undefined && isWanted(calling.seq))
  );
}

function isInQueue(queue: Carriers['queues'][number], isWanted: (seq: Seq) => boolean): boolean {
  const { dirty, processing, waiting } = queue.save();
  return dirty.some(({ causes }) => causes.some(isWanted)) || processing.some(({ seq }) => isWanted(seq)) || waiting.some(({ causes }) => causes.some(isWanted));
}
