import type { Clock } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { KubeObject } from '../kube/object.ts';
import { type GroupVersionResource, informerName } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { deltaKey, type TransformFunc } from './delta.ts';
import { createDeltaQueue } from './createDeltaQueue.ts';
import type { DeltaQueue, DeltaQueueSnapshot } from './deltaQueue.ts';
import type { DeletedFinalStateUnknown, ResourceEventHandler } from './eventHandler.ts';
import { filteringHandler, type HandlerFilter } from './filteringHandler.ts';
import { Indexer, type IndexFunc, type ReadonlyIndexer } from './indexer.ts';
import { Lister } from './lister.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { Notification } from './notification.ts';
import { runPopLoop } from './popLoop.ts';
import type { ProcessorListener } from './processorListener.ts';
import { type ChangeListener, DeltaProcessor } from './processDeltas.ts';
import { type ClientGo, profiles, type QueueKind } from './profile.ts';
import { Reflector, type ReflectorPhase } from './reflector.ts';
import { SharedProcessor } from './sharedProcessor.ts';

export interface InformerScope {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** How an informer behaves; two independent choices, and a period (0: no resync). */
export interface InformerSettings {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
  readonly resyncPeriodMs: number;
}

export interface HandlerOptions {
  /** Its name in the trace. */
  readonly name: string;
  /** Default: the informer's. 0 opts out (S-27). At least a second otherwise (S-22). */
  readonly resyncPeriodMs?: number;
  /** The handler hears only of what passes (P-16). It still counts as delivered (S-54). */
  readonly filter?: HandlerFilter;
}

export interface HandlerRegistration {
  readonly name: string;
  /** Every object of the initial list has been delivered to this handler (S-50). */
  hasSynced(): boolean;
  /** Notifications that wait for it. */
  readonly backlog: number;
}

export interface SharedInformerOptions {
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: Partial<InformerSettings>;
  readonly listerWatcher: ListerWatcher;
  readonly indexers: Readonly<Record<string, IndexFunc>>;
  /** Bounds what piles up while pops are held. */
  readonly maxQueuedDeltas?: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
}

export class InformerError extends CodedError<'alreadyStarted' | 'stopped'> {
  override readonly name = 'InformerError';
}

/** No handler is resynced more often (S-22). */
const minResyncPeriodMs = 1000;

const emptySnapshot: DeltaQueueSnapshot = { queue: [], items: [], keys: 0, deltas: 0 };

/**
 * One resource in one scope, watched once for any number of handlers: Reflector → delta queue → Indexer →
 * handlers (client-go `sharedIndexInformer`). It runs once; a stopped informer cannot be started again (S-08).
 */
export class SharedInformer implements ChangeListener {
  readonly name: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerSettings;
  readonly #options: SharedInformerOptions;
  readonly #indexer: Indexer;
  readonly #processor: SharedProcessor;
  readonly #synced = Promise.withResolvers<boolean>();
  /** Both start as the default resync period (S-01). */
  #checkPeriodMs: number;
  #queue: DeltaQueue | undefined;
  #reflector: Reflector | undefined;
  #transform: TransformFunc | undefined;
  #onWatchError: ((error: unknown) => void) | undefined;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #hasSynced = false;

  constructor(options: SharedInformerOptions) {
    const { clientGo = '1.32', queue = 'DeltaFIFO', resyncPeriodMs = profiles[clientGo].resyncPeriodMs } = options.settings;
    this.name = informerName(options.resource, options.scope.namespace);
    this.resource = options.resource;
    this.scope = options.scope;
    this.settings = { clientGo, queue, resyncPeriodMs };
    this.#options = options;
    this.#indexer = new Indexer(options.indexers);
    this.#processor = new SharedProcessor(options.clock);
    this.#checkPeriodMs = resyncPeriodMs;
  }

  /** The cache. Indexes can be added to it at any time (S-09). */
  get indexer(): ReadonlyIndexer {
    return this.#indexer;
  }

