import type { FieldChanges } from './fieldChanges.ts';

/**
 * The one vocabulary of the pipeline: panel, recorder, breakpoints and tests all speak in these
 * entries. The union is closed; kinds are extended, never renamed.
 */

/** Number of an entry in its session; rises by one, from 1. 0 stands for "none". */
export type Seq = number;

/** What every entry has besides its own fields. */
export interface Stamp {
  readonly seq: Seq;
  /** Milliseconds from the start of the session. */
  readonly t: number;
}

interface Common {
  /** `v1/pods`, `apps/v1/deployments@default` */
  readonly informer?: string;
  /** `namespace/name`, or `name` */
  readonly key?: string;
  readonly rv?: string;
  /** The entries that led here; all of them where several were merged. */
  readonly cause?: readonly Seq[];
}

interface InformerScoped extends Common {
  readonly informer: string;
}

interface Keyed extends InformerScoped {
  readonly key: string;
}

export type DeltaType =
  | 'Added'
  | 'Updated'
  | 'Deleted'
  | 'Replaced'
  | 'Sync'
  | 'ReplacedAll'
  | 'SyncAll'
  | 'Bookmark';

/** A rule of client-go's behaviour by its id, `D-09`, or a row of what the article tells otherwise, `row 2`. */
export type Rule = string;

