import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import { SyncResult, waitFor } from './cacheSync.ts';
import type { TransformFunc } from './delta.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from './indexer.ts';
import type { EnginePorts } from './informerController.ts';
import type { InformerNames } from './informerMetrics.ts';
import type { InformerExtras, InformerScope, InformerSettings, InformerSwitches } from './informerOptions.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { SharedInformer } from './sharedInformer.ts';

export type { InformerScope, InformerSettings } from './informerOptions.ts';

/** The extras hold for each of its informers; identifiers are made from `metricsName`. */
export interface SharedInformerFactoryOptions extends EnginePorts, Omit<InformerExtras, 'identifier' | 'expectedType'> {
  listerWatcherFor(resource: GroupVersionResource, scope: InformerScope): ListerWatcher;
  /** What each is called in the trace, where those that differ only in their selectors are to have names of their own. */
  nameOf?(resource: GroupVersionResource, scope: InformerScope): string;
  /** Default: the index by namespace. */
  readonly indexers?: Readonly<Record<string, IndexFunc>>;
  /** Changes each object before it is queued, in every informer. */
  readonly transform?: TransformFunc;
  /** By resource, as it is written: `apps/v1/deployments`. Comes before the period of the release, and after that of whoever asks. */
  readonly resyncPeriodsMs?: Readonly<Record<string, number>>;
  /** Reports under this name; two factories of one name get in each other's way, and the first has it (P-21). */
  readonly metricsName?: { readonly name: string; readonly names: InformerNames };
}

/** Whatever an informer can be told by whoever asks for it; the factory's own options hold where nothing is said. */
export type InformerChoices = Partial<InformerSettings> & InformerSwitches;

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

  /** The settings and switches are those of whoever asks first. A new informer waits for the next `start`. */
  informer(resource: GroupVersionResource, scope: InformerScope = {}, settings: InformerChoices = {}): SharedInformer {
    const id = identityOf(resource, scope);
    const existing = this.#informers.get(id);
    if (existing && !existing.isStopped() && !this.#running.get(existing)?.stop.signal.aborted) return existing;
    const { indexers = { [namespaceIndex]: namespaceIndexFunc }, resyncPeriodsMs, metricsName, transform, nameOf } = this.#options;
    const name = formatResource(resource);
    const resyncPeriodMs = resyncPeriodsMs?.[name];
    const informer = new SharedInformer({
      ...this.#options,
      ...switchesOf(settings),
      ...(nameOf && { name: nameOf(resource, scope) }),
      resource,
      scope,
      settings: resyncPeriodMs === undefined ? settings : { resyncPeriodMs, ...settings },
      listerWatcher: this.#options.listerWatcherFor(resource, scope),
      indexers,
      ...(metricsName && { identifier: metricsName.names.reserve(metricsName.name, name) }),
    });
    if (transform) informer.setTransform(transform);
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
    return (await this.syncResult(signal)).allSynced;
  }

  /** As `waitForCacheSync`, informer by informer; what was not asked to start is not in it. */
  async syncResult(signal: AbortSignal): Promise<SyncResult> {
    const started = [...this.#running.keys()];
    await waitFor(signal, ...started.map(({ hasSyncedChecker }) => hasSyncedChecker));
    const synced = new Map<string, boolean>();
    // Informers that differ only in their selectors may have one name.
    for (const informer of started) synced.set(informer.name, informer.hasSynced() && synced.get(informer.name) !== false);
    return new SyncResult(synced, signal.aborted ? signal.reason : undefined);
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

function switchesOf({ clientGo: _clientGo, queue: _queue, resyncPeriodMs: _resyncPeriodMs, ...switches }: InformerChoices): InformerSwitches {
  return switches;
}

function identityOf({ group, version, resource }: GroupVersionResource, scope: InformerScope): string {
  const { namespace = '', labelSelector = '', fieldSelector = '', metadataOnly = false } = scope;
  return JSON.stringify([group, version, resource, namespace, labelSelector, fieldSelector, metadataOnly]);
}
