import { sum } from '../base/sum.ts';
import type { ActivityView, DeltaQueueView, PanelState, PipelineView } from '../protocol/messages.ts';
import { limits } from '../protocol/checks.ts';
import { noTime, type TimeView } from '../protocol/time.ts';
import type { WorkQueueSnapshot } from '../workqueue/rateLimitingInterface.ts';
import { type ActivityRing, joinedActivity, noActivity } from './activityRing.ts';
import { clipName } from './clip.ts';
import { isFailing, severityOf } from './informerState.ts';
import type { StatusSource } from './informerStatus.ts';
import {
  type InformerCounters,
  newControllerCounters,
  newInformerCounters,
  newWorkQueueCounters,
  type PipelineCounters,
} from './pipelineCounters.ts';
import type { PicturedController, PicturedInformer, SessionPicture } from './sessionPicture.ts';
import { lintsSummary } from './pages/lints/lintView.ts';
import { stepperView } from './stepperView.ts';

/** Words for a state: the panel and the tree say the same. */
export type StateWords = (source: StatusSource, informer: string, isLast?: boolean) => {
  readonly word: string;
  readonly detail: string;
  /** In how many milliseconds they are others though nothing happens; undefined: never. */
  readonly changesInMs?: number | undefined;
};

/** The whole picture of a session but for its entries. What is bounded is bounded here, so that no message is refused. */
export function panelState(session: SessionPicture, selected: string | null, title: string, words: StateWords, time: TimeView = noTime): PanelState {
  const { counters } = session;
  const all = session.informers.all;
  const chosen = selected === null ? all : all.filter(({ name }) => name === selected);
  // Their sizes alone: what is in them is for the page of the queues, while somebody looks at it.
  const deltaQueues = chosen.map(({ informer }) => informer.queueSnapshot(0));
  const workQueues = session.controllers.running.map(({ queue }) => ({ name: queue.name, counts: queue.snapshot(0).counts }));
  return {
    session: { id: clipName(session.instance), title: title.slice(0, limits.text), source: session.source.kind, ended: session.ended },
    informers: all.slice(0, limits.elements).map(({ name }) => clipName(name)),
    selected: selected === null ? null : clipName(selected),
    time,
    stepper: stepperView(session),
    lints: lintsSummary(session),
    pipeline: {
      server: serverView(counters, session.now()),
      activity: activityView(session, chosen),
      reflector: reflectorView(session, chosen, counters, words),
      deltaQueue: {
        keys: sum(deltaQueues, ({ keys }) => keys),
        deltas: sum(deltaQueues, ({ deltas }) => deltas),
        added: sum(chosen, ({ name }) => counters.informers.get(name)?.queued ?? 0),
        popped: sum(chosen, ({ name }) => counters.informers.get(name)?.popped ?? 0),
      },
      indexer: {
        objects: sum(chosen, ({ informer }) => informer.indexer.size),
        added: sum(chosen, ({ name }) => counters.informers.get(name)?.added ?? 0),
        updated: sum(chosen, ({ name }) => counters.informers.get(name)?.updated ?? 0),
        deleted: sum(chosen, ({ name }) => counters.informers.get(name)?.deleted ?? 0),
        resourceVersion: chosen.length === 1 ? version(chosen[0]!.informer.indexer.resourceVersion) : '',
      },
      handlers: handlerViews(chosen, counters, session.now()),
      workQueue: workQueueTotals(workQueues, counters),
      workers: { controllers: session.controllers.running.slice(0, limits.elements).map((controller, index) => controllerView(controller, workQueues[index]!, session)) },
    },
    deltaQueues: chosen.slice(0, limits.elements).map(deltaQueueView),
  };
}

function reflectorView(session: SessionPicture, chosen: readonly PicturedInformer[], counters: PipelineCounters, words: StateWords): PipelineView['reflector'] {
  const now = session.now();
  const all = chosen.map(({ name }) => counters.informers.get(name) ?? newInformerCounters());
  const total = (pick: (informer: InformerCounters) => number): number => sum(all, pick);
  const states = chosen.map(({ name }) => ({ name, state: session.informers.stateOf(name) }));
  const worst = states.toSorted((a, b) => severityOf(b.state) - severityOf(a.state))[0];
  const { word, detail } = worst ? words(session, worst.name) : { word: '', detail: '' };
  return {
    informer: clipName(worst?.name ?? ''),
    informers: states.length,
    failing: states.filter(({ state }) => isFailing(state)).length,
    state: word.slice(0, limits.word),
    detail: detail.slice(0, limits.text),
    lists: total(({ lists }) => lists),
    events: total(({ events }) => events),
    eventsPerSecond: total(({ eventRate }) => eventRate.perSecond(now)),
    errors: total(({ errors }) => errors),
    resourceVersion: all.length === 1 ? version(all[0]!.resourceVersion) : '',
  };
}

