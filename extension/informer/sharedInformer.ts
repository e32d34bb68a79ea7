import { CodedError } from '../base/codedError.ts';
import { type GroupVersionResource, informerName } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';
import type { DoneChecker } from './cacheSync.ts';
import { deltaKey, type TransformFunc } from './delta.ts';
import type { DeltaQueueSnapshot, DeltaQueueState } from './deltaQueue.ts';
import type { ResourceEventHandler } from './eventHandler.ts';
import { filteringHandler } from './filteringHandler.ts';
import type { IndexBuild } from './indexBuild.ts';
import { Indexer, type IndexFunc, type ReadonlyIndexer } from './indexer.ts';
import { InformerController } from './informerController.ts';
import { InformerMetrics } from './informerMetrics.ts';
import type { HandlerOptions, HandlerRegistration, InformerScope, InformerSettings, SharedInformerOptions } from './informerOptions.ts';
import { Lister } from './lister.ts';
import { MutationDetector } from './mutationDetector.ts';
import { Notification } from './notification.ts';
import { ProcessorListener } from './processorListener.ts';
import type { ChangeListener } from './processDeltas.ts';
import { profiles, withFeatureGates } from './profile.ts';
import type { ReflectorPhase } from './reflectorPhase.ts';
import { SharedProcessor } from './sharedProcessor.ts';
import type { WatchSigns } from './watchStream.ts';

export type { HandlerOptions, HandlerRegistration, InformerScope, InformerSettings } from './informerOptions.ts';

export class InformerError extends CodedError<'alreadyStarted' | 'stopped' | 'notARegistration'> {
  override readonly name = 'InformerError';
}

/** What an informer holds besides its cache, for another to go on from. Objects and notifications are shared. */
export interface SharedInformerState {
  readonly hasSynced: boolean;
  /** Undefined before the start. */
  readonly queue: DeltaQueueState | undefined;
  readonly handlers: readonly HandlerState[];
}

export interface HandlerState {
  /** Counts the handlers of the informer. */
  readonly id: number;
  readonly name: string;
  readonly isSelective: boolean;
  /** What is a sync goes to it. */
  readonly isSyncing: boolean;
  readonly waiting: readonly Notification[];
}

const emptySnapshot: DeltaQueueSnapshot = { queue: [], items: [], keys: 0, deltas: 0 };

/**
 * One resource in one scope, watched once for any number of handlers: Reflector → delta queue → Indexer →
 * handlers (client-go `sharedIndexInformer`). It runs once; a stopped informer cannot be started again (S-08).
 */
export class SharedInformer {
  readonly name: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerSettings;
  readonly #options: SharedInformerOptions;
  readonly #indexer: Indexer;
  readonly #metrics: InformerMetrics | undefined;
  readonly #processor: SharedProcessor;
  #mutations: MutationDetector | undefined;
  readonly #synced = Promise.withResolvers<boolean>();
  #controller: InformerController | undefined;
  #transform: TransformFunc | undefined;
  #onWatchError: ((error: unknown) => void) | undefined;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #hasSynced = false;

  constructor(options: SharedInformerOptions) {
    const { clientGo = '1.32', queue = 'DeltaFIFO', resyncPeriodMs = profiles[clientGo].resyncPeriodMs } = options.settings;
    const { resource, scope, clock, logger } = options;
    this.name = options.name ?? informerName(resource, scope.namespace, scope.metadataOnly);
    this.resource = resource;
    this.scope = scope;
    this.settings = { clientGo, queue, resyncPeriodMs };
    this.#options = options;
    this.#metrics = InformerMetrics.of(options.metrics, options.identifier, clock);
    this.#indexer = new Indexer(options.indexers, (version) => this.#metrics?.stored(version), (indexes) => options.probe.note?.({ kind: 'informer.indexed', informer: this.name, indexes }));
    this.#processor = new SharedProcessor(clock, resyncPeriodMs);
    if (options.detectsMutations) this.#mutations = new MutationDetector({ name: this.name, clock, logger, probe: options.probe, ...(options.onMutation && { onMutation: options.onMutation }) });
  }

  /** The cache. */
  get indexer(): ReadonlyIndexer {
    return this.#indexer;
  }

