import { quotedName } from '../../extension/protocol/filters.ts';
import type { ActivityView, PanelState, PipelineView } from '../../extension/protocol/messages.ts';
import type { HeldStepView } from '../../extension/protocol/stepping.ts';
import { formatDuration } from '../format.ts';
import type { Tab } from '../store/pageModels.ts';
import type { Texts } from '../strings.ts';
import { queueTitle } from './stageNames.ts';

export type StageId = 'apiserver' | 'reflector' | 'queue' | 'store' | 'handler' | 'workqueue' | 'reconcile';

/** One box of the pipeline, in words. */
export interface StageCard {
  readonly id: StageId;
  /** Tells boxes of one stage apart: the handler's or controller's name; empty where there is one box. */
  readonly name: string;
  readonly title: string;
  /** Where there is little room, or what stands beside it says the rest. */
  readonly shortTitle: string;
  /** What matters most of it. */
  readonly value: string;
  /** The rest, what a person must be told first. */
  readonly facts: readonly string[];
  readonly activity: ActivityView | null;
  /** It does not get on. */
  readonly failing: boolean;
  /** There is no such thing yet: it is drawn to show where it will be. */
  readonly absent: boolean;
  /** The steps that are held here, the one that has been held longest first. */
  readonly held: readonly HeldStepView[];
  /** The page that tells more of it. */
  readonly tab: Tab;
  /** The part of a filter that leaves its entries. */
  readonly filter: string;
}

/** A handler with the WorkQueue that it adds to and the workers behind it; any of them may be missing. */
export interface Lane {
  readonly name: string;
  readonly handler: StageCard | null;
  readonly queue: StageCard | null;
  readonly workers: StageCard | null;
}

export interface PipelineCards {
  readonly apiserver: StageCard;
  readonly reflector: StageCard;
  readonly queue: StageCard;
  readonly store: StageCard;
  readonly lanes: readonly Lane[];
  /** Of all workers. */
  readonly reads: number;
  readonly writes: number;
}

/** The pipeline from the API server to the workers. */
export function pipelineCards(state: PanelState, texts: Texts): PipelineCards {
  const { pipeline, stepper, deltaQueues } = state;
  const { t, n, count } = texts;
  const { reflector, deltaQueue, indexer, activity } = pipeline;
  const heldAt = (id: StageId): readonly HeldStepView[] => stepper.held.filter(({ point }) => stageOfPoint(point) === id);
  const version = (rv: string): string => (rv === '' ? '' : t('version', { version: rv }));
  // Of several, one is in the worst state: whose it is.
  const whose = reflector.informers > 1 && reflector.failing > 0 ? reflector.informer : '';
  return {
    apiserver: serverCard(pipeline, version(reflector.resourceVersion), texts),
    reflector: card({
      id: 'reflector',
      title: t('reflector'),
      value: reflector.state || t('notStarted'),
      facts: [whose, reflector.detail, n('lists', reflector.lists), n('errors', reflector.errors)],
      activity: activity.reflector,
      failing: reflector.failing > 0,
      held: heldAt('reflector'),
      tab: 'server',
      filter: 'stage:reflector',
    }),
    queue: card({
      id: 'queue',
      title: queueTitle(deltaQueues, texts),
      value: [n('keys', deltaQueue.keys), n('deltas', deltaQueue.deltas)].join(' · '),
      facts: [n('deltasAdded', deltaQueue.added), n('keysPopped', deltaQueue.popped)],
      activity: activity.queue,
      held: heldAt('queue'),
      tab: 'queues',
      filter: 'stage:queue',
    }),
    store: card({
      id: 'store',
      title: t('indexer'),
      value: n('objects', indexer.objects),
      facts: [
        t('added', { count: count(indexer.added) }),
        t('updated', { count: count(indexer.updated) }),
        t('deleted', { count: count(indexer.deleted) }),
        version(indexer.resourceVersion),
      ],
      activity: activity.store,
      tab: 'cache',
      filter: 'stage:store',
    }),
    lanes: lanesOf(state, texts, heldAt),
    reads: total(pipeline.workers.controllers, 'reads'),
    writes: total(pipeline.workers.controllers, 'writes'),
  };
}

