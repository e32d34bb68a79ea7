import { type Check, count, flag, list, name, nullable, number, oneOf, prose, record, word } from '../checks.ts';

/** Columns of the table of keys; each sorts it. */
export const keyColumns = ['key', 'state', 'attempts', 'runs', 'result', 'duration', 'next'] as const;

export type KeyColumn = (typeof keyColumns)[number];

/** Delta queues, buffers of handlers and work queues, and what is in them. */
export interface QueuesLook {
  /** Whose keys are shown; null: the first controller's. */
  readonly controller: string | null;
  /** Only keys that contain this. */
  readonly filter: string;
  readonly sort: KeyColumn;
  readonly descending: boolean;
  /** How many rows come before the first that is shown. */
  readonly first: number;
}

export interface QueuesPicture {
  readonly deltaQueues: readonly DeltaQueueView[];
  readonly handlers: readonly HandlerView[];
  readonly workQueues: readonly WorkQueueView[];
  readonly controllers: readonly ControllerView[];
  /** Of the controller that was chosen; null: there is none. */
  readonly keys: KeysView | null;
}

export const queueNames = ['DeltaFIFO', 'RealFIFO', 'atomic'] as const;

/** What waits between a Reflector and its Indexer. */
export interface DeltaQueueView {
  readonly informer: string;
  readonly kind: (typeof queueNames)[number];
  readonly keys: number;
  readonly deltas: number;
  /** Of a DeltaFIFO: the first keys in order, bounded; `keys` is their true number. */
  readonly items: readonly {
    readonly key: string;
    /** The newest of them, oldest first, bounded; `count` is their true number. */
    readonly deltas: readonly DeltaView[];
    readonly count: number;
  }[];
  /** Of a RealFIFO: the first entries in order, bounded; `deltas` is their true number. The key is empty where one is of the whole store. */
  readonly entries: readonly (DeltaView & { readonly key: string })[];
  /** Lines of its loop that have run with the last entry that was popped, and whether it stands before Pop now. */
  readonly held: boolean;
}

export interface DeltaView {
  readonly type: string;
  readonly rv: string;
}

/** The buffer of one handler of one informer. */
export interface HandlerView {
  readonly informer: string;
  readonly name: string;
  readonly backlog: number;
  readonly calls: number;
  readonly errors: number;
  readonly synced: boolean;
  /** The call that has not returned. */
  readonly calling: { readonly key: string; readonly what: string; readonly forMs: number } | null;
}

export interface WorkQueueView {
  readonly name: string;
  readonly queue: readonly string[];
  readonly processing: readonly string[];
  readonly dirty: readonly string[];
  readonly waiting: readonly { readonly key: string; readonly dueInMs: number }[];
  /** How often each key has failed since it was forgotten last. */
  readonly failures: readonly { readonly key: string; readonly count: number }[];
  readonly counts: { readonly queue: number; readonly processing: number; readonly dirty: number; readonly waiting: number; readonly failures: number };
  /** Of the keys in `queue`, in a queue that has some. */
  readonly priorities: readonly number[] | null;
  /** What is left in the bucket of the rate limiter, below zero what is promised already; null: it has none. */
  readonly tokens: number | null;
}

/** Lines of the worker's loop. */
export const loopLines = ['get', 'reconcile', 'forget', 'addRateLimited', 'done'] as const;

export type LoopLine = (typeof loopLines)[number];

export interface ControllerView {
  readonly name: string;
  readonly workers: number;
  readonly busy: number;
  /** Where its workers are. */
  readonly lines: readonly {
    readonly line: LoopLine;
    readonly workers: number;
    /** The first few keys that they have in hand. */
    readonly keys: readonly string[];
    readonly held: boolean;
  }[];
  /** The line that has run last; null: none has. */
  readonly last: LoopLine | null;
  /** Milliseconds that keys stayed in the queue, and that a worker had them. */
  readonly latency: HistogramView;
  readonly work: HistogramView;
  readonly causes: readonly { readonly kind: CauseKind; readonly count: number }[];
}

