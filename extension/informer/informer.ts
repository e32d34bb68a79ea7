import type { Seq } from '../trace/entry.ts';
import type { TransformFunc } from './delta.ts';
import type { ResourceEventHandler } from './eventHandler.ts';
import { type HandlerCallee, handlerEntry, handlerErrorEntry, invoke } from './handlerCall.ts';
import { Indexer, type IndexFunc, type ReadonlyIndexer } from './indexer.ts';
import { type EnginePorts, InformerController } from './informerController.ts';
import { type InformerIdentifier, InformerMetrics, type InformerMetricsProvider } from './informerMetrics.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { Notification } from './notification.ts';
import type { ChangeListener } from './processDeltas.ts';
import { type ClientGo, profiles, type QueueKind } from './profile.ts';
import type { TypeMeta } from './watchStream.ts';

/** All that a plain informer can be told (client-go `InformerOptions`, P-20). */
export interface InformerOptions extends EnginePorts {
  /** Its name in the trace, and that of its handler. */
  readonly name: string;
  readonly listerWatcher: ListerWatcher;
  readonly handler: Partial<ResourceEventHandler>;
  /** Default: `1.32` and `DeltaFIFO`. */
  readonly clientGo?: ClientGo;
  readonly queue?: QueueKind;
  /** Events of other objects are skipped. */
  readonly expectedType?: TypeMeta;
  /** 0, the default: no resync. */
  readonly resyncPeriodMs?: number;
  readonly minWatchTimeoutMs?: number;
  readonly indexers?: Readonly<Record<string, IndexFunc>>;
  readonly transform?: TransformFunc;
  readonly identifier?: InformerIdentifier;
  readonly metrics?: InformerMetricsProvider;
}

/**
 * An informer that is not shared (client-go `NewInformerWithOptions`): one handler, called inside the pop (P-19). So
 * nothing buffers for it: while it works, the queue waits. A handler that throws costs that one call.
 */
export class Informer {
  readonly #options: InformerOptions;
  readonly #callee: HandlerCallee;
  readonly #indexer: Indexer;
  readonly #controller: InformerController;

  constructor(options: InformerOptions) {
    const { name, clientGo = '1.32', queue = 'DeltaFIFO', resyncPeriodMs = 0, clock } = options;
    const metrics = InformerMetrics.of(options.metrics, options.identifier, clock);
    this.#options = options;
    this.#callee = { name, informer: name, handler: options.handler, isSelective: false };
    this.#indexer = new Indexer(options.indexers, (version) => metrics?.stored(version));
    const { expectedType, minWatchTimeoutMs } = options;
    this.#controller = new InformerController({
      ...options,
      profile: profiles[clientGo],
      queue,
      indexer: this.#indexer,
      listener: this.#changes,
      onSynced: (cause) => options.probe.record({ kind: 'reflector.synced', informer: name, cause: [cause] }),
      reflector: {
        resyncPeriodMs,
        ...(expectedType && { expectedType }),
        ...(minWatchTimeoutMs !== undefined && { minWatchTimeoutMs }),
      },
      metrics,
    });
  }

  /** The cache; the handler has been told of everything in it. */
  get indexer(): ReadonlyIndexer {
    return this.#indexer;
  }

  get lastSyncResourceVersion(): string {
    return this.#controller.lastSyncResourceVersion;
  }

  hasSynced(): boolean {
    return this.#controller.hasSynced();
  }

  /** Runs until `signal` aborts. Run it once. */
  run(signal: AbortSignal): Promise<void> {
    return this.#controller.run(signal);
  }

  readonly #changes: ChangeListener = {
    onAdd: (key, object, isInInitialList, cause) => this.#call(Notification.add(key, object, isInInitialList, cause)),
    onUpdate: (key, oldObject, newObject, cause) => this.#call(Notification.update(key, oldObject, newObject, cause)),
    onDelete: (key, object, cause) => this.#call(Notification.delete(key, object, cause)),
  };

  #call(notification: Notification): void {
    const { probe, handler } = this.#options;
    const seq = probe.record(handlerEntry(this.#callee, notification));
    try {
      const returned = invoke(handler, notification, seq);
      if (returned instanceof Promise) returned.catch((error: unknown) => this.#failed(notification, error, seq));
    } catch (error) {
      this.#failed(notification, error, seq);
    }
  }

  #failed(notification: Notification, error: unknown, seq: Seq): void {
    this.#options.probe.record(handlerErrorEntry(this.#callee, notification, error, seq));
  }
}