  /** The cache, read as by client-go's generic lister. */
  get lister(): Lister {
    return new Lister(this.#indexer, this.resource, this.#options.logger);
  }

  get handlers(): readonly HandlerRegistration[] {
    return this.#processor.listeners;
  }

  /** What its Reflector is about to do. */
  get phase(): ReflectorPhase {
    return this.#controller?.phase ?? { name: 'begin' };
  }

  /** Of the watch that is open; undefined: none is. */
  get watchSigns(): WatchSigns | undefined {
    return this.#controller?.watchSigns;
  }

  /** The initial list has been processed; says nothing of handlers (S-04). */
  hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Resolves to true at sync, to false when it stops before that. */
  get whenSynced(): Promise<boolean> {
    return this.#synced.promise;
  }

  /** For whoever waits for several things (S-05). */
  get hasSyncedChecker(): DoneChecker {
    return { name: `SharedIndexInformer ${this.name}`, done: this.whenSynced, isDone: () => this.#hasSynced };
  }

  /** True once nothing of it runs any more. */
  isStopped(): boolean {
    return this.#state === 'stopped';
  }

  /** The Reflector's; empty before the first list (S-06). */
  lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion ?? '';
  }

  /** The store's, where the queue tells it of bookmarks: empty without an atomic one (I-14). */
  lastStoreSyncResourceVersion(): string {
    return this.settings.queue === 'atomic' ? this.#indexer.resourceVersion : '';
  }

  /**
   * Has the Reflector list the whole state anew, and says in the trace why.
   * @returns false where it is on its way already, or nothing runs
   */
  relist(why: string): boolean {
    return this.#controller?.relist(why) ?? false;
  }

  /** Delivers everything that is cached again, to all handlers, now. False where there is no watch, beside which a resync runs. */
  resyncNow(): boolean {
    if (this.#controller?.phase.name !== 'watch') return false;
    return this.#controller.resyncNow(() => {
      // The entry first: a resync that queues nothing is over, for whoever runs it again, as soon as it is told of.
      const cause = this.#options.probe.record({ kind: 'whatif.applied', informer: this.name, what: 'resync', detail: '' });
      this.#processor.resyncAll();
      this.#options.probe.note?.({ kind: 'informer.resync', informer: this.name, handlers: this.#processor.syncing, isDue: true });
      return cause;
    });
  }

  /** A list is being queued: what is left of it is nowhere but in the loop that queues it. */
  get isReplacing(): boolean {
    return this.#controller?.queue.isReplacing ?? false;
  }

  save(): SharedInformerState {
    const queue = this.#controller?.queue;
    const syncing = new Set(this.#processor.syncing);
    const handlers = this.#processor.listeners.map((listener) => {
      const id = this.#processor.idOf(listener)!;
      return { id, name: listener.name, isSelective: listener.isSelective, isSyncing: syncing.has(id), waiting: listener.waiting };
    });
    return { hasSynced: this.#hasSynced, queue: queue?.save(), handlers };
  }

  queueSnapshot(limit: number): DeltaQueueSnapshot {
    return this.#controller?.queue.snapshot(limit) ?? emptySnapshot;
  }

  /** The entry that brought what has waited longest in the delta queue; undefined: nothing waits, or a list is being queued. */
  get oldestWaiting(): Seq | undefined {
    const next = this.#controller?.queue.peek();
    return next?.causes?.[0] ?? next?.cause;
  }

