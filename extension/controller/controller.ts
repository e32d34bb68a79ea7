import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { ResourceEventHandler } from '../informer/eventHandler.ts';
import type { ReadonlyIndexer } from '../informer/indexer.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { splitMetaNamespaceKey } from '../kube/key.ts';
import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { PriorityQueue } from '../workqueue/priorityQueue.ts';
import type { RateLimitingInterface } from '../workqueue/rateLimitingInterface.ts';
import type { WorkItem } from '../workqueue/workQueue.ts';
import { type Enqueue, enqueueObject, enqueueOwner } from './enqueue.ts';
import { type Reconciler, type ReconcileResult, type ResourceName, TerminalError } from './api.ts';
import { ReconcileRun } from './reconcileRun.ts';
import { TracedCache } from './tracedCache.ts';
import { TracedClient } from './tracedClient.ts';
import { type KindOf, watchOf } from './watchedKind.ts';
import type { WriteOptions, WriteTransport } from './writeTransport.ts';

export interface ControllerOptions {
  readonly reconciler: Reconciler;
  readonly kindOf: KindOf;
  /** The informer that is shared for a resource, already asked to run. */
  readonly informerFor: (resource: GroupVersionResource) => SharedInformer;
  /** One with priorities lets what is new go before what was there already. */
  readonly queue: RateLimitingInterface;
  readonly client: WriteTransport;
  readonly writes: WriteOptions;
  readonly workers: number;
  /** So often a key is tried again after a failure; then it is dropped until it changes (K-02; client-go's example: 5). Default: without end. */
  readonly maxRetries?: number;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
}

