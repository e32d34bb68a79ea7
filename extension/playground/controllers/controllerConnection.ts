import { DisposableStore, toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import type { InformerScope, SharedInformer } from '../../informer/sharedInformer.ts';
import type { SharedInformerFactory } from '../../informer/sharedInformerFactory.ts';
import { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { RegistryChange } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { WorldClock } from '../world/worldClock.ts';
import type { ControllerClient } from './controllerClient.ts';
import type { ControllerInformer, ControllerPorts, DefinitionChanges } from './controllerPorts.ts';
import type { EventRecorder } from './eventRecorder.ts';
import { SimulatedController } from './simulatedController.ts';
import { unobserved } from './unobserved.ts';

export interface ControllerConnectionOptions {
  readonly name: string;
  readonly clock: WorldClock;
  readonly random: Random;
  readonly client: ControllerClient;
  readonly events: EventRecorder;
  readonly factory: SharedInformerFactory;
  /** The factory is its alone, and ends with it. */
  readonly ownsFactory: boolean;
  readonly definitions: () => readonly ResourceDefinition[];
  readonly onDefinitions: DefinitionChanges;
  readonly onRewind: Event<number>;
  readonly onReconciled: (key: string, error: unknown) => void;
}

/** What a controller has while it is connected, and what ends when it is cut off. */
export class ControllerConnection implements ControllerPorts {
  readonly clock: WorldClock;
  readonly random: Random;
  readonly client: ControllerClient;
  readonly events: EventRecorder;
  readonly #options: ControllerConnectionOptions;
  readonly #owned = new DisposableStore();
  readonly #stopping = new AbortController();
  readonly #informers = new Set<SharedInformer>();
  readonly #workers: SimulatedController[] = [];
  readonly #queues: RateLimitingQueue[] = [];
  #hasBegun = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ControllerConnectionOptions) {
    const { clock, random, client, events } = options;
    this.#options = options;
    this.clock = clock;
    this.random = random;
    this.client = client;
    this.events = events;
  }

  get definitions(): readonly ResourceDefinition[] {
    return this.#options.definitions();
  }

  get isSynced(): boolean {
    return this.#hasBegun && Array.from(this.#informers).every((informer) => informer.hasSynced());
  }

  /** Keys that wait, in all of its queues. */
  get queued(): number {
    return this.#queues.reduce((sum, queue) => sum + queue.length, 0);
  }

  /** It shares an informer of that resource with others. */
  sharesInformerOf(definition: ResourceDefinition): boolean {
    return !this.#options.ownsFactory && Array.from(this.#informers).some(({ resource }) => resource.group === definition.group && resource.resource === definition.resource);
  }

  onDefinitions(listener: (change: RegistryChange) => void): void {
    this.#owned.add(this.#options.onDefinitions(listener));
  }

  onRewind(listener: () => void): void {
    this.#owned.add(this.#options.onRewind(listener));
  }

  informer(definition: ResourceDefinition, scope: InformerScope = {}): ControllerInformer {
    const { factory, name } = this.#options;
    const informer = factory.informer(definition, scope);
    this.#informers.add(informer);
    if (this.#hasBegun) factory.start();
    return {
      indexer: informer.indexer,
      get version() {
        const isWhole = informer.oldestWaiting === undefined && !informer.isReplacing;
        return Number(isWhole ? informer.lastSyncResourceVersion() : informer.indexer.resourceVersion);
      },
      get isWatching() {
        return informer.watchSigns !== undefined;
      },
      addEventHandler: (handler) => {
        const registration = informer.addEventHandler(handler, { name });
        this.#owned.add(toDisposable(() => informer.removeEventHandler(registration)));
      },
    };
  }

  letGo(definition: ResourceDefinition): void {
    const informer = this.#options.factory.informer(definition);
    this.#informers.delete(informer);
    void this.#options.factory.stop(informer);
  }

  queue(reconcile: (key: string) => void): RateLimitingQueue {
    const { name, clock, onReconciled } = this.#options;
    const queue = new RateLimitingQueue({ name, clock, ...unobserved });
    this.#queues.push(queue);
    this.#workers.push(new SimulatedController({ queue, clock, reconcile, onReconciled }));
    return queue;
  }

  after(ms: number, callback: () => void): void {
    const timer = this.clock.setTimer(ms, () => {
      this.#owned.release(timer);
      callback();
    });
    this.#owned.add(timer);
  }

  /** Everything has been asked for: informers and workers run from here on. */
  begin(): void {
    this.#hasBegun = true;
    this.#options.factory.start();
    this.#running = this.#run();
  }

  /** Neither hears nor says anything from here on; resolves when nothing of it runs any more. */
  async close(): Promise<void> {
    this.client.close();
    this.#stopping.abort();
    this.#owned.dispose();
    for (const queue of this.#queues) queue.shutDown();
    if (this.#options.ownsFactory) await this.#options.factory.shutdown();
    await this.#running;
  }

  async #run(): Promise<void> {
    const synced = await Promise.all(Array.from(this.#informers, (informer) => this.#whenSynced(informer)));
    if (synced.every(Boolean)) await Promise.all(this.#workers.map((worker) => worker.run()));
  }

  #whenSynced(informer: SharedInformer): Promise<boolean> {
    if (this.#stopping.signal.aborted) return Promise.resolve(false);
    const stopped = new Promise<boolean>((resolve) => this.#stopping.signal.addEventListener('abort', () => resolve(false), { once: true }));
    return Promise.race([informer.whenSynced, stopped]);
  }
}