  /** The cache, read as by client-go's generic lister. */
  get lister(): Lister {
    return new Lister(this.#indexer, this.resource);
  }

  get handlers(): readonly HandlerRegistration[] {
    return this.#processor.listeners;
  }

  /** What its Reflector is about to do. */
  get phase(): ReflectorPhase {
    return this.#reflector?.phase ?? (this.#state === 'new' ? { name: 'begin' } : { name: 'stopped' });
  }

  /** The initial list has been processed; says nothing of handlers (S-04). */
  hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Resolves to true at sync, to false when it stops before that. */
  get whenSynced(): Promise<boolean> {
    return this.#synced.promise;
  }

  /** True once nothing of it runs any more. */
  isStopped(): boolean {
    return this.#state === 'stopped';
  }

  /** The Reflector's; empty before the first list (S-06). */
  lastSyncResourceVersion(): string {
    return this.#reflector?.lastSyncResourceVersion ?? '';
  }

  queueSnapshot(limit: number): DeltaQueueSnapshot {
    return this.#queue?.snapshot(limit) ?? emptySnapshot;
  }

  /** Changes each object before it is queued. The last call wins (S-07). @throws InformerError after the start */
  setTransform(transform: TransformFunc): void {
    this.#refuseAfterStart();
    this.#transform = transform;
  }

  /** Hears what ends a round of listing and watching. @throws InformerError after the start */
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
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    stop.signal.addEventListener('abort', () => this.#stopping(), { once: true });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });

    const queue = this.#createQueue();
    const reflector = this.#createReflector(queue);
    this.#queue = queue;
    this.#reflector = reflector;
    this.#processor.start();
    // One that fails by a mistake of ours takes the other with it, rather than leave half an informer running.
    const ended = await Promise.allSettled([
      reflector.run(stop.signal).finally(onAbort),
      this.#popLoop(queue, stop.signal).finally(onAbort),
    ]);
    signal.removeEventListener('abort', onAbort);
    await this.#processor.stop();
    this.#state = 'stopped';
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Callbacks that are missing do nothing (P-15). Before the start a handler is merely registered; later it is first told of everything that is in the cache, as
   * initial adds (S-32). The same handler may be added several times (S-33).
   * @throws InformerError when the informer has stopped (S-30)
   */
  addEventHandler(handler: Partial<ResourceEventHandler>, options: HandlerOptions): HandlerRegistration {
    if (this.#state === 'stopping' || this.#state === 'stopped') {
      throw new InformerError('stopped', `handler ${options.name} was not added to ${this.name} because it has stopped already`, options.name);
    }
    const { clock, probe, gate } = this.#options;
    const requested = this.#requestPeriod(options.resyncPeriodMs ?? this.settings.resyncPeriodMs);
    const isSelective = Boolean(this.scope.labelSelector ?? this.scope.fieldSelector);
    const filtered = options.filter ? filteringHandler(options.filter, handler) : handler;
    const upstreamHasSynced = (): boolean => this.#hasSynced;
    const listener = this.#processor.addListener(
      { name: options.name, informer: this.name, handler: filtered, clock, probe, gate, isSelective, upstreamHasSynced },
      requested,
      this.#checkPeriodMs,
    );
    if (this.#state === 'running') {
      for (const object of this.#indexer.values()) {
        listener.add(new Notification('add', deltaKey(object), object, undefined, true, false, 0));
      }
    }
    return listener;
  }

  /** What is still buffered for it is dropped; a call that is running goes on (S-35). May be repeated (S-34). */
  removeEventHandler(registration: HandlerRegistration): void {
    void this.#processor.removeListener(registration as ProcessorListener);
  }

  /** @internal Called by the delta processor, within the pop. */
  onAdd(key: string, object: KubeObject, isInInitialList: boolean, cause: Seq): void {
    this.#processor.distribute(new Notification('add', key, object, undefined, isInInitialList, false, cause));
  }

  /** @internal An update between equal versions is a sync, whatever its delta was called (S-19). */
  onUpdate(key: string, oldObject: KubeObject, newObject: KubeObject, cause: Seq): void {
    const isSync = oldObject.metadata.resourceVersion === newObject.metadata.resourceVersion;
    this.#processor.distribute(new Notification('update', key, newObject, oldObject, false, isSync, cause));
  }

  /** @internal */
  onDelete(key: string, object: KubeObject | DeletedFinalStateUnknown, cause: Seq): void {
    this.#processor.distribute(new Notification('delete', key, object, undefined, false, false, cause));
  }

  #createQueue(): DeltaQueue {
    return createDeltaQueue(this.settings.queue, profiles[this.settings.clientGo], {
      informer: this.name,
      probe: this.#options.probe,
      knownObjects: this.#indexer,
      onSynced: () => this.#becomeSynced(),
      ...(this.#transform ? { transformer: this.#transform } : undefined),
    });
  }

  #createReflector(queue: DeltaQueue): Reflector {
    const { listerWatcher, clock, random, probe, gate, logger, maxQueuedDeltas } = this.#options;
    return new Reflector({
      informer: this.name,
      listerWatcher,
      queue,
      profile: profiles[this.settings.clientGo],
      clock,
      random,
      probe,
      gate,
      logger,
      resyncPeriodMs: this.#checkPeriodMs,
      shouldResync: () => this.#processor.shouldResync(),
      ...(maxQueuedDeltas === undefined ? undefined : { maxQueuedDeltas }),
      ...(this.#onWatchError ? { onWatchError: this.#onWatchError } : undefined),
    });
  }

  #popLoop(queue: DeltaQueue, signal: AbortSignal): Promise<void> {
    const { clock, gate, probe } = this.#options;
    const processor = new DeltaProcessor(this.name, this.#indexer, this, probe);
    return runPopLoop(
      {
        informer: this.name,
        queue,
        process: (deltas, isInInitialList, cause) => processor.process(deltas, isInInitialList, cause),
        processBatch: (deltas, isInInitialList, causes) => processor.processBatch(deltas, isInInitialList, causes),
        clock,
        gate,
        batch: profiles[this.settings.clientGo].batchPop,
        onError: (error) => this.#processingFailed(error),
      },
      signal,
    );
  }

  /** client-go loses such an entry without a word (P-02). */
  #processingFailed(error: unknown): void {
    const message = `a popped entry could not be processed and is lost: ${messageOf(error)}`;
    this.#options.logger.error('informer', `${this.name}: ${message}`, error);
    this.#options.probe.record({
      kind: 'reflector.error',
      informer: this.name,
      phase: 'event',
      code: 0,
      reason: error instanceof CodedError ? error.code : 'ProcessingFailed',
      message,
      will: 'skip',
    });
  }

  /** A stop that comes first leaves it unsynced for ever (S-10). */
  #becomeSynced(): void {
    if (this.#state !== 'running') return;
    this.#hasSynced = true;
    this.#options.probe.record({ kind: 'reflector.synced', informer: this.name });
    this.#synced.resolve(true);
  }

  #stopping(): void {
    this.#state = 'stopping';
    this.#queue?.close();
    this.#synced.resolve(false);
  }

  /** The period that a handler may have, and what it does to the others (S-22). */
  #requestPeriod(periodMs: number): number {
    if (periodMs <= 0) return 0;
    const requested = Math.max(periodMs, minResyncPeriodMs);
    if (requested >= this.#checkPeriodMs) return requested;
    if (this.#state !== 'new') return this.#checkPeriodMs;
    this.#checkPeriodMs = requested;
    this.#processor.checkPeriodChanged(requested);
    return requested;
  }

  #refuseAfterStart(): void {
    if (this.#state !== 'new') throw new InformerError('alreadyStarted', 'informer has already started', this.name);
  }
}
