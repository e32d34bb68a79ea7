import type { Clock } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { createDeltaQueue } from './createDeltaQueue.ts';
import type { TransformFunc } from './delta.ts';
import type { DeltaQueue } from './deltaQueue.ts';
import type { Indexer } from './indexer.ts';
import type { InformerIdentifier, InformerMetrics } from './informerMetrics.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { runPopLoop } from './popLoop.ts';
import { PopLock } from './popLock.ts';
import { type ChangeListener, DeltaProcessor } from './processDeltas.ts';
import type { Profile, QueueKind } from './profile.ts';
import { Reflector } from './reflector.ts';
import type { ReflectorPhase } from './reflectorPhase.ts';
import type { ReflectorOptions } from './reflectorRound.ts';
import type { WatchSigns } from './watchStream.ts';

/** What the engine gets from outside; the same for every part of it. */
export interface EnginePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
}

/** What of its Reflector an informer leaves to whoever makes it. */
export type ReflectorSettings = Pick<ReflectorOptions, 'resyncPeriodMs'> &
  Partial<Pick<ReflectorOptions, 'shouldResync' | 'onWatchError' | 'expectedType' | 'minWatchTimeoutMs' | 'maxQueuedDeltas' | 'checksStreamedLists'>>;

export interface InformerControllerOptions extends EnginePorts {
  /** Name of the informer in the trace. */
  readonly name: string;
  readonly listerWatcher: ListerWatcher;
  readonly profile: Profile;
  readonly queue: QueueKind;
  readonly indexer: Indexer;
  readonly listener: ChangeListener;
  readonly reflector: ReflectorSettings;
  readonly transform?: TransformFunc;
  /** While a pop is held, whoever adds waits as in client-go while Pop holds the queue's lock (C-03). */
  readonly locksWhileHeld?: boolean;
  readonly identifier?: InformerIdentifier;
  readonly metrics: InformerMetrics | undefined;
  /** The initial list has been processed; with the entry that completed it. */
  readonly onSynced: (cause: Seq) => void;
}

/**
 * Reflector → delta queue → store, running together (client-go `controller.go`, P-01). What the store's changes
 * lead to is for the listener.
 */
export class InformerController {
  readonly #options: InformerControllerOptions;
  readonly #queue: DeltaQueue;
  readonly #lock: PopLock | undefined;
  readonly #reflector: Reflector;

  constructor(options: InformerControllerOptions) {
    const { name, listerWatcher, profile, indexer, transform, identifier, metrics, clock, random, probe, gate, logger } = options;
    this.#options = options;
    this.#queue = createDeltaQueue(options.queue, profile, {
      informer: name,
      probe,
      knownObjects: indexer,
      onSynced: options.onSynced,
      ...(transform ? { transformer: transform } : undefined),
      ...(identifier ? { identifier } : undefined),
      ...(metrics ? { metrics } : undefined),
    });
    this.#lock = options.locksWhileHeld ? new PopLock(gate, this.#queue) : undefined;
    const ports = { clock, random, probe, gate: this.#lock ?? gate, logger };
    const cached = (key: string): KubeObject | undefined => indexer.get(key);
    this.#reflector = new Reflector({ informer: name, listerWatcher, queue: this.#queue, profile, cached, ...options.reflector, ...ports });
  }

  get queue(): DeltaQueue {
    return this.#queue;
  }

  get phase(): ReflectorPhase {
    return this.#reflector.phase;
  }

  /** As the Reflector's. */
  get watchSigns(): WatchSigns | undefined {
    return this.#reflector.watchSigns;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }

  hasSynced(): boolean {
    return this.#queue.hasSynced();
  }

  /** As the Reflector's. */
  relist(why: string): boolean {
    return this.#reflector.relist(why);
  }

  /** As the Reflector's. */
  resyncNow(beforehand: () => Seq): boolean {
    return this.#reflector.resyncNow(beforehand);
  }

  /** Runs until `signal` aborts; the queue is closed then, and what is in it is not processed any more (P-03). Run it once. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const onAbort = (): void => {
      this.#queue.close();
      stop.abort();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    // One that fails by a mistake of ours takes the other with it, rather than leave half an informer running.
    const ended = await Promise.allSettled([
      this.#reflector.run(stop.signal).finally(onAbort),
      this.#popLoop(stop.signal).finally(onAbort),
    ]);
    signal.removeEventListener('abort', onAbort);
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
  }

  #popLoop(signal: AbortSignal): Promise<void> {
    const { name, indexer, listener, profile, clock, gate, probe, logger } = this.#options;
    const processor = new DeltaProcessor({ informer: name, indexer, listener, probe, clock, logger });
    return runPopLoop(
      {
        informer: name,
        queue: this.#queue,
        process: (deltas, isInInitialList, cause) => processor.process(deltas, isInInitialList, cause),
        processBatch: (deltas, isInInitialList, causes) => processor.processBatch(deltas, isInInitialList, causes),
        batch: profile.batchPop,
        cached: (key) => indexer.get(key),
        clock,
        gate,
        logger,
        ...(this.#lock ? { lock: this.#lock } : undefined),
        onError: (error, cause) => this.#processingFailed(error, cause),
      },
      signal,
    );
  }

  /** client-go loses such an entry without a word (P-02). */
  #processingFailed(error: unknown, cause: Seq): void {
    const { name, logger, probe } = this.#options;
    const message = `a popped entry could not be processed and is lost: ${messageOf(error)}`;
    logger.error('informer', `${name}: ${message}`, error);
    const reason = error instanceof CodedError ? error.code : 'ProcessingFailed';
    probe.record({ kind: 'reflector.error', informer: name, cause: [cause], phase: 'event', code: 0, reason, message, will: 'skip' });
  }
}
