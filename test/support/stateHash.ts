import { createHash } from 'node:crypto';
import { deltaVersion } from '../../extension/informer/delta.ts';
import type { ReadonlyIndexer } from '../../extension/informer/indexer.ts';
import type { Notification } from '../../extension/informer/notification.ts';
import type { SharedInformerState } from '../../extension/informer/sharedInformer.ts';
import type { WorkQueueSnapshot } from '../../extension/workqueue/rateLimitingInterface.ts';
import type { WorkQueueState } from '../../extension/workqueue/workQueueState.ts';
import type { InformerState } from '../../extension/inspector/informerState.ts';
import type { SessionFigures } from '../../extension/inspector/figures/sessionFigures.ts';
import type { KeyRow } from '../../extension/inspector/keyTable.ts';
import type { KnownLints } from '../../extension/inspector/lintLog.ts';
import type { PipelineCounters } from '../../extension/inspector/pipelineCounters.ts';
import type { HistorySubject } from '../../extension/inspector/history/historySubject.ts';
import type { Replay } from '../../extension/inspector/history/replay.ts';

/** All that makes up the state of a session, wherever it comes from: the running one, or one that was rebuilt. */
export interface StateParts {
  readonly t: number;
  /** The clock's time. */
  readonly now: number;
  readonly informers: readonly { readonly name: string; readonly indexer: ReadonlyIndexer; readonly state: InformerState; readonly held: SharedInformerState }[];
  readonly queues: readonly { readonly name: string; readonly state: WorkQueueState; readonly snapshot: WorkQueueSnapshot }[];
  readonly tables: readonly { readonly controller: string; readonly rows: readonly KeyRow[] }[];
  readonly counters: PipelineCounters;
  readonly figures: SessionFigures;
  readonly lints: KnownLints;
}

/** The state in a form in which equal states are equal texts: what has no order is sorted, objects are their uid and version. */
export function canonicalState({ t, informers, queues, tables, counters, figures, lints }: StateParts): object {
  return {
    informers: sorted(informers, ({ name }) => name).map(({ name, indexer, state, held }) => ({
      name,
      state,
      hasSynced: held.hasSynced,
      objects: indexer.listKeys().toSorted().map((key) => `${key} ${identityOf(indexer, key)}`),
      indexes: Object.keys(indexer.getIndexers()).toSorted().map((index) => [index, indexer.listIndexFuncValues(index).toSorted().map((value) => [value, indexer.indexKeys(index, value)])]),
      storeVersion: indexer.resourceVersion,
      queue: held.queue?.waiting.map(({ deltas, adds }) => [deltas.map(({ type, key = '', object, seq }) => `${type} ${key} ${deltaVersion(object)} ${seq}`), adds]) ?? [],
      handlers: handlersOf(held),
    })),
    queues: sorted(queues, ({ name }) => name).map(({ name, state, snapshot }) => ({
      name,
      waiting: state.waiting,
      priorities: state.priorities,
      // Which of the locked ones are laid aside depends on when a worker looked last; `priorities` has the order.
      queue: state.priorities ? undefined : state.queue,
      dirty: sorted(state.dirty, ({ key }) => key),
      processing: sorted(state.processing, ({ key }) => key),
      failing: [...state.failing].toSorted(),
      failures: sorted(snapshot.failures, ({ key }) => key),
      tokens: snapshot.tokens,
    })),
    tables: sorted(tables, ({ controller }) => controller).map(({ controller, rows }) => ({ controller, rows: sorted(rows, ({ key }) => key) })),
    counters: countersAt(counters, t),
    freshness: sorted(informers, ({ name }) => name).map(({ name }) => figures.freshness(name)),
    // Who asked is found by entries that may have been dropped since.
    figures: figures.queueNames.toSorted().map((name) => {
      const { latency, work, reads, last } = figures.queue(name)!;
      return [name, latency, work, { ...reads, lookups: [...reads.lookups] }, last];
    }),
    lints: [lints.raised.map(({ seq }) => seq), lints.cleared.map(({ raised, cleared }) => [raised.seq, cleared.seq])],
  };
}

export function stateHash(parts: StateParts): string {
  return createHash('sha256').update(JSON.stringify(canonicalState(parts))).digest('hex');
}

/** Of the session itself, for tests: taken inside the probe it is the state in the middle of what is under way. */
export function liveState(subject: HistorySubject, now: number): StateParts {
  const { tracer, informers, controllers, counters, figures, lints } = subject;
  return {
    t: tracer.at(tracer.lastSeq)?.t ?? 0,
    now,
    informers: informers.all.map(({ name, informer }) => ({ name, indexer: informer.indexer, state: informers.stateOf(name), held: informer.save() })),
    queues: controllers.running.map(({ queue }) => ({ name: queue.name, state: queue.save(), snapshot: queue.snapshot(Infinity) })),
    tables: controllers.running.flatMap(({ name }) => {
      const table = controllers.all.find((each) => each.name === name)?.record.keys;
      return table ? [{ controller: name, rows: [...table.keys()].map((key) => table.get(key)!) }] : [];
    }),
    counters,
    figures,
    lints: lints.copy(),
  };
}

/** Of a session that was run again. */
export function rebuiltState(replay: Replay): StateParts {
  const { queues, states, tables, counters, figures, lints, t, time, controllers } = replay;
  return {
    t,
    now: time,
    informers: replay.wanted.map((replica) => ({ name: replica.recorded.name, indexer: replica.indexer, state: states.get(replica.recorded.name)!, held: replica.save() })),
    queues: controllers.flatMap(({ name }) => {
      const queue = queues.get(name);
      return queue ? [{ name, state: queue.save(), snapshot: queue.snapshot(Infinity) }] : [];
    }),
    tables: Array.from(tables, ([controller, table]) => ({ controller, rows: [...table.keys()].map((key) => table.get(key)!) })),
    counters,
    figures,
    lints,
  };
}

/** Entries name handlers, and several may have one name: it is not known then which of them was called. */
function handlersOf({ handlers }: SharedInformerState): unknown {
  const byName = Map.groupBy(handlers, ({ name }) => name);
  return sorted([...byName], ([name]) => name).map(([name, own]) => ({
    name,
    syncing: own.map(({ id, isSyncing }) => [id, isSyncing]),
    waiting: own.length === 1 ? own[0]!.waiting.map(notificationText) : own.flatMap(({ waiting }) => waiting.map(notificationText)).toSorted(),
  }));
}

function identityOf(indexer: ReadonlyIndexer, key: string): string {
  const { uid = '', resourceVersion = '' } = indexer.get(key)!.metadata;
  return `${uid} ${resourceVersion}`;
}

function notificationText({ type, key, object, old, isInInitialList, isSync, cause }: Notification): string {
  return `${type} ${key} ${deltaVersion(object)} ${old?.metadata.resourceVersion ?? ''} ${isInInitialList} ${isSync} ${cause}`;
}

/** Rates are those of that time. */
function countersAt(counters: PipelineCounters, t: number): unknown {
  return plain(counters, t);
}

function plain(value: unknown, t: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return sorted([...value], ([name]) => String(name)).map(([name, each]) => [name, plain(each, t)]);
  if ('perSecond' in value && typeof value.perSecond === 'function') return (value as { perSecond(t: number): number }).perSecond(t);
  if ('at' in value && typeof value.at === 'function' && !Array.isArray(value)) return (value as { at(t: number): unknown }).at(t);
  if (Array.isArray(value)) return value.map((each) => plain(each, t));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, t)]));
}

function sorted<T>(elements: readonly T[], nameOf: (element: T) => string): T[] {
  return elements.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0));
}
