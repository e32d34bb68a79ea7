import { CodedError } from '../base/codedError.ts';
import type { KubeObject } from '../kube/object.ts';
import type { DeltaType, Seq } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';
import type { Delta, DeltaObject, KeyedDelta, KeyFunc, TransformFunc } from './delta.ts';
import type { InitialPopulationState } from './initialPopulation.ts';

/** The cause of what comes of itself: a tick of the resync timer. */
export const nobody: readonly Seq[] = [];

/** Stands still before each delta that it queues, with its key. */
export type QueueSteps = Generator<string | undefined, void, void>;

/** What the queue asks about the store, to infer deletions and to resync (client-go `KeyListerGetter`). */
export interface KnownObjects {
  keys(): Iterable<string>;
  get(key: string): KubeObject | undefined;
}

/** Takes what was popped; runs to its end within the pop (C-01). `cause` is the `queue.pop` entry. */
export type PopProcess = (deltas: readonly Delta[], isInInitialList: boolean, cause: Seq) => void;

/** Takes a batch: entries of different keys, each with its `queue.pop` entry. Runs to its end within the pop. */
export type BatchProcess = (deltas: readonly KeyedDelta[], isInInitialList: boolean, causes: readonly Seq[]) => void;

/** What a pop would take next, for the gate before it. */
export interface PopCandidate {
  /** Undefined for a delta of the whole store. */
  readonly key: string | undefined;
  /** The newest entry of what brought it. */
  readonly cause: Seq;
  /** All of them, where there may be several; they grow while it waits. */
  readonly causes?: readonly Seq[];
  /** What it would take, oldest first; they grow as well. */
  readonly deltas: readonly Delta[];
}

export interface DeltaQueueSnapshot {
  /** The first keys in the order in which they will be popped. */
  readonly queue: readonly string[];
  readonly items: readonly { readonly key: string; readonly deltas: readonly { readonly type: DeltaType; readonly rv: string }[] }[];
  /** Of a queue that gathers nothing by key: its first entries, each one delta, in order; the key is empty where one is of the whole store. */
  readonly entries?: readonly { readonly key: string; readonly type: DeltaType; readonly rv: string }[];
  /** How many keys and deltas there are in all. */
  readonly keys: number;
  readonly deltas: number;
}

/** What waits in a delta queue, for another of its kind to go on from. Objects are shared, and nothing else is. */
export interface DeltaQueueState {
  /** In the order in which it is popped: a key of a DeltaFIFO with the entries that brought its deltas, an entry of a RealFIFO. */
  readonly waiting: readonly { readonly deltas: readonly Delta[]; readonly adds: readonly Seq[] }[];
  readonly initial: InitialPopulationState;
}

/**
 * The queue between Reflector and Indexer: DeltaFIFO and RealFIFO alike. Each call is one section that
 * runs to its end (C-01). `replace` and `resync` may be long; they are generators that stand still before
 * each delta (yielding its key, or undefined for one of the whole store), so that their driver can ask a gate or rest. While a `replace` runs
 * nothing can be popped: client-go holds the queue's lock.
 */
export interface DeltaQueue {
  /** @throws KeyError, TransformError; then nothing is queued. As the next two. */
  add(object: KubeObject, cause: Seq, key?: string): void;
  update(object: KubeObject, cause: Seq, key?: string): void;
  delete(object: DeltaObject, cause: Seq, key?: string): void;
  /** Ignored by queues that have no deltas for bookmarks (F-09). */
  bookmark(resourceVersion: string, cause: Seq): void;
  /** It has. */
  readonly queuesBookmarks: boolean;
  replace(objects: readonly KubeObject[], resourceVersion: string, cause: Seq): QueueSteps;
  /** @param resourceVersion the Reflector's, for the trace */
  resync(cause: Seq, resourceVersion?: string): QueueSteps;
  /** Forgets everything that is queued. client-go never does; the article's figure says so (contract 16, row 2). */
  clear(cause: Seq): void;

  /** Undefined when nothing is queued, or a `replace` is under way. */
  peek(): PopCandidate | undefined;
  /** What comes `index` places behind it in the same batch, if this queue pops in batches (F-31); undefined otherwise. */
  peekBatch(index: number): PopCandidate | undefined;
  /** @throws QueueClosedError when it is empty */
  pop(process: PopProcess): void;
  /** Pops `size` entries that `peekBatch` has shown. */
  popBatch(size: number, process: BatchProcess): void;
  /** Resolves when something can be popped, or when the queue is closed (C-04). */
  whenReady(): Promise<void>;

  /** Deltas that are queued. */
  readonly length: number;
  /** How many pops are left: keys of a DeltaFIFO, entries of a RealFIFO. */
  readonly depth: number;
  /** Resolves when fewer than `limit` deltas are queued, or when the queue is closed. For one who waits at a time. */
  whenBelow(limit: number): Promise<void>;
  /** In client-go nobody could add now, while an entry is being processed: Pop would hold the lock (D-14, F-27). */
  readonly locksWhileProcessing: boolean;

  /** The initial batch has been processed; latches (D-30). */
  hasSynced(): boolean;
  /** Enqueueing goes on working, and what is queued can still be popped (D-12, D-13). */
  close(): void;
  readonly isClosed: boolean;
  readonly transformer: TransformFunc | undefined;
  snapshot(limit: number): DeltaQueueSnapshot;

  /** A `replace` is under way: what the queue holds is not all of its state. */
  readonly isReplacing: boolean;
  save(): DeltaQueueState;
  /** Goes on from what another one held. Of a new queue only; nobody is told. */
  restore(state: DeltaQueueState): void;
}

export interface DeltaQueueOptions {
  /** Name of the informer in the trace. */
  readonly informer: string;
  readonly probe: Probe;
  readonly knownObjects?: KnownObjects;
  readonly transformer?: TransformFunc;
  /** Default: namespace/name. Tombstones have a key of their own (D-03). */
  readonly keyFunc?: KeyFunc;
  /** Called once, in the section in which the queue becomes synced, with the entry that completed it. */
  readonly onSynced?: (cause: Seq) => void;
}

/** Popping from an empty queue: "closed" when it was closed (D-13). */
export class QueueClosedError extends CodedError<'closed' | 'empty'> {
  override readonly name = 'QueueClosedError';

  constructor(queue: string, closed: boolean) {
    super(closed ? 'closed' : 'empty', closed ? `${queue}: manipulating with closed queue` : `${queue}: nothing is queued`, undefined);
  }
}
