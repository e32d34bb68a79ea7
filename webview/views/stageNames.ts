import type { DeltaQueueView, QueueName, Stage, StreamRow } from '../../extension/protocol/messages.ts';
import type { StringKey, Texts } from '../strings.ts';

/** Where a stage has one name. */
const stageNames: Readonly<Record<Exclude<Stage, 'queue'>, StringKey>> = {
  apiserver: 'apiServer',
  reflector: 'reflector',
  store: 'indexer',
  handler: 'handler',
  workqueue: 'workQueue',
  reconcile: 'reconcile',
  lint: 'lint',
};

const queueNames: Readonly<Record<QueueName, StringKey>> = { DeltaFIFO: 'deltaFifo', RealFIFO: 'realFifo' };

/** How these queues are called: `DeltaFIFO`, or both names while there are both. */
export function queueTitle(queues: readonly DeltaQueueView[], { t }: Texts): string {
  const kinds = new Set(queues.map(({ kind }) => kind));
  return kinds.size === 0 ? t('deltaFifo') : Array.from(kinds, (kind) => t(queueNames[kind])).join(' · ');
}

/** How the stage of an entry is called. */
export function stageName({ stage, informer }: Pick<StreamRow, 'stage' | 'informer'>, queues: readonly DeltaQueueView[], texts: Texts): string {
  if (stage !== 'queue') return texts.t(stageNames[stage]);
  const own = queues.find((queue) => queue.informer === informer);
  return queueTitle(own ? [own] : queues, texts);
}

/** `pop` of `queue.pop`. */
export function verbOf(kind: string): string {
  return kind.slice(kind.indexOf('.') + 1);
}

/** What the summary says besides the verb, which has a column of its own: `tree`, not `tree OnDelete`. */
export function changeOf({ kind, summary }: Pick<StreamRow, 'kind' | 'summary'>): string {
  const verb = verbOf(kind);
  const [first = '', ...rest] = summary.split(' · ');
  const parts = [kind.startsWith('handler.') ? first.replace(/ On(?:Add|Update|Delete)$/, '') : first, ...rest];
  return parts.filter((part) => part.toLowerCase() !== verb).join(' · ');
}

/** Something went wrong in this entry. */
export function isFailure(kind: string): boolean {
  return kind.endsWith('.error') || kind === 'workqueue.drop' || kind === 'apiserver.fault';
}