  /** Before the start and after it, but not after the end (S-09). @throws InformerError; IndexError as the indexer's own */
  addIndexers(indexers: Readonly<Record<string, IndexFunc>>): void {
    if (this.#hasEnded) throw new InformerError('stopped', `no index was added to shared informer ${this.name} because it has stopped already`, this.name);
    this.#indexer.addIndexers(indexers);
  }

  /** As {@link addIndexers}, piece by piece: the cache goes on meanwhile. Also when it has stopped: whoever looks at what is left has it arranged as before. */
  buildIndex(name: string, func: IndexFunc): IndexBuild {
    return this.#indexer.buildIndex(name, func);
  }

  /** Changes each object before it is queued. The last call wins (S-07). @throws InformerError after the start */
  setTransform(transform: TransformFunc): void {
    this.#refuseAfterStart();
    this.#transform = transform;
  }

  /** Hears what ends a round of listing and watching. The last call wins (S-07). @throws InformerError after the start */
  setWatchErrorHandler(handler: (error: unknown) => void): void {
    this.#refuseAfterStart();
    this.#onWatchError = handler;
  }

  /** Runs until `signal` aborts; resolves when everything of it has stopped (S-03). A second call does nothing (S-02). */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state !== 'new') {
      this.#options.logger.warn('informer', `${this.name} has already been started`);
      return;
    }
    this.#state = 'running';
    const onAbort = (): void => this.#stopping();
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    this.#controller = this.#createController();
    this.#processor.start();
    this.#mutations?.start();
    try {
      await this.#controller.run(signal);
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#stopping();
      this.#mutations?.dispose();
      await this.#processor.stop();
      this.#state = 'stopped';
    }
  }

  /**
   * Callbacks that are missing do nothing (P-15). Before the start a handler is merely registered (S-31); later it is
   * first told of everything that is in the cache, as initial adds (S-32). The same handler may be added several times (S-33).
   * @throws InformerError when the informer has stopped (S-30)
   */
  addEventHandler(handler: Partial<ResourceEventHandler>, options: HandlerOptions): HandlerRegistration {
    if (this.#hasEnded) {
      const message = `handler ${options.name} was not added to shared informer ${this.name} because it has stopped already`;
      throw new InformerError('stopped', message, options.name);
    }
    const { clock, probe, gate, logger } = this.#options;
    const isSelective = Boolean(this.scope.labelSelector ?? this.scope.fieldSelector);
    const filtered = options.filter ? filteringHandler(options.filter, handler) : handler;
    const upstreamHasSynced = (): boolean => this.#hasSynced;
    const listener = this.#processor.addListener(
      { name: options.name, informer: this.name, handler: filtered, isSelective, clock, probe, gate, logger, upstreamHasSynced },
      options.resyncPeriodMs ?? this.settings.resyncPeriodMs,
    );
    const isLate = this.#state === 'running';
    probe.note?.({ kind: 'informer.handler', informer: this.name, handler: this.#processor.idOf(listener)!, name: options.name, isSelective, isLate });
    if (isLate) {
      for (const object of this.#indexer.values()) listener.add(Notification.add(deltaKey(object), object, true, 0));
    }
    return listener;
  }

  /**
   * What is still buffered for it is dropped; a call that is running goes on (S-35). May be repeated; that of another
   * informer is none of this one's (S-34).
   * @throws InformerError for what is no registration at all
   */
  removeEventHandler(registration: HandlerRegistration): void {
    void this.#remove(listenerOf(registration));
  }

  /** As `removeEventHandler`; resolves when the call that is running has returned. Never to be awaited in that very call (S-35). */
  shutDownEventHandler(registration: HandlerRegistration): Promise<void> {
    return this.#remove(listenerOf(registration));
  }

  #remove(listener: ProcessorListener): Promise<void> {
    const id = this.#processor.idOf(listener);
    if (id !== undefined) this.#options.probe.note?.({ kind: 'informer.handlerGone', informer: this.name, handler: id });
    return this.#processor.removeListener(listener);
  }

  /** Within the pop: the store has changed (S-13). */
  readonly #changes: ChangeListener = {
    onAdd: (key, object, isInInitialList, cause) => {
      this.#mutations?.addObject(key, object);
      this.#processor.distribute(Notification.add(key, object, isInInitialList, cause));
    },
    onUpdate: (key, oldObject, newObject, cause) => {
      this.#mutations?.addObject(key, newObject);
      this.#processor.distribute(Notification.update(key, oldObject, newObject, cause));
    },
    onDelete: (key, object, cause) => this.#processor.distribute(Notification.delete(key, object, cause)),
  };

  #createController(): InformerController {
    const { listerWatcher, clock, random, probe, gate, logger, identifier, locksWhileHeld } = this.#options;
    const { maxQueuedDeltas, expectedType, checksStreamedLists, featureGates } = this.#options;
    return new InformerController({
      name: this.name,
      listerWatcher,
      profile: withFeatureGates(profiles[this.settings.clientGo], featureGates),
      queue: this.settings.queue,
      indexer: this.#indexer,
      listener: this.#changes,
      onSynced: (cause) => this.#becomeSynced(cause),
      reflector: {
        resyncPeriodMs: this.#processor.checkPeriodMs,
        shouldResync: () => this.#shouldResync(),
        ...(this.#onWatchError && { onWatchError: this.#onWatchError }),
        ...(maxQueuedDeltas !== undefined && { maxQueuedDeltas }),
        ...(expectedType && { expectedType }),
        ...(checksStreamedLists !== undefined && { checksStreamedLists }),
      },
      ...(this.#transform && { transform: this.#transform }),
      ...(locksWhileHeld !== undefined && { locksWhileHeld }),
      ...(identifier && { identifier }),
      metrics: this.#metrics,
      clock,
      random,
      probe,
      gate,
      logger,
    });
  }

  #shouldResync(): boolean {
    const isDue = this.#processor.shouldResync();
    this.#options.probe.note?.({ kind: 'informer.resync', informer: this.name, handlers: this.#processor.syncing, isDue });
    return isDue;
  }

  /** A stop that comes first leaves it unsynced for ever (S-10). */
  #becomeSynced(cause: Seq): void {
    if (this.#state !== 'running') return;
    this.#hasSynced = true;
    this.#options.probe.record({ kind: 'reflector.synced', informer: this.name, cause: [cause] });
    this.#synced.resolve(true);
  }

  #stopping(): void {
    this.#state = 'stopping';
    this.#synced.resolve(false);
  }

  get #hasEnded(): boolean {
    return this.#state === 'stopping' || this.#state === 'stopped';
  }

  #refuseAfterStart(): void {
    if (this.#state !== 'new') throw new InformerError('alreadyStarted', 'informer has already started', this.name);
  }
}

function listenerOf(registration: HandlerRegistration): ProcessorListener {
  if (registration instanceof ProcessorListener) return registration;
  throw new InformerError('notARegistration', 'this is not a registration that addEventHandler has returned', registration);
}
