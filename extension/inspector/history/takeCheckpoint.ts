import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { WorkQueueType } from '../../trace/happening.ts';
import type { Follower } from './follower.ts';
import { copyCounters } from './copyCounters.ts';
import type { HistorySubject } from './historySubject.ts';
import type { Checkpoint, InformerCheckpoint, RecordedController, RecordedInformer, RecordedStepper, WorkQueueCheckpoint } from './recorded.ts';

/** An informer that runs, and what is recorded of it. */
export interface PresentInformer {
  readonly informer: SharedInformer;
  readonly recorded: RecordedInformer;
}

export interface Present {
  readonly subject: HistorySubject;
  readonly follower: Follower;
  readonly informers: readonly PresentInformer[];
  readonly controllers: readonly RecordedController[];
  readonly stepper: RecordedStepper;
  readonly queueTypes: ReadonlyMap<string, { readonly type: WorkQueueType; readonly limiter: object | undefined }>;
}

/** Of a reference in a list. */
const referenceBytes = 8;
const itemBytes = 160;

/** The state of the session now, between two steps. It shares objects, and copies what holds them. Undefined while something is half done that only a loop knows of. */
export function takeCheckpoint({ subject, follower, informers, controllers, stepper, queueTypes }: Present): Checkpoint | undefined {
  if (stepper.held.some((step) => step.point === 'workqueue.add' && !isOfHandler(step, (seq) => subject.tracer.at(seq)))) return undefined;
  const taken: InformerCheckpoint[] = [];
  let bytes = 2048;
  for (const { informer, recorded } of informers) {
    const cursor = follower.get(recorded.name, recorded.instance);
    if (!cursor || informer.isReplacing || cursor.isResyncing) return undefined;
    const held = informer.save();
    const saved = cursor.save();
    const keys = informer.indexer.listKeys();
    taken.push({ ...recorded, indexes: Object.keys(informer.indexer.getIndexers()), keys, objects: informer.indexer.list(), storeVersion: informer.indexer.resourceVersion, state: subject.informers.stateOf(recorded.name), held, cursor: saved });
    const notifications = held.handlers.reduce((sum, { waiting }) => sum + waiting.length, 0);
    bytes += 2 * referenceBytes * keys.length + itemBytes * (held.queue?.waiting.length ?? 0) + referenceBytes * (notifications + saved.events.length + saved.gathered.length) + 1024;
  }
  const queues: WorkQueueCheckpoint[] = [];
  for (const { queue } of subject.controllers.running) {
    const { type = 'rateLimiting', limiter } = queueTypes.get(queue.name) ?? {};
    const state = queue.save();
    queues.push({ name: queue.name, type, limiter, state });
    bytes += itemBytes * (state.queue.length + state.dirty.length + state.processing.length + state.waiting.length) + 64 * (state.failing.length + (state.limiter.failures?.length ?? 0));
  }
  const tables = subject.controllers.all.map(({ name, record }) => [name, record.keys.save()] as const);
  for (const [, { rows }] of tables) bytes += 2 * referenceBytes * rows.length;
  bytes += subject.figures.bytes;
  const figures = subject.figures.copy(nowhere);
  const { lastSeq } = subject.tracer;
  const t = subject.tracer.at(lastSeq)?.t ?? 0;
  return { seq: lastSeq, t, informers: taken, queues, controllers, tables, stepper, connection: subject.connection, counters: copyCounters(subject.counters), figures, lints: subject.lints.copy(), bytes };
}

/** A held add is in no queue. That of a handler has left nothing behind, and comes with its entry; another waited until its time had come, which only whoever is to let it go knows. */
function isOfHandler({ cause }: RecordedStepper['held'][number], entryAt: (seq: Seq) => TraceEntry | undefined): boolean {
  return cause !== undefined && (entryAt(cause)?.kind.startsWith('handler.') ?? false);
}

/** Nothing is noted in a checkpoint, so nothing is looked up. */
function nowhere(): undefined {
  return undefined;
}
