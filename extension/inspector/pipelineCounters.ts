import type { EntryOf, TraceEntry } from '../trace/entry.ts';
import { isOfServer, type ServerEntry } from '../trace/serverEntry.ts';
import { ActivityRing } from './activityRing.ts';
import { RateMeter } from './rateMeter.ts';

/** What one informer has done since the session began. */
export interface InformerCounters {
  lists: number;
  events: number;
  errors: number;
  /** The version that its Reflector saw last. */
  resourceVersion: string;
  readonly eventRate: RateMeter;
  /** Deltas that came into its queue, and keys that were popped from it. */
  queued: number;
  popped: number;
  added: number;
  updated: number;
  deleted: number;
  /** By the handler's name. */
  readonly handlers: Map<string, HandlerCounters>;
  /** Of what has come from the server, and of all entries of the stage. */
  readonly activity: { readonly arrived: ActivityRing; readonly reflector: ActivityRing; readonly queue: ActivityRing; readonly store: ActivityRing };
}

export interface HandlerCounters {
  calls: number;
  errors: number;
  readonly activity: ActivityRing;
}

export interface WorkQueueCounters {
  added: number;
  coalesced: number;
  got: number;
  done: number;
  requeued: number;
  readonly activity: ActivityRing;
}

export interface ControllerCounters {
  reconciles: number;
  reads: number;
  writes: number;
  errors: number;
  readonly activity: ActivityRing;
}

/** What the API server has told of itself. */
export interface ServerCounters {
  requests: number;
  commits: number;
  sent: number;
  faults: number;
  readonly sentRate: RateMeter;
  readonly activity: ActivityRing;
}

/** Counters of every stage, by the name of what did it. Grows with each entry, and is never recounted. */
export interface PipelineCounters {
  readonly informers: Map<string, InformerCounters>;
  readonly workQueues: Map<string, WorkQueueCounters>;
  readonly controllers: Map<string, ControllerCounters>;
  readonly server: ServerCounters;
}

export function newPipelineCounters(): PipelineCounters {
  return {
    informers: new Map(),
    workQueues: new Map(),
    controllers: new Map(),
    server: { requests: 0, commits: 0, sent: 0, faults: 0, sentRate: new RateMeter(), activity: new ActivityRing() },
  };
}

/** Adds one entry to the counters, in place. Does constant work: it runs for each entry of the session. */
export function countEntry(counters: PipelineCounters, entry: TraceEntry): void {
  if (isLint(entry) || entry.kind === 'whatif.applied') return;
  if (isOfServer(entry)) return countServer(counters.server, entry);
  if ('controller' in entry) return countReconcile(counterOf(counters.controllers, entry.controller, newControllerCounters), entry);
  if ('queue' in entry) return countWorkQueue(counterOf(counters.workQueues, entry.queue, newWorkQueueCounters), entry);
  countInformer(counterOf(counters.informers, entry.informer, newInformerCounters), entry);
}

type LintEntry = Extract<TraceEntry, { readonly kind: `lint.${string}` }>;

function isLint(entry: TraceEntry): entry is LintEntry {
  return entry.kind === 'lint.raised' || entry.kind === 'lint.cleared';
}

function countServer(server: ServerCounters, entry: ServerEntry): void {
  if (entry.kind === 'apiserver.gap') {
    // Sendings of which there was no room to tell were sendings all the same.
    if (entry.why === 'flood') countSent(server, entry.lost, entry.t);
    return;
  }
  server.activity.add(entry.t);
  if (entry.kind === 'apiserver.request') server.requests++;
  else if (entry.kind === 'apiserver.commit') server.commits++;
  else if (entry.kind === 'apiserver.fault') server.faults++;
  else if (entry.kind === 'apiserver.sent') countSent(server, entry.events, entry.t);
}

function countSent(server: ServerCounters, events: number, t: number): void {
  // A recording may say anything; what is more than a count can be is shown to nobody.
  server.sent = Math.min(server.sent + events, Number.MAX_SAFE_INTEGER);
  server.sentRate.add(t, events);
}

type InformerEntry = Exclude<TraceEntry, { readonly controller: string } | { readonly queue: string } | LintEntry | ServerEntry | EntryOf<'whatif.applied'>>;

