import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Event } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { SharedInformerFactory } from '../../informer/sharedInformerFactory.ts';
import { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { Registry, RegistryChange } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { events } from '../registry/resources/events.ts';
import { CacheListerWatcher } from './cacheListerWatcher.ts';
import { controllerIndexers, type ControllerPorts } from './controllerPorts.ts';
import { DeploymentStatusController } from './deploymentStatusController.ts';
import { EventRecorder } from './eventRecorder.ts';
import { GarbageCollector } from './garbageCollector.ts';
import { NamespaceController } from './namespaceController.ts';
import { PodRunner } from './podRunner.ts';
import { ReplicaSetController } from './replicaSetController.ts';
import { SimulatedController } from './simulatedController.ts';

export interface ControllerManagerOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Nobody looks inside these informers and queues: nothing is traced, nothing held. */
const probe = { record: () => 0 };
const gate = { ask: () => undefined };

/**
 * What makes the cluster live: the controllers that in a real one run beside the API server, on the same
 * informers and work queues as everything else here. There is none for the rollout of Deployments.
 */
export class ControllerManager implements ControllerPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventRecorder;
  readonly #options: ControllerManagerOptions;
  readonly #factory: SharedInformerFactory;
  readonly #queues: RateLimitingQueue[] = [];
  readonly #controllers: SimulatedController[] = [];
  readonly #stopping = new AbortController();
  #started = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ControllerManagerOptions) {
    const { registry, clock, random, logger } = options;
    this.#options = options;
    this.clock = clock;
    this.random = random;
    this.events = new EventRecorder(this.store(events), clock, random);
    this.#factory = new SharedInformerFactory({
      clock,
      random,
      probe,
      gate,
      logger,
      listerWatcherFor: (resource, scope) => new CacheListerWatcher(() => registry.find(resource), scope),
      indexers: controllerIndexers,
    });
  }

  get definitions(): readonly ResourceDefinition[] {
    return this.#options.registry.definitions;
  }

  get onChange(): Event<RegistryChange> {
    return this.#options.registry.onChange;
  }

  informer(definition: ResourceDefinition): SharedInformer {
    const informer = this.#factory.informer(definition);
    if (this.#started) this.#factory.start();
    return informer;
  }

  letGo(definition: ResourceDefinition): void {
    void this.#factory.stop(this.#factory.informer(definition));
  }

  store(definition: ResourceDefinition): ResourceStore {
    return this.#options.registry.find(definition)!;
  }

  queue(name: string, reconcile: (key: string) => void): RateLimitingQueue {
    const queue = new RateLimitingQueue({ name, clock: this.clock, probe, gate });
    this.#queues.push(queue);
    this.#controllers.push(new SimulatedController({ queue, reconcile, logger: this.#options.logger }));
    return queue;
  }

  start(): void {
    new ReplicaSetController(this).start();
    new PodRunner(this).start();
    new DeploymentStatusController(this).start();
    new GarbageCollector(this).start();
    new NamespaceController(this).start();
    this.#running = this.#run();
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const queue of this.#queues) queue.shutDown();
    await this.#factory.shutdown();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#started = true;
    this.#factory.start();
    if (!(await this.#factory.waitForCacheSync(this.#stopping.signal))) return;
    await Promise.all(this.#controllers.map((controller) => controller.run()));
  }
}