/** Who asks for a reconcile. */
export const causeKinds = ['add', 'update', 'delete', 'resync', 'ownWrite', 'retry', 'requeue', 'other'] as const;

export type CauseKind = (typeof causeKinds)[number];

export interface HistogramView {
  /** Upper bounds, rising. */
  readonly bounds: readonly number[];
  /** One more than the bounds: the last has none. Not cumulative. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

export const keyStates = ['processing', 'queued', 'waiting', 'settled'] as const;

export interface KeysView {
  readonly controller: string;
  /** Keys in all, and those that match the filter. */
  readonly total: number;
  readonly matching: number;
  /** Only so many were sorted: there are more. */
  readonly sorted: number;
  readonly first: number;
  readonly rows: readonly KeyRowView[];
}

export interface KeyRowView {
  readonly key: string;
  readonly state: (typeof keyStates)[number];
  readonly attempts: number;
  readonly runs: number;
  /** `done`, `requeue` …; empty while none has ended, or where the last one failed. */
  readonly result: string;
  /** Why the last run failed; empty: it did not. */
  readonly error: string;
  readonly dropped: boolean;
  /** How long the last run took. */
  readonly durationMs: number | null;
  /** When it comes again. */
  readonly dueInMs: number | null;
}

/** Rows of the table of keys in one picture. */
export const keyRows = 50;

export const queuesLook: Check<QueuesLook> = record<QueuesLook>({ controller: nullable(name), filter: name, sort: oneOf(...keyColumns), descending: flag, first: count });

const delta = { type: word, rv: word };

const deltaQueue = record<DeltaQueueView>({
  informer: name,
  kind: oneOf(...queueNames),
  keys: count,
  deltas: count,
  items: list(record<DeltaQueueView['items'][number]>({ key: name, deltas: list(record<DeltaView>(delta)), count })),
  entries: list(record<DeltaQueueView['entries'][number]>({ ...delta, key: name })),
  held: flag,
});

const handler = record<HandlerView>({
  informer: name,
  name,
  backlog: count,
  calls: count,
  errors: count,
  synced: flag,
  calling: nullable(record<NonNullable<HandlerView['calling']>>({ key: name, what: word, forMs: number })),
});

const workQueue = record<WorkQueueView>({
  name,
  queue: list(name),
  processing: list(name),
  dirty: list(name),
  waiting: list(record<WorkQueueView['waiting'][number]>({ key: name, dueInMs: number })),
  failures: list(record<WorkQueueView['failures'][number]>({ key: name, count })),
  counts: record<WorkQueueView['counts']>({ queue: count, processing: count, dirty: count, waiting: count, failures: count }),
  priorities: nullable(list(number)),
  tokens: nullable(number),
});

const histogram = record<HistogramView>({ bounds: list(number), counts: list(count), count, sum: number });

const controller = record<ControllerView>({
  name,
  workers: count,
  busy: count,
  lines: list(record<ControllerView['lines'][number]>({ line: oneOf(...loopLines), workers: count, keys: list(name), held: flag })),
  last: nullable(oneOf(...loopLines)),
  latency: histogram,
  work: histogram,
  causes: list(record<ControllerView['causes'][number]>({ kind: oneOf(...causeKinds), count })),
});

const keyRow = record<KeyRowView>({
  key: name,
  state: oneOf(...keyStates),
  attempts: count,
  runs: count,
  result: word,
  error: prose,
  dropped: flag,
  durationMs: nullable(number),
  dueInMs: nullable(number),
});

export const queuesPicture: Check<QueuesPicture> = record<QueuesPicture>({
  deltaQueues: list(deltaQueue),
  handlers: list(handler),
  workQueues: list(workQueue),
  controllers: list(controller),
  keys: nullable(record<KeysView>({ controller: name, total: count, matching: count, sorted: count, first: count, rows: list(keyRow, keyRows) })),
});