/** A handler of one name may listen to several informers; it is one handler to whoever wrote it. */
function handlerViews(chosen: readonly PicturedInformer[], counters: PipelineCounters, now: number): PipelineView['handlers'] {
  const views = new Map<string, PipelineView['handlers'][number]>();
  for (const { name: informerName, informer } of chosen) {
    for (const { name, backlog } of informer.handlers) {
      const view = views.get(name) ?? { name: clipName(name), calls: 0, backlog: 0, errors: 0, activity: noActivity };
      const counted = counters.informers.get(informerName)?.handlers.get(name);
      views.set(name, {
        ...view,
        calls: view.calls + (counted?.calls ?? 0),
        backlog: view.backlog + backlog,
        errors: view.errors + (counted?.errors ?? 0),
        activity: counted ? joinedActivity([view.activity, counted.activity.at(now)]) : view.activity,
      });
    }
  }
  return [...views.values()].slice(0, limits.elements);
}

/** All of the server's, whichever informer is chosen: it is one. */
function serverView({ server }: PipelineCounters, now: number): PipelineView['server'] {
  const { requests, commits, sent, faults, sentRate } = server;
  return tellsOfItself(server) ? { requests, commits, sent, faults, sentPerSecond: sentRate.perSecond(now) } : null;
}

function tellsOfItself({ requests, commits, sent, faults }: PipelineCounters['server']): boolean {
  return requests + commits + sent + faults > 0;
}

function activityView(session: SessionPicture, chosen: readonly PicturedInformer[]): PipelineView['activity'] {
  const now = session.now();
  const all = chosen.flatMap(({ name }) => session.counters.informers.get(name)?.activity ?? []);
  const joined = (pick: (activity: InformerCounters['activity']) => ActivityRing): ActivityView => joinedActivity(all.map((activity) => pick(activity).at(now)));
  return {
    apiserver: tellsOfItself(session.counters.server) ? session.counters.server.activity.at(now) : joined(({ arrived }) => arrived),
    reflector: joined(({ reflector }) => reflector),
    queue: joined(({ queue }) => queue),
    store: joined(({ store }) => store),
  };
}

type QueueSize = Pick<WorkQueueSnapshot, 'counts'> & { readonly name: string };

function workQueueTotals(queues: readonly QueueSize[], counters: PipelineCounters): PipelineView['workQueue'] {
  const all = queues.map(({ name }) => counters.workQueues.get(name) ?? newWorkQueueCounters());
  return {
    ready: sum(queues, ({ counts }) => counts.queue),
    processing: sum(queues, ({ counts }) => counts.processing),
    waiting: sum(queues, ({ counts }) => counts.waiting),
    added: sum(all, ({ added }) => added),
    coalesced: sum(all, ({ coalesced }) => coalesced),
    got: sum(all, ({ got }) => got),
    done: sum(all, ({ done }) => done),
    requeued: sum(all, ({ requeued }) => requeued),
  };
}

function controllerView({ name, workers, busy, dryRun }: PicturedController, queue: QueueSize, session: SessionPicture): PipelineView['workers']['controllers'][number] {
  const { counters } = session;
  const now = session.now();
  const { reconciles, reads, writes, errors, activity } = counters.controllers.get(name) ?? newControllerCounters();
  return {
    name: clipName(name),
    workers,
    busy,
    dryRun,
    reconciles,
    reads,
    writes,
    errors,
    activity: activity.at(now),
    queue: {
      ready: queue.counts.queue,
      processing: queue.counts.processing,
      waiting: queue.counts.waiting,
      activity: counters.workQueues.get(queue.name)?.activity.at(now) ?? noActivity,
    },
  };
}

function deltaQueueView({ name, informer }: PicturedInformer): DeltaQueueView {
  return { informer: clipName(name), kind: informer.settings.queue === 'DeltaFIFO' ? 'DeltaFIFO' : 'RealFIFO' };
}

function version(rv: string): string {
  return rv.slice(0, limits.word);
}
