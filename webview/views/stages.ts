import type { PanelState } from '../../extension/protocol/messages.ts';
import type { HeldStepView } from '../../extension/protocol/stepping.ts';
import type { Texts } from '../strings.ts';
import { queueTitle } from './stageNames.ts';

export type StageId = 'apiserver' | 'reflector' | 'queue' | 'store' | 'handler' | 'workqueue' | 'reconcile';

/** One stage of the pipeline, in words. */
export interface StageCard {
  readonly id: StageId;
  readonly title: string;
  /** What matters most of it. */
  readonly value: string;
  /** The rest, what a person must be told first. */
  readonly facts: readonly string[];
  /** It does not get on. */
  readonly failing: boolean;
  /** The step that is held here, the one that has been held longest. */
  readonly held: HeldStepView | undefined;
}

/** The pipeline from the API server to the workers. */
export function stagesOf({ pipeline, stepper, deltaQueues }: PanelState, texts: Texts): readonly StageCard[] {
  const { t, n, count } = texts;
  const { reflector, deltaQueue, indexer, handlers, workQueue, workers } = pipeline;
  const { controllers } = workers;
  const heldAt = (id: StageId): HeldStepView | undefined => stepper.held.find(({ point }) => stageOfPoint(point) === id);
  const card = (id: StageId, title: string, value: string, ...facts: readonly string[]): StageCard => ({
    id,
    title,
    value,
    facts: facts.filter(Boolean),
    failing: false,
    held: heldAt(id),
  });
  const version = (rv: string): string => (rv === '' ? '' : t('version', { version: rv }));
  // Of several, one is in the worst state: whose it is.
  const whose = reflector.informers > 1 && reflector.failing > 0 ? reflector.informer : '';
  const added = (number: number): string => t('added', { count: count(number) });
  return [
    card(
      'apiserver',
      t('apiServer'),
      t('eventsPerSecond', { rate: rateText(reflector.eventsPerSecond, count) }),
      n('events', reflector.events),
      version(reflector.resourceVersion),
    ),
    {
      ...card('reflector', t('reflector'), reflector.state || t('notStarted'), whose, reflector.detail, n('lists', reflector.lists), n('errors', reflector.errors)),
      failing: reflector.failing > 0,
    },
    card(
      'queue',
      queueTitle(deltaQueues, texts),
      [n('keys', deltaQueue.keys), n('deltas', deltaQueue.deltas)].join(' · '),
      n('deltasAdded', deltaQueue.added),
      n('keysPopped', deltaQueue.popped),
    ),
    card(
      'store',
      t('indexer'),
      n('objects', indexer.objects),
      added(indexer.added),
      t('updated', { count: count(indexer.updated) }),
      t('deleted', { count: count(indexer.deleted) }),
      version(indexer.resourceVersion),
    ),
    card(
      'handler',
      t('handlers'),
      n('handlerCount', handlers.length),
      n('calls', total(handlers, 'calls')),
      t('backlog', { count: count(total(handlers, 'backlog')) }),
      errorsText(total(handlers, 'errors'), n),
    ),
    card(
      'workqueue',
      t('workQueue'),
      t('ready', { count: count(workQueue.ready) }),
      t('processing', { count: count(workQueue.processing) }),
      t('waiting', { count: count(workQueue.waiting) }),
      added(workQueue.added),
      t('coalesced', { count: count(workQueue.coalesced) }),
      t('requeued', { count: count(workQueue.requeued) }),
    ),
    controllers.length === 0 ? card('reconcile', t('workers'), t('noController')) : workersCard(),
  ];

  function workersCard(): StageCard {
    return card(
      'reconcile',
      t('workers'),
      t('busy', { busy: count(total(controllers, 'busy')), workers: count(total(controllers, 'workers')) }),
      errorsText(total(controllers, 'errors'), n),
      controllers.some(({ dryRun }) => dryRun) ? t('dryRun') : '',
      n('reconciles', total(controllers, 'reconciles')),
      n('reads', total(controllers, 'reads')),
      n('writes', total(controllers, 'writes')),
      controllers.map(({ name }) => name).join(', '),
    );
  }
}

/** The stage at which a gate stands. */
export function stageOfPoint(point: string): StageId {
  if (point === 'workqueue.done' || point.startsWith('reconcile.')) return 'reconcile';
  if (point.startsWith('workqueue.')) return 'workqueue';
  if (point.startsWith('handler.')) return 'handler';
  if (point.startsWith('queue.')) return 'queue';
  return 'reflector';
}

/** The whole picture in one sentence. */
export function pipelineSummary(cards: readonly StageCard[], { t }: Texts): string {
  const stages = cards.map(({ title, value, facts, held }) => {
    const parts = [value, ...facts, held ? `${t('heldBefore', { point: held.point })} ${held.key}` : ''];
    return `${title}: ${parts.filter(Boolean).join(', ')}`;
  });
  return t('pipelineSummary', { stages: stages.join('; ') });
}

function errorsText(errors: number, n: Texts['n']): string {
  return errors > 0 ? n('errors', errors) : '';
}

function rateText(rate: number, count: Texts['count']): string {
  return rate > 0 && rate < 9.95 ? rate.toFixed(1) : count(Math.round(rate));
}

function total<Field extends string>(from: readonly { readonly [Name in Field]: number }[], field: Field): number {
  return from.reduce((sum, each) => sum + each[field], 0);
}