function countInformer(informer: InformerCounters, entry: InformerEntry): void {
  noteActivity(informer, entry);
  switch (entry.kind) {
    case 'reflector.list':
      if (!entry.continue) informer.lists++;
      return;
    case 'reflector.listed':
      informer.resourceVersion = entry.resourceVersion;
      return;
    case 'reflector.event':
      informer.events++;
      informer.eventRate.add(entry.t);
      informer.resourceVersion = entry.rv ?? informer.resourceVersion;
      return;
    case 'reflector.bookmark':
      informer.resourceVersion = entry.rv ?? informer.resourceVersion;
      return;
    case 'reflector.error':
      informer.errors++;
      return;
    case 'queue.add':
      informer.queued++;
      return;
    case 'queue.pop':
      informer.popped++;
      return;
    case 'store.add':
      informer.added++;
      return;
    case 'store.update':
      informer.updated++;
      return;
    case 'store.delete':
      informer.deleted++;
      return;
    case 'handler.add':
    case 'handler.update':
    case 'handler.delete':
    case 'handler.error':
    case 'handler.filtered':
      countHandler(counterOf(informer.handlers, entry.handler, newHandlerCounters), entry);
      return;
    default:
  }
}

/** By the first letters of the kind: this runs for each entry. */
function noteActivity({ activity }: InformerCounters, { kind, t }: InformerEntry): void {
  if (kind.startsWith('store.')) activity.store.add(t);
  else if (kind.startsWith('queue.')) activity.queue.add(t);
  else if (kind.startsWith('reflector.')) {
    activity.reflector.add(t);
    if (kind === 'reflector.event' || kind === 'reflector.bookmark' || kind === 'reflector.listed') activity.arrived.add(t);
  }
}

function countHandler(handler: HandlerCounters, { kind, t }: Pick<TraceEntry, 'kind' | 't'>): void {
  handler.activity.add(t);
  if (kind === 'handler.error') handler.errors++;
  else if (kind !== 'handler.filtered') handler.calls++;
}

function countWorkQueue(queue: WorkQueueCounters, { kind, t }: Pick<TraceEntry, 'kind' | 't'>): void {
  queue.activity.add(t);
  switch (kind) {
    case 'workqueue.add':
      queue.added++;
      return;
    case 'workqueue.coalesced':
      queue.coalesced++;
      return;
    case 'workqueue.get':
      queue.got++;
      return;
    case 'workqueue.done':
      queue.done++;
      return;
    case 'workqueue.ratelimited':
      queue.requeued++;
      return;
    default:
  }
}

function countReconcile(controller: ControllerCounters, { kind, t }: Pick<TraceEntry, 'kind' | 't'>): void {
  controller.activity.add(t);
  switch (kind) {
    case 'reconcile.start':
      controller.reconciles++;
      return;
    case 'reconcile.read':
      controller.reads++;
      return;
    case 'reconcile.write':
      controller.writes++;
      return;
    case 'reconcile.error':
      controller.errors++;
      return;
    default:
  }
}

export function newInformerCounters(): InformerCounters {
  return {
    lists: 0,
    events: 0,
    errors: 0,
    resourceVersion: '',
    eventRate: new RateMeter(),
    queued: 0,
    popped: 0,
    added: 0,
    updated: 0,
    deleted: 0,
    handlers: new Map(),
    activity: { arrived: new ActivityRing(), reflector: new ActivityRing(), queue: new ActivityRing(), store: new ActivityRing() },
  };
}

export function newWorkQueueCounters(): WorkQueueCounters {
  return { added: 0, coalesced: 0, got: 0, done: 0, requeued: 0, activity: new ActivityRing() };
}

export function newControllerCounters(): ControllerCounters {
  return { reconciles: 0, reads: 0, writes: 0, errors: 0, activity: new ActivityRing() };
}

function newHandlerCounters(): HandlerCounters {
  return { calls: 0, errors: 0, activity: new ActivityRing() };
}

function counterOf<Counter>(counters: Map<string, Counter>, name: string, create: () => Counter): Counter {
  let counter = counters.get(name);
  if (!counter) counters.set(name, (counter = create()));
  return counter;
}
