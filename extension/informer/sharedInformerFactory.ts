import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from './indexer.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { type InformerScope, type InformerSettings, SharedInformer } from './sharedInformer.ts';

export type { InformerScope, InformerSettings } from './sharedInformer.ts';

export interface SharedInformerFactoryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  listerWatcherFor(resource: GroupVersionResource, scope: InformerScope): ListerWatcher;
  /** Default: the index by namespace. */
  readonly indexers?: Readonly<Record<string, IndexFunc>>;
  /** Bounds, for each informer, what piles up while pops are held. */
  readonly maxQueuedDeltas?: number;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/**
 * One informer for each resource and scope, shared by all who ask. Unlike client-go's, it stops
 * informers one by one, and a stopped one is replaced when it is asked for again.
 */
export class SharedInformerFactory {
  readonly #options: SharedInformerFactoryOptions;
  readonly #informers = new Map<string, SharedInformer>();
  readonly #running = new Map<SharedInformer, Running>();
  #shutDown = false;

  constructor(options: SharedInformerFactoryOptions) {
    this.#options = options;
  }

  /** Those that have not been stopped, in the order in which they were asked for. */
  get informers(): readonly SharedInformer[] {
    return [...this.#informers.values()];
  }

  /** The settings are those of whoever asks first. A new informer waits for the next `start`. */
  informer(resource: GroupVersionResource, scope: InformerScope = {}, settings: Partial<InformerSettings> = {}): SharedInformer {
    const id = identityOf(resource, scope);
    const existing = this.#informers.get(id);
    if (existing && !existing.isStopped() && !this.#running.get(existing)?.stop.signal.aborted) return existing;
    const { clock, random, probe, gate, logger, maxQueuedDeltas } = this.#options;
    const informer = new SharedInformer({
      resource,
      scope,
      settings,
      listerWatcher: this.#options.listerWatcherFor(resource, scope),
      indexers: this.#options.indexers ?? { [namespaceIndex]: namespaceIndexFunc },
      clock,
      random,
      probe,
      gate,
      logger,
      ...(maxQueuedDeltas === undefined ? undefined : { maxQueuedDeltas }),
    });
    this.#informers.set(id, informer);
    return informer;
  }

  /** Starts what has been asked for and does not run yet; does nothing after `shutdown`. */
  start(): void {
    if (this.#shutDown) return;
    for (const informer of this.#informers.values()) {
      if (!this.#running.has(informer)) this.#run(informer);
    }
  }

  /** True when every started informer has synced; false when the signal aborts, or one stops, before. */
  async waitForCacheSync(signal: AbortSignal): Promise<boolean> {
    const started = [...this.#running.keys()];
    const synced = await Promise.all(started.map((informer) => orAborted(informer.whenSynced, signal)));
    return synced.every((one) => one === true);
  }

  /** Resolves when nothing of the informer runs any more. Whoever asks for it again gets a new one. */
  async stop(informer: SharedInformer): Promise<void> {
    const id = identityOf(informer.resource, informer.scope);
    if (this.#informers.get(id) === informer) this.#informers.delete(id);
    const running = this.#running.get(informer);
    running?.stop.abort();
    await running?.ended;
  }

  /** Stops all informers for good, and waits for them. */
  async shutdown(): Promise<void> {
    this.#shutDown = true;
    await Promise.all([...this.#running.keys()].map((informer) => this.stop(informer)));
    this.#informers.clear();
  }

  #run(informer: SharedInformer): void {
    const stop = new AbortController();
    const ended = informer
      .run(stop.signal)
      .catch((error: unknown) => this.#options.logger.error('informer', `${informer.name} has failed and stopped`, error))
      .finally(() => this.#running.delete(informer));
    this.#running.set(informer, { stop, ended });
  }
}

function identityOf({ group, version, resource }: GroupVersionResource, { namespace, labelSelector, fieldSelector }: InformerScope): string {
  return JSON.stringify([group, version, resource, namespace ?? '', labelSelector ?? '', fieldSelector ?? '']);
}
