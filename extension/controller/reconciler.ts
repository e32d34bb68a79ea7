import type { KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';

/** A resource together with the kind of its objects, as owner references name it. */
export interface ResourceKind extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
}

/**
 * What a controller does for one key, and what it watches to know when. Named as in
 * controller-runtime: it is asked to make the world match the object, not told what changed.
 */
export interface Reconciler {
  readonly name: string;
  /** Its own kind: each change asks for a reconcile of that object. */
  readonly for: ResourceKind;
  /** Kinds that it creates: a change asks for a reconcile of the controlling owner. */
  readonly owns: readonly ResourceKind[];

  /**
   * Must be idempotent: it may run again at any time, for any reason.
   * @throws to be tried again with back-off; TerminalError to give up until the next change
   */
  reconcile(context: ReconcileContext, request: ReconcileRequest): Promise<ReconcileResult | void>;
}

export interface ReconcileRequest {
  readonly key: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** Trace entries of everything that asked for this run. */
  readonly causes: readonly Seq[];
}

export interface ReconcileResult {
  /** Try again, with back-off. */
  readonly requeue?: boolean;
  /** Milliseconds after which to run again. */
  readonly requeueAfterMs?: number;
}

export interface ReconcileContext {
  readonly cache: ReconcileCache;
  readonly client: ReconcileClient;
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
  log(message: string): void;
}

/** Reads, from the Indexer only: they cost the API server nothing, and may be a little behind it. Never change what they return. */
export interface ReconcileCache {
  get(resource: GroupVersionResource, namespace: string, name: string): Promise<KubeObject | undefined>;
  list(resource: GroupVersionResource, namespace?: string): Promise<readonly KubeObject[]>;
  byIndex(resource: GroupVersionResource, index: string, value: string): Promise<readonly KubeObject[]>;
}

/** Writes, to the API server only. Each returns the object as the server has it now (in a dry run: would have). */
export interface ReconcileClient {
  create(resource: GroupVersionResource, object: KubeObject): Promise<KubeObject>;
  update(resource: GroupVersionResource, object: KubeObject): Promise<KubeObject>;
  /** A JSON merge patch. */
  patch(resource: GroupVersionResource, namespace: string, name: string, patch: unknown): Promise<KubeObject>;
  delete(resource: GroupVersionResource, namespace: string, name: string): Promise<void>;
}

/** Trying again would not help: the key is left alone until something about it changes. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';

  static is(error: unknown): error is TerminalError {
    return error instanceof TerminalError;
  }
}