/** What the server tells of itself, where it does; or else what is seen of it. */
function serverCard({ server, reflector, activity }: PipelineView, version: string, { t, n, count }: Texts): StageCard {
  const known = { id: 'apiserver', title: t('apiServer'), activity: activity.apiserver, tab: 'server' } as const;
  if (!server) {
    const value = t('eventsPerSecond', { rate: rateText(reflector.eventsPerSecond, count) });
    return card({ ...known, value, facts: [n('events', reflector.events), version], filter: 'kind:reflector.event,reflector.bookmark,reflector.listed' });
  }
  return card({
    ...known,
    value: t('sentPerSecond', { rate: rateText(server.sentPerSecond, count) }),
    facts: [server.faults > 0 ? n('faults', server.faults) : '', n('eventsSent', server.sent), n('commits', server.commits), n('requests', server.requests), version],
    filter: 'stage:apiserver',
  });
}

/** Those of controllers first; a handler belongs to the controller of its name. Where there is nothing, one lane that says so. */
function lanesOf({ pipeline }: PanelState, texts: Texts, heldAt: (id: StageId) => readonly HeldStepView[]): readonly Lane[] {
  const { handlers, workers, workQueue } = pipeline;
  const { controllers } = workers;
  const several = controllers.length > 1;
  const heldOf = (id: StageId, name: string): readonly HeldStepView[] => heldAt(id).filter(({ owner }) => owner === name || !controllers.some((each) => each.name === owner));
  // Of a call it is known whose informer waits, not which handler: it stands before the first.
  const callsHeld = heldAt('handler');
  const ofControllers = controllers.map((controller, index): Lane => {
    const handler = handlers.find(({ name }) => name === controller.name);
    return {
      name: controller.name,
      handler: handler ? handlerCard(handler, index === 0 ? callsHeld : [], texts) : null,
      queue: queueCard(controller, workQueue, several, heldOf('workqueue', controller.name), texts),
      workers: workersCard(controller, several, heldOf('reconcile', controller.name), texts),
    };
  });
  const others = handlers.filter(({ name }) => !controllers.some((controller) => controller.name === name));
  const ofOthers = others.map((handler, index): Lane => ({
    name: handler.name,
    handler: handlerCard(handler, controllers.length === 0 && index === 0 ? callsHeld : [], texts),
    queue: null,
    workers: null,
  }));
  const lanes = [...ofControllers, ...ofOthers];
  const first = lanes[0] ?? { name: '', handler: absentCard('handler', texts.t('handlers'), texts.t('noHandler')), queue: null, workers: null };
  if (controllers.length > 0) return lanes;
  const nothing = { queue: absentCard('workqueue', texts.t('workQueue'), texts.t('noController')), workers: absentCard('reconcile', texts.t('workers'), texts.t('noController')) };
  return [{ ...first, ...nothing }, ...lanes.slice(1)];
}

function handlerCard({ name, calls, backlog, errors, activity }: PipelineView['handlers'][number], held: readonly HeldStepView[], { t, n, count }: Texts): StageCard {
  return card({
    id: 'handler',
    name,
    title: t('handlerNamed', { name }),
    value: backlog > 0 ? t('backlog', { count: count(backlog) }) : n('calls', calls),
    facts: [backlog > 0 ? n('calls', calls) : t('backlog', { count: count(backlog) }), errors > 0 ? n('errors', errors) : ''],
    activity,
    failing: errors > 0,
    held,
    tab: 'queues',
    filter: `handler:${quotedName(name)}`,
  });
}

type Controller = PipelineView['workers']['controllers'][number];

function queueCard({ name, queue }: Controller, totals: PipelineView['workQueue'], several: boolean, held: readonly HeldStepView[], { t, count }: Texts): StageCard {
  const counts = [t('processing', { count: count(queue.processing) }), t('waiting', { count: count(queue.waiting) })];
  const sums = [t('added', { count: count(totals.added) }), t('coalesced', { count: count(totals.coalesced) }), t('requeued', { count: count(totals.requeued) })];
  return card({
    id: 'workqueue',
    name,
    title: several ? t('workQueueNamed', { name }) : t('workQueue'),
    shortTitle: t('workQueue'),
    value: t('ready', { count: count(queue.ready) }),
    facts: several ? counts : [...counts, ...sums],
    activity: queue.activity,
    held,
    tab: 'queues',
    filter: `queue:${quotedName(name)}`,
  });
}