export interface IndexChange {
  readonly index: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface ServerStep extends Common {
  /** Session time at which it happened, by the clock of the server. It is heard of later, at `t`. */
  readonly at: number;
}

/** The change of an object, as the server has it. */
interface ServerChange extends ServerStep {
  /** `v1/pods` */
  readonly resource: string;
  readonly key: string;
  /** The version as the number that it is on the playground; `rv` is the same. */
  readonly revision: number;
}

/**
 * What the API server tells of itself; the playground alone does. There is of it what concerns the session: what led to the events that it was sent, its own
 * requests, and what was broken of these.
 */
export type ApiserverDraft =
  | (ServerStep & {
      /** Of a list or a watch the cause is the Reflector's entry, of a write the reconciler's; without cause it is somebody else's. */
      readonly kind: 'apiserver.request';
      /** As audit logs have it: `patch`, `list`, `watch` … */
      readonly verb: string;
      readonly path: string;
      readonly user: string;
      readonly userAgent: string;
      /** HTTP status; 0: there was no answer yet. */
      readonly code: number;
      /** Milliseconds from `at` to the head of the answer. */
      readonly ms: number;
      /** What came of it here, when that was told first. */
      readonly seenAs?: Seq;
    })
  /** It can be read from now on. */
  | (ServerChange & { readonly kind: 'apiserver.commit'; readonly type: string })
  /** It is in the store and in the ring of the watch cache. */
  | (ServerChange & { readonly kind: 'apiserver.cached'; readonly slot: number; readonly capacity: number })
  | (ServerStep & {
      /** It was handed to the socket of a watch of this session. Without key: so many events of which nothing was told before, such as those of a streamed list. */
      readonly kind: 'apiserver.sent';
      readonly informer: string;
      readonly resource: string;
      /** Number of the cacheWatcher, unique within its resource. */
      readonly watcher: number;
      /** Of a single event; of several the last. */
      readonly revision: number;
      /** That this entry stands for. */
      readonly events: number;
      /** Bytes that were handed over in one go, this and whatever else there was. */
      readonly bytes: number;
      /** The watch event, when it was read before this was heard of. */
      readonly seenAs?: Seq;
    })
  | (ServerStep & {
      /** Something was broken on purpose. What comes of it names it as its cause. */
      readonly kind: 'apiserver.fault';
      /** `dropWatch`, `status`, `compact` … */
      readonly fault: string;
      /** Which of those that were switched on. */
      readonly id: number;
      readonly resource?: string;
      /** What came of it, when that was seen before this was heard of. */
      readonly seenAs?: Seq;
    })
  | (Common & {
      /** The server has told more than could be taken in: of what happened about now, something is missing. */
      readonly kind: 'apiserver.gap';
      /** So many facts; 0: nobody knows. */
      readonly lost: number;
      /** `slow`: they came faster than they were read, `flood`: than entries are made of them, `interrupted`: nobody listened. */
      readonly why: 'slow' | 'flood' | 'interrupted';
    });

export type ReflectorDraft =
  | (InformerScoped & {
      readonly kind: 'reflector.list';
      readonly resourceVersion: string;
      readonly limit?: number;
      readonly continue?: string;
      /** That earlier pages have brought; absent for the first. */
      readonly objects?: number;
      /** That the page before says are still to come (`remainingItemCount`); absent where it does not say, as with selectors. */
      readonly remaining?: number;
    })
  | (InformerScoped & {
      /**
       * The server has accepted the request that it names as its cause: a watch is open now, the answer to a list has begun. Of a list in pages, that of the
       * first. What comes next does not come of it.
       */
      readonly kind: 'reflector.accepted';
    })
  | (InformerScoped & {
      /** The client's own rate limit (QPS, burst) holds the request back that it names as its cause. */
      readonly kind: 'reflector.throttled';
      /** From now on. */
      readonly ms: number;
    })
  | (InformerScoped & {
      /** Metadata alone was asked for, and the server sends whole objects: they are reduced on their way to the queue. */
      readonly kind: 'reflector.reduced';
      /** Kind of what it sends: `PodList`, `Pod`. */
      readonly got: string;
    })
  | (InformerScoped & {
      readonly kind: 'reflector.listed';
      readonly items: number;
      readonly pages: number;
      readonly bytes: number;
      readonly resourceVersion: string;
    })
  | (InformerScoped & {
      readonly kind: 'reflector.watch';
      readonly resourceVersion: string;
      readonly timeoutSeconds: number;
      readonly streaming: boolean;
    })
  | (Keyed & { readonly kind: 'reflector.event'; readonly type: string })
  | (InformerScoped & { readonly kind: 'reflector.bookmark'; readonly initialEventsEnd: boolean })
  | (InformerScoped & {
      /** A streamed list stands still: its end marker is awaited, and no event has come for a while. */
      readonly kind: 'reflector.streaming';
      readonly objects: number;
      /** Milliseconds since the request. */
      readonly lasted: number;
    })
  | (InformerScoped & {
      readonly kind: 'reflector.closed';
      readonly reason: string;
      /** Milliseconds from the request to the end of the stream. */
      readonly lasted: number;
    })
  | (InformerScoped & {
      readonly kind: 'reflector.error';
      readonly phase: 'list' | 'watch' | 'stream' | 'event' | 'resync';
      /** HTTP status; 0 when no answer came. */
      readonly code: number;
      readonly reason: string;
      readonly message: string;
      /** Of a 401: whether the server had taken credentials of this origin before, and where they come from. */
      readonly credentials?: {
        readonly how: 'expired' | 'refused';
        readonly from: 'token' | 'tokenFile' | 'password' | 'certificate' | 'plugin' | 'authProvider' | 'nobody';
        /** Of a client certificate that is over: when it was, as wall time in milliseconds. */
        readonly notAfter?: number;
        /** Of one that does not hold yet. */
        readonly notBefore?: number;
      };
      readonly will: 'relist' | 'rewatch' | 'retry' | 'skip';
    })
  | (InformerScoped & {
      /** Somebody asked for the whole state anew, though nothing had failed. */
      readonly kind: 'reflector.relist';
      readonly why: string;
    })
  | (InformerScoped & { readonly kind: 'reflector.backoff'; readonly ms: number; readonly attempt: number })
  | (InformerScoped & { readonly kind: 'reflector.synced' })
  | (InformerScoped & { readonly kind: 'reflector.stopped' });

export type QueueDraft =
  | (InformerScoped & {
      /** Without key for what concerns the whole store: ReplacedAll, SyncAll, Bookmark. */
      readonly kind: 'queue.add';
      readonly delta: DeltaType;
      /** Deltas of this key that wait now, this one included. */
      readonly waiting: number;
      readonly tombstone?: boolean;
      /** By which a list or a resync queued it; absent for what an event brought. */
      readonly rule?: Rule;
    })
  | (Keyed & { readonly kind: 'queue.coalesced'; readonly from: DeltaType; readonly into: DeltaType; readonly rule?: Rule })
  | (InformerScoped & {
      /** What was to be queued, or was queued, is gone: a deletion of the unknown, or all there was. */
      readonly kind: 'queue.drop';
      readonly deltas: number;
      readonly rule: Rule;
    })
  | (InformerScoped & {
      readonly kind: 'queue.replace';
      readonly replaced: number;
      /** Deletions that the queue inferred; an atomic queue leaves that to the store. */
      readonly deleted: number;
      readonly rule?: Rule;
    })
  | (InformerScoped & {
      readonly kind: 'queue.resync';
      /** Deltas that were queued; an atomic queue queues one for all that is stored. */
      readonly synced: number;
      /** Keys that have deltas in the queue already, which tell more. */
      readonly passedOver?: number;
      readonly rule?: Rule;
    })
  | (InformerScoped & {
      readonly kind: 'queue.pop';
      readonly deltas: readonly DeltaType[];
      readonly isInInitialList: boolean;
    });

export type StoreDraft =
  | (Keyed & { readonly kind: 'store.add'; readonly indexes?: readonly IndexChange[] })
  | (Keyed & {
      readonly kind: 'store.update';
      readonly old: string;
      /** Without `resourceVersion`, `generation` and `managedFields`, which change with every update. */
      readonly changed?: FieldChanges;
      readonly indexes?: readonly IndexChange[];
      /** The key now names another object: it was deleted and created again unseen. */
      readonly uidChanged?: boolean;
    })
  | (Keyed & {
      readonly kind: 'store.delete';
      readonly tombstone: boolean;
      readonly indexes?: readonly IndexChange[];
    })
  | (InformerScoped & { readonly kind: 'store.replace'; readonly objects: number; readonly rule?: Rule })
  | (Keyed & {
      /** Somebody has changed an object of the cache, which all readers share. */
      readonly kind: 'store.mutated';
      /** Of the fields that differ from the copy that was made of it. */
      readonly paths: readonly string[];
    });

interface HandlerCall extends Keyed {
  readonly handler: string;
}

export type HandlerDraft =
  | (HandlerCall & { readonly kind: 'handler.add'; readonly isInInitialList: boolean })
  | (HandlerCall & { readonly kind: 'handler.update'; readonly old: string; readonly resync: boolean })
  | (HandlerCall & { readonly kind: 'handler.delete'; readonly tombstone: boolean; readonly leftSelector?: boolean })
  | (HandlerCall & {
      /** A predicate of the controller did not let it through: it asks for no reconcile. */
      readonly kind: 'handler.filtered';
      /** `generationChanged`, `labels app=web`, `cel object.spec.replicas > 0` */
      readonly predicate: string;
    })
  | (HandlerCall & { readonly kind: 'handler.error'; readonly message: string });

interface WorkQueueStep extends Common {
  readonly queue: string;
  readonly key: string;
}

interface Prioritized extends WorkQueueStep {
  /** The key's, after this step; absent in a queue without priorities. */
  readonly priority?: number;
}

export type WorkQueueDraft =
  | (Prioritized & { readonly kind: 'workqueue.add' })
  | (Prioritized & { readonly kind: 'workqueue.coalesced' })
  | (Prioritized & {
      readonly kind: 'workqueue.get';
      /** Milliseconds from the first add to this get. */
      readonly waited: number;
      /** Failures counted by the rate limiter so far. */
      readonly attempts: number;
    })
  | (WorkQueueStep & { readonly kind: 'workqueue.done'; readonly requeued: boolean })
  | (Prioritized & { readonly kind: 'workqueue.delayed'; readonly after: number })
  | (WorkQueueStep & { readonly kind: 'workqueue.ratelimited'; readonly after: number; readonly attempts: number })
  | (WorkQueueStep & { readonly kind: 'workqueue.forget' })
  | (WorkQueueStep & { readonly kind: 'workqueue.drop'; readonly attempts: number });

interface ReconcileStep extends Common {
  readonly controller: string;
  readonly key: string;
}

export type WriteVerb = 'create' | 'update' | 'patch' | 'apply' | 'delete';

export type ReconcileDraft =
  | (Common & {
      /** A replica has learned who holds the Lease. */
      readonly kind: 'reconcile.leader';
      readonly controller: string;
      /** It is this one: its workers run from now on. */
      readonly leads: boolean;
      /** Identity of the replica that holds it; empty when nobody does. */
      readonly holder: string;
      /** How often it has changed hands. */
      readonly transitions: number;
    })
  /** Before anything is watched the reconciler installs what it needs; its writes have this key, which no object has. */
  | (ReconcileStep & { readonly kind: 'reconcile.setup'; readonly key: '' })
  /** Somebody asked to see what another run of the key writes. */
  | (ReconcileStep & { readonly kind: 'reconcile.again' })
  /** `worker`: from 0; a run that was asked for by itself counts as one worker more. */
  | (ReconcileStep & { readonly kind: 'reconcile.start'; readonly worker: number })
  | (ReconcileStep & {
      readonly kind: 'reconcile.read';
      /** `get apps/v1/deployments default/web`, `byIndex owner 7f3…` */
      readonly lookup: string;
      /** The version of the cache that answered; `rv` is that of the object, where one was asked for. */
      readonly cacheRv: string;
      /** Writes of ours that this read should have seen, and that the cache has not got yet. */
      readonly unseen?: readonly Seq[];
    })
  | (ReconcileStep & {
      readonly kind: 'reconcile.write';
      readonly verb: WriteVerb;
      /** `apps/v1/replicasets default/web-5f6c`, `v1/pods/status default/web-0` */
      readonly target: string;
      /** HTTP status; 0 when no answer came. */
      readonly code: number;
      readonly dryRun: boolean;
      /** Milliseconds from sending to the answer; absent when it was not sent. */
      readonly ms?: number;
      /** What whoever held the write made of it: skipped and failed ones were answered here, and not sent. */
      readonly decided?: 'skipped' | 'failed' | 'delayed';
      /** The watch event that this write caused, when it arrived before the answer did. */
      readonly seenAs?: Seq;
    })
  | (ReconcileStep & {
      readonly kind: 'reconcile.end';
      readonly ms: number;
      readonly result: 'done' | 'requeue' | 'requeueAfter';
    })
  | (ReconcileStep & { readonly kind: 'reconcile.error'; readonly ms: number; readonly message: string })
  | (ReconcileStep & {
      /** It tried to change an object of the cache, which all readers share, and was stopped. */
      readonly kind: 'reconcile.mutation';
      /** `spec.replicas` */
      readonly path: string;
      /** Where it tried: `file:line:column`; empty when unknown. */
      readonly at: string;
    });

/** What is looked for in the trace, each by its name in `--fail-on lint:hot-loop`. */
export type LintName =
  | 'hot-loop' // two writers fight over a field
  | 'relist-storm'
  | 'rewatch-storm'
  | 'silent-watch'
  | 'handler-backlog'
  | 'slow-handler'
  | 'starvation' // a key waits while others are served again and again
  | 'retry-storm'
  | 'unseen-write' // it acted on a read that did not have its own write
  | 'disagreement' // two informers have different versions of one object
  | 'mutated-cache'
  | 'not-idempotent';

/** What a lint has found, as values: whoever reads puts them into a sentence. Never a value of a Secret. */
export interface LintEvidence {
  readonly controller?: string;
  readonly queue?: string;
  readonly handler?: string;
  /** Another informer of the same resource. */
  readonly other?: string;
  /** Path of the field in question: `spec.replicas`. */
  readonly field?: string;
  /** Paths, where there may be several. */
  readonly paths?: readonly string[];
  /** What stands in the field by turns, in a few characters each. */
  readonly values?: readonly string[];
  /** Who writes it by turns: controllers, and managers by their name in `managedFields`; empty for somebody unknown. */
  readonly writers?: readonly string[];
  /** What one informer has, and the other; empty: it has none. */
  readonly versions?: readonly string[];
  /** In the code of a reconciler: `file:line:column`. */
  readonly at?: string;
  /** HTTP status and reason of what failed last. */
  readonly code?: number;
  readonly reason?: string;
  /** How often, within `ms` where that is given. */
  readonly times?: number;
  readonly ms?: number;
}

export type LintDraft =
  | (Common & {
      /** Its causes are what was found; said once, until it is cleared. */
      readonly kind: 'lint.raised';
      readonly lint: LintName;
      readonly evidence: LintEvidence;
    })
  | (Common & {
      /** It is gone. Its cause is the entry that raised it. */
      readonly kind: 'lint.cleared';
      readonly lint: LintName;
      readonly evidence: LintEvidence;
    });

/** What a person had happen that no server, queue or reconciler did (What-if). */
export type WhatIfAction = 'skip' | 'duplicate' | 'delay' | 'swap' | 'forge' | 'fail' | 'resync' | 'dropWatch' | 'answer';

export type WhatIfDraft = Common & {
  /** What comes of it names it as its cause, so that nobody takes it for the server's. */
  readonly kind: 'whatif.applied';
  readonly what: WhatIfAction;
  /** `MODIFIED`, `500 ms`, `list 410`: what it was, or how. */
  readonly detail: string;
  /** Of a run of its reconciler. */
  readonly controller?: string;
};

/** An entry as the engine hands it in, before it has a place in the session. */
export type TraceDraft = ApiserverDraft | ReflectorDraft | QueueDraft | StoreDraft | HandlerDraft | WorkQueueDraft | ReconcileDraft | LintDraft | WhatIfDraft;

/** An entry in its place. */
export type TraceEntry = TraceDraft & Stamp;

export type TraceKind = TraceDraft['kind'];

/** The entry of one kind, by its name. */
export type EntryOf<Kind extends TraceKind> = Extract<TraceDraft, { readonly kind: Kind }> & Stamp;
