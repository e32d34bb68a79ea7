/**
 * What other extensions get from Informer Inspector: `await vscode.extensions.getExtension('informer-inspector.informer-inspector')?.activate()`. This file imports nothing, since its
 * declarations ship with the extension as they are.
 */

/**
 * What may be known, and the breakpoints that may be set; all else is read only. What is secret has been masked before it came here, and whatever is returned or handed to a listener is a copy, the
 * caller's own. What somebody asks for that is not there, as a source that has ended, is undefined or empty and no error.
 */
export interface InformerInspectorApi {
  /** Rises when something is removed or changes its meaning. What is added does not change it. */
  readonly version: 1;
  /** Every source that is inspected now. */
  sources(): readonly SourceInfo[];
  /**
   * A cached object, as it is now.
   * @param source `id` of a source
   * @param informer `name` of an informer of it
   * @param key `namespace/name`, or `name` of what has no namespace
   */
  object(source: string, informer: string, key: string): CachedObject | undefined;
  /** The keys of a cache, in no order. */
  keys(source: string, informer: string): readonly string[];
  /** The kept entries of a source from the number `fromSeq` on, the oldest first; without it all that are kept, 50,000 at most. */
  entries(source: string, fromSeq?: number): readonly TraceEntry[];
  /** Fires when sources come or go. */
  readonly onDidChangeSources: Event<void>;
  /** Calls back for each new entry of a source, in the step that it tells of, until the source ends or the subscription is disposed of. Thousands may come in a second. */
  onEntry(source: string, listener: (entry: TraceEntry) => void): Disposable | undefined;
  /** Every breakpoint of the window, the person's own too. */
  breakpoints(): readonly Breakpoint[];
  /**
   * Sets one, which the person sees in the view, and may change or remove, like any other. It stops, as each does, every source that it fits.
   * @throws TypeError for one that says nothing, or something that no breakpoint can
   */
  addBreakpoint(spec: Partial<BreakpointSpec>): Breakpoint;
  /** One that is not there is no error. */
  removeBreakpoint(id: string): void;
  /** Fires when one was added, changed or removed; some time after hits. */
  readonly onDidChangeBreakpoints: Event<void>;
}

/** Subscribes a listener; disposing of what is returned unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

export interface Disposable {
  dispose(): void;
}

/** A context of the kubeconfig, the playground, or an opened recording. */
export interface SourceInfo {
  readonly id: string;
  readonly kind: 'context' | 'playground' | 'recording';
  /** As its row in the side bar says it. */
  readonly title: string;
  /** Address of the API server. */
  readonly server: string;
  readonly paused: boolean;
  readonly informers: readonly InformerInfo[];
  readonly controllers: readonly ControllerInfo[];
}

export interface InformerInfo {
  /** `v1/pods`, `apps/v1/deployments@default`: resource, and what it is bound to. */
  readonly name: string;
  readonly phase: string;
  /** It holds all that the server had when it listed. */
  readonly synced: boolean;
  readonly objects: number;
}

export interface ControllerInfo {
  readonly name: string;
  readonly state: string;
  /** What it writes, the server only tries. */
  readonly dryRun: boolean;
  readonly workers: number;
}

/** A Kubernetes object as plain JSON. Values of a Secret are masked: `<masked 12 bytes> #1f0a9c3e`. */
export interface CachedObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string; readonly uid?: string; readonly resourceVersion?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** A step of the pipeline. What else each kind has is in `trace.schema.json`, which is shipped beside this file. */
export interface TraceEntry {
  /** Its number in its source: from 1, rising by one. */
  readonly seq: number;
  /** Milliseconds from the start of the source. */
  readonly t: number;
  /** `reflector.event`, `queue.pop`, `store.update`, `reconcile.end` … More kinds may come. */
  readonly kind: string;
  /** `v1/pods`, `apps/v1/deployments@default` */
  readonly informer?: string;
  /** `namespace/name`, or `name` */
  readonly key?: string;
  /** The `resourceVersion` that it is about. */
  readonly rv?: string;
  /** Numbers of the entries that led here. */
  readonly cause?: readonly number[];
  readonly [field: string]: unknown;
}

/** Where the pipeline stops, or what is written when something passes there: all that is said must hold. Names are those of the Debug Adapter Protocol where it has them. */
export interface BreakpointSpec {
  readonly enabled: boolean;
  /** `web/*`: a pattern in which `*` stands for anything. */
  readonly key?: string;
  /** The name of an informer, a queue or a controller, a pattern too: `v1/pods`, `apps/v1/*@default`. */
  readonly informer?: string;
  /** The last three cannot be broken on: they are of no key. */
  readonly delta?: 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync' | 'ReplacedAll' | 'SyncAll' | 'Bookmark';
  /** Without one: at the first point that the rest can be told at. */
  readonly point?: 'list.page' | 'watch.event' | 'queue.add' | 'queue.pop' | 'handler.call' | 'workqueue.add' | 'workqueue.get' | 'reconcile.start' | 'reconcile.read' | 'reconcile.write' | 'workqueue.done';
  /** A field that an update changes: `spec.replicas`; also when something inside of it changes. */
  readonly path?: string;
  readonly error?: 'expired' | 'forbidden' | 'conflict' | 'handler' | 'reconcile';
  /** The key has failed so many times, or more. */
  readonly attempts?: number;
  /** CEL over `object`, `oldObject`, `delta`, `key` and `attempt`. */
  readonly condition?: string;
  /** `5`: at the fifth; `>= 5`: from the fifth on; `% 5`: at each fifth. */
  readonly hitCondition?: string;
  /** A text with `{expression}`s in CEL, that is written instead of stopping. */
  readonly logMessage?: string;
}

export interface Breakpoint extends BreakpointSpec {
  readonly id: string;
  /** How often all that it says has held, in this window. */
  readonly hitCount: number;
  /** It works; one with an expression only once the language has been loaded. */
  readonly verified: boolean;
  /** Why it does not work. */
  readonly problem?: { readonly kind: string };
}