function workersCard({ name, workers, busy, dryRun, reconciles, errors, reads, writes, activity }: Controller, several: boolean, held: readonly HeldStepView[], { t, n, count }: Texts): StageCard {
  return card({
    id: 'reconcile',
    name,
    title: several ? t('workersNamed', { name }) : t('workers'),
    shortTitle: t('workers'),
    value: t('busy', { busy: count(busy), workers: count(workers) }),
    facts: [errors > 0 ? n('errors', errors) : '', dryRun ? t('dryRun') : '', n('reconciles', reconciles), n('reads', reads), n('writes', writes), several ? '' : name],
    activity,
    held,
    tab: 'queues',
    filter: `controller:${quotedName(name)}`,
  });
}

function card(given: Pick<StageCard, 'id' | 'title' | 'value' | 'facts' | 'activity' | 'tab' | 'filter'> & Partial<StageCard>): StageCard {
  return { name: '', shortTitle: given.name || given.title, failing: false, absent: false, held: [], ...given, facts: given.facts.filter(Boolean) };
}

function absentCard(id: StageId, title: string, value: string): StageCard {
  return card({ id, title, value, facts: [], activity: null, absent: true, tab: 'queues', filter: `stage:${id}` });
}

/** The stage at which a gate stands. */
export function stageOfPoint(point: string): StageId {
  if (point === 'workqueue.done' || point.startsWith('reconcile.')) return 'reconcile';
  if (point.startsWith('workqueue.')) return 'workqueue';
  if (point.startsWith('handler.')) return 'handler';
  if (point.startsWith('queue.')) return 'queue';
  return 'reflector';
}

/** Every box, in the order in which a change goes through them. */
export function cardsOf({ apiserver, reflector, queue, store, lanes }: PipelineCards): readonly StageCard[] {
  const inLanes = (['handler', 'queue', 'workers'] as const).flatMap((part) => lanes.map((lane) => lane[part]));
  return [apiserver, reflector, queue, store, ...inLanes.filter((each) => each !== null)];
}

/** How a box is drawn, as far as its name has to follow it. */
export interface DrawnCard {
  readonly title: string;
  /** How long ago it had to do stands before the facts. */
  readonly ageFirst: boolean;
}

/**
 * What a screen reader says of a box: first what is drawn, in the same words and order, so that who sees it and who says it aloud means the same, then what is not.
 * Whose it is comes before all where it is drawn beside its handler only. `elapsed`: milliseconds since the picture.
 */
export function saidOfCard({ name, title, value, facts, held, activity }: StageCard, { title: drawn, ageFirst }: DrawnCard, elapsed: number, { t, n }: Texts): string {
  const last = activity?.lastMs === null || !activity ? '' : t('lastAgo', { duration: formatDuration(activity.lastMs + elapsed) });
  const all = facts.join(' · ');
  const [first] = held;
  const here = first ? `${t('heldBefore', { point: first.point })} ${first.key}` : '';
  const more = held.length > 1 ? n('moreHeldHere', held.length - 1) : '';
  const heading = title.endsWith(drawn) ? title : `${name}, ${drawn}`;
  return `${heading}: ${[value, ...(ageFirst ? [last, all] : [all, last]), here, more].filter(Boolean).join(', ')}`;
}

/** The whole picture in words: how it branches, and every box of it. */
export function pipelineSummary(cards: PipelineCards, elapsed: number, texts: Texts): string {
  const stages = cardsOf(cards).map((each) => saidOfCard(each, { title: each.title, ageFirst: false }, elapsed, texts));
  return [texts.t('pipelineWay'), texts.t('pipelineSummary', { stages: stages.join('; ') })].join(' ');
}

function rateText(rate: number, count: Texts['count']): string {
  return rate > 0 && rate < 9.95 ? rate.toFixed(1) : count(Math.round(rate));
}

function total<Field extends string>(from: readonly { readonly [Name in Field]: number }[], field: Field): number {
  return from.reduce((sum, each) => sum + each[field], 0);
}