/**
 * SharedInformers → handlers → work queue → workers, for one reconciler: the loop that every controller
 * is. Reads go to the Indexers, writes to the API server, and nothing else connects the two.
 */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #informers = new Map<string, SharedInformer>();
  #busy = 0;

  constructor(options: ControllerOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.reconciler.name;
  }

  get queue(): RateLimitingInterface {
    return this.#options.queue;
  }

  get workers(): number {
    return this.#options.workers;
  }

  /** Workers that have a key in hand now. */
  get busy(): number {
    return this.#busy;
  }

  get dryRun(): boolean {
    return this.#options.writes.dryRun;
  }

  /** Runs until `signal` aborts (K-04); then nothing of it is left: no handler, no worker, no timer. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue, workers } = this.#options;
    const owned = new DisposableStore();
    const shutDown = (): void => queue.shutDown();
    signal.addEventListener('abort', shutDown, { once: true });
    if (signal.aborted) shutDown();
    try {
      this.#register(owned);
      if (!(await this.#waitForCacheSync(signal))) return;
      await Promise.all(Array.from({ length: workers }, (_, worker) => this.#runWorker(worker, signal)));
    } finally {
      signal.removeEventListener('abort', shutDown);
      shutDown();
      owned.dispose();
    }
  }

  #register(owned: DisposableStore): void {
    const { reconciler, queue } = this.#options;
    const enqueue: Enqueue =
      queue instanceof PriorityQueue ? (key, cause, priority) => queue.addWithOptions({ priority }, key, cause) : (key, cause) => queue.add(key, cause);
    const { kindOf } = this.#options;
    const own = kindOf(watchOf(reconciler.for).resource);
    owned.add(this.#watch(own, enqueueObject(enqueue)));
    for (const owns of reconciler.owns ?? []) owned.add(this.#watch(kindOf(watchOf(owns).resource), enqueueOwner(own, enqueue)));
  }

  #watch(resource: GroupVersionResource, handler: ResourceEventHandler): Disposable {
    const informer = this.#options.informerFor(resource);
    this.#informers.set(formatResource(resource), informer);
    const registration = informer.addEventHandler(handler, { name: this.name });
    return toDisposable(() => informer.removeEventHandler(registration));
  }

  /** False when it is stopped, or one of its informers is, before all have synced (S-11). */
  async #waitForCacheSync(signal: AbortSignal): Promise<boolean> {
    const informers = Array.from(this.#informers.values(), (informer) => informer.whenSynced);
    const synced = await orAborted(Promise.all(informers), signal);
    return synced !== undefined && synced.every(Boolean);
  }

  async #runWorker(worker: number, signal: AbortSignal): Promise<void> {
    while (await this.#processNextWorkItem(worker, signal));
  }

  /** One turn of the loop. False when the queue is shut down and empty, or the controller is stopped. */
  async #processNextWorkItem(worker: number, signal: AbortSignal): Promise<boolean> {
    const { queue } = this.#options;
    const item = await queue.get(signal);
    if (!item) return false;
    this.#busy++;
    try {
      if (signal.aborted) return false;
      await this.#reconcile(item, worker, signal);
    } finally {
      // Always, and after AddRateLimited or Forget (K-01, K-06).
      this.#busy--;
      queue.done(item.key);
    }
    return true;
  }

  async #reconcile(item: WorkItem, worker: number, signal: AbortSignal): Promise<void> {
    const { reconciler, client, writes, clock, probe, gate, logger } = this.#options;
    const run = new ReconcileRun({ controller: this.name, key: item.key, cause: item.cause, signal, gate, probe });
    let started = clock.now();
    try {
      await run.enter('reconcile.start');
      started = clock.now();
      run.record('reconcile.start', { worker });
      const context = {
        cache: new TracedCache(run, (resource) => this.#indexerOf(resource)),
        client: new TracedClient({ run, transport: client, writes, clock }),
        signal,
        log: (message: string) => logger.info(this.name, `${item.key}: ${message}`),
      };
      const request = { key: item.key, ...splitMetaNamespaceKey(item.key), causes: item.cause };
      const result = (await reconciler.reconcile(context, request)) ?? {};
      const end = run.record('reconcile.end', { ms: clock.now() - started, result: outcomeOf(result) });
      this.#settle(item, result, end);
    } catch (error) {
      if (signal.aborted) return;
      const end = run.record('reconcile.error', { ms: clock.now() - started, message: messageOf(error) });
      logger.warn(this.name, `${item.key}: ${messageOf(error)}`);
      this.#retry(item, error, end);
    }
  }

  /** What follows a run that did not throw (K-10). */
  #settle(item: WorkItem, result: ReconcileResult, cause: Seq): void {
    const { queue } = this.#options;
    if (result.requeueAfter !== undefined && result.requeueAfter > 0) {
      queue.forget(item.key);
      queue.addAfter(item.key, result.requeueAfter, cause);
    } else if (result.requeue) {
      queue.addRateLimited(item.key, cause);
    } else {
      queue.forget(item.key);
    }
  }

  /** What follows a run that threw (K-02, K-10): a terminal error, and one too many, wait for the next change. */
  #retry(item: WorkItem, error: unknown, cause: Seq): void {
    const { queue, probe, logger, maxRetries = Infinity } = this.#options;
    const tooOften = queue.numRequeues(item.key) >= maxRetries;
    if (tooOften) {
      queue.forget(item.key);
      logger.error(this.name, `${item.key} is dropped after ${item.attempts} retries, until it changes: ${messageOf(error)}`, error);
    }
    if (tooOften || TerminalError.is(error)) {
      probe.record({ kind: 'workqueue.drop', queue: queue.name, key: item.key, attempts: item.attempts, cause: [cause] });
      return;
    }
    queue.addRateLimited(item.key, cause);
  }

  #indexerOf(resource: ResourceName): ReadonlyIndexer {
    const informer = this.#informers.get(resource);
    if (informer) return informer.indexer;
    throw new TerminalError(`${this.name} reads ${resource}, which it does not watch: name it under \`for\`, \`owns\` or \`watches\`.`);
  }
}

function outcomeOf(result: ReconcileResult): 'done' | 'requeue' | 'requeueAfter' {
  if (result.requeueAfter !== undefined && result.requeueAfter > 0) return 'requeueAfter';
  return result.requeue ? 'requeue' : 'done';
}
