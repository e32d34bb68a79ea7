/**
 * What a reconciler is, as its author sees it: `import { defineReconciler } from 'informer-inspector'`. Named as in
 * controller-runtime. This file imports nothing, since its declarations ship with the extension as they are.
 */

/** `v1/pods`, `apps/v1/deployments`. */
export type ResourceName = string;

/** A resource that discovery may not know yet, because the reconciler itself installs it. */
export interface ResourceKind {
  readonly resource: ResourceName;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** A Kubernetes object as plain JSON. One that comes from the cache is shared with everybody, and frozen. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  // Whatever the kind has: the author knows its shape, the type checker does not.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [field: string]: any;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string | null;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** What a controller watches, and what it does for one key: it makes the world match the object, and is not told what changed. */
export interface Reconciler {
  /** Unique among those that run on one cluster: `deployment-rollout`. */
  readonly name: string;
  /** Its own kind: each change asks for a reconcile of that object. */
  readonly for: ResourceName | For;
  /** Kinds that it creates: a change asks for a reconcile of the controlling owner. */
  readonly owns?: readonly (ResourceName | Owns)[];
  /** Kinds that it only looks at: a change asks for what `map` says. */
  readonly watches?: readonly Watches[];
  /** What it writes besides: a CRD that `setup` installs, Events. Outside the playground it may write to nothing that it does not name here or above. */
  readonly writes?: readonly ResourceName[];
  /** How many keys are worked on at once, each by one worker: 1 to 64. Default: what the setting `reconciler.workers` says. */
  readonly workers?: number;
  /** Which of the three work queues. Default `rateLimiting`. */
  readonly queue?: QueueType;
  /** Of a rate limiting queue. Default: client-go's, 5 ms · 2^failures up to 1000 s, and 10 a second with bursts of 100. */
  readonly limiter?: Limiter;
  /** What was there at the start waits behind what is new, as in controller-runtime. Of a rate limiting queue. Default: what the setting `reconciler.priorityQueue` says. */
  readonly priority?: boolean;
  /** Every so many milliseconds, 1000 at least, each cached object is handed to the handlers again. Default 0: never. */
  readonly resync?: number;
  /** A key that failed so often is dropped until it changes. Default: tried without end. */
  readonly maxRetries?: number;

  /** Once, before anything is watched: installs what the reconciler needs, a CRD say. */
  setup?(ctx: SetupContext): Promise<void>;

  /**
   * Must be idempotent: it may run again at any time, for any reason.
   * @throws to be tried again by the limiter; {@link TerminalError} to give up until the next change
   */
  reconcile(ctx: ReconcileContext, request: ReconcileRequest): Promise<ReconcileResult | void> | ReconcileResult | void;
}

export interface For {
  readonly resource: ResourceName | ResourceKind;
  readonly predicates?: readonly Predicate[];
}

export type Owns = For;

export interface Watches extends For {
  /** The keys to be reconciled on account of this object. What it throws is reported, and costs that one notification. */
  map(object: KubeObject): readonly Key[] | Promise<readonly Key[]>;
}

export interface Key {
  /** Left out for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

/**
 * - `fifo`: keys in order. A failed key goes to the end at once; `requeueAfter` does not wait.
 * - `delaying`: keys can wait. A failed key comes again after a second.
 * - `rateLimiting`: a failed key waits as long as the limiter says.
 */
export type QueueType = 'fifo' | 'delaying' | 'rateLimiting';

/** client-go's limiters. Times in milliseconds. */
export type Limiter =
  | { readonly type: 'exponential'; readonly baseDelay: number; readonly maxDelay: number }
  | { readonly type: 'fastSlow'; readonly fastDelay: number; readonly slowDelay: number; readonly maxFastAttempts: number }
  | { readonly type: 'bucket'; readonly qps: number; readonly burst: number }
  | { readonly type: 'maxOf'; readonly limiters: readonly Limiter[] }
  | { readonly type: 'withMaxWait'; readonly limiter: Limiter; readonly maxDelay: number };

/**
 * Which changes count. All of a list must hold; a deletion is judged by the last known object. A change that a predicate cannot judge
 * counts, and that is reported once: a reconcile too many does no harm.
 */
export type Predicate =
  /** The spec changed, not only status or metadata (`metadata.generation`). Adds and deletes count. */
  | { readonly type: 'generationChanged' }
  /** `app=web,tier in (front, back)` */
  | { readonly type: 'labels'; readonly selector: string }
  /** A CEL expression over `object` and `oldObject` (null for an add and a deletion), which gives a bool. At most 2000 characters. */
  | { readonly type: 'cel'; readonly expression: string };

export interface ReconcileRequest {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** Numbers of the trace entries of everything that asked for this run. */
  readonly causes: readonly number[];
}

export interface ReconcileResult {
  /** Again, by the limiter. */
  readonly requeue?: boolean;
  /** Again after so many milliseconds. */
  readonly requeueAfter?: number;
}

export interface SetupContext {
  readonly client: ReconcileClient;
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
  log(message: string): void;
}

export interface ReconcileContext extends SetupContext {
  readonly cache: ReconcileCache;
}

/** Reads, from the Indexer only: they cost the API server nothing, and may be a little behind it. Only resources that are watched. */
export interface ReconcileCache {
  get(resource: ResourceName, namespace: string | undefined, name: string): Promise<KubeObject | undefined>;
  list(resource: ResourceName, namespace?: string): Promise<readonly KubeObject[]>;
  /** Indexes: `namespace`, `owner` (uid of the controlling owner), `node`, `labels` (`app=web`). */
  byIndex(resource: ResourceName, index: string, value: string): Promise<readonly KubeObject[]>;
}

/**
 * Writes, to the API server only. Each returns the object as the server has it now; in a dry run, as it would have it.
 * Throws {@link ApiError}: `if (ApiError.is(error, 409)) …`.
 */
export interface ReconcileClient {
  create(resource: ResourceName, object: KubeObject): Promise<KubeObject>;
  /** Refused with 409 when `metadata.resourceVersion` is not the newest. */
  update(resource: ResourceName, object: KubeObject): Promise<KubeObject>;
  /** A JSON merge patch (object) or a JSON patch (array of operations). */
  patch(resource: ResourceName, namespace: string | undefined, name: string, patch: unknown): Promise<KubeObject>;
  /** Server-side apply, under the reconciler's name; `force` takes fields over from others. */
  apply(resource: ResourceName, object: KubeObject, options?: { readonly force?: boolean }): Promise<KubeObject>;
  delete(resource: ResourceName, namespace: string | undefined, name: string): Promise<void>;
  /** The same on the subresource `status`. */
  readonly status: StatusClient;
}

export type StatusClient = Pick<ReconcileClient, 'update' | 'patch' | 'apply'>;

/** What the server said to a write that it refused, as its `message`; or that it did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status: 403, 404, 409, 422 …; 0: no answer came. */
  readonly status: number;
  /** `Forbidden`, `NotFound`, `AlreadyExists`, `Conflict`, `Invalid` … */
  readonly reason: string;

  constructor(message: string, status: number, reason: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  /** Told by what it has, so that it holds wherever the error was made. */
  static is(error: unknown, status?: number): error is ApiError {
    return error instanceof Error && error.name === 'ApiError' && 'status' in error && (status === undefined || error.status === status);
  }
}

/** Trying again would not help: the key is left alone until something about it changes. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';

  static is(error: unknown): error is TerminalError {
    return error instanceof Error && error.name === 'TerminalError';
  }
}

/** Says nothing but the type, so that the editor can complete what is inside. */
export function defineReconciler(reconciler: Reconciler): Reconciler {
  return reconciler;
}
