import type { Clock } from '../../base/clock.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import { seededRandomFor } from '../../base/random.ts';
import type { IndexFunc } from '../../informer/indexer.ts';
import { SharedInformerFactory } from '../../informer/sharedInformerFactory.ts';
import type { Authorizer } from '../access/authorizer.ts';
import { controllerManagerUser, controllerUser, nodeUser, schedulerUser } from '../access/systemUsers.ts';
import type { UserInfo } from '../access/userInfo.ts';
import type { Registry } from '../registry/registry.ts';
import { events } from '../registry/resources/events.ts';
import { nodes } from '../registry/resources/nodes.ts';
import type { WorldClock } from '../world/worldClock.ts';
import { aggregateClusterRoles } from './aggregateClusterRoles.ts';
import { CacheListerWatcher } from './cacheListerWatcher.ts';
import { ControllerClient } from './controllerClient.ts';
import { ControllerConnection } from './controllerConnection.ts';
import { controllerIndexers, type MakeController, onEveryChange, schedulerIndexers } from './controllerPorts.ts';
import { type ControllerName, type ControllerSelection, isSelected, runsAny } from './controllerSelection.ts';
import { deleteFinishedJobs } from './deleteFinishedJobs.ts';
import { DeploymentController } from './deploymentController.ts';
import { DeploymentStatusController } from './deploymentStatusController.ts';
import { EndpointSliceController } from './endpointSliceController.ts';
import { EventRecorder } from './eventRecorder.ts';
import { GarbageCollector } from './garbageCollector.ts';
import { JobController } from './jobController.ts';
import { keepServiceAccounts } from './keepServiceAccounts.ts';
import { Kubelet } from './kubelet.ts';
import { NamespaceController } from './namespaceController.ts';
import { NodeLifecycleController } from './nodeLifecycleController.ts';
import { ReplicaSetController } from './replicaSetController.ts';
import { Scheduler } from './scheduler.ts';
import { ServiceController } from './serviceController.ts';
import { unobserved } from './unobserved.ts';
import { WorldController } from './worldController.ts';

export interface ControllerManagerOptions {
  readonly registry: Registry;
  /** Of informers, which go on while the world stands still. */
  readonly clock: Clock;
  readonly world: WorldClock;
  readonly seed: number;
  readonly logger: Logger;
  /** Whether each may do what it does; undefined: all may do everything. */
  readonly authorizer?: Authorizer | undefined;
  readonly selection: ControllerSelection;
  readonly onRewind: Event<number>;
}

/** Those that in a real cluster share a process, and with it their informers. */
const shared: readonly (readonly [name: ControllerName, account: string, make: MakeController])[] = [
  ['replicaset', 'replicaset-controller', (ports) => new ReplicaSetController(ports)],
  ['deployment', 'deployment-controller', (ports) => new DeploymentController(ports)],
  ['deployment-status', 'deployment-controller', (ports) => new DeploymentStatusController(ports)],
  ['job', 'job-controller', (ports) => new JobController(ports)],
  ['ttl-after-finished', 'ttl-after-finished-controller', deleteFinishedJobs],
  ['endpointslice', 'endpointslice-controller', (ports) => new EndpointSliceController(ports)],
  ['service', 'service-controller', (ports) => new ServiceController(ports)],
  ['garbage-collector', 'generic-garbage-collector', (ports) => new GarbageCollector(ports)],
  ['namespace', 'namespace-controller', (ports) => new NamespaceController(ports)],
  ['serviceaccount', 'service-account-controller', keepServiceAccounts],
  ['clusterrole-aggregation', 'clusterrole-aggregation-controller', aggregateClusterRoles],
  ['node-lifecycle', 'node-controller', (ports) => new NodeLifecycleController(ports)],
];

const noIndexers: Readonly<Record<string, IndexFunc>> = {};

/**
 * What makes the cluster live: the controllers that in a real one run beside the API server, the scheduler, and a kubelet for each node,
 * on the same informers and work queues as everything else here. Each asks as its own user, and can be cut off.
 */
export class ControllerManager {
  readonly #options: ControllerManagerOptions;
  readonly #owned = new DisposableStore();
  readonly #factory: SharedInformerFactory;
  readonly #controllers = new Map<string, WorldController>();

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
    const reader = this.#client(controllerManagerUser, 'kube-controller-manager');
    this.#factory = this.#informers(reader, 'kube-controller-manager', controllerIndexers);
    for (const [name, account, make] of shared) {
      this.#add(name, controllerUser(account), make, (controller) => this.#connect(controller, 'kube-controller-manager', this.#factory, false));
    }
    this.#add('scheduler', schedulerUser, (ports) => new Scheduler(ports), (controller) => this.#connectAlone(controller, 'kube-scheduler', schedulerIndexers));
  }

  /** In the order of their making, kubelets last. */
  get controllers(): readonly WorldController[] {
    return [...this.#controllers.values()];
  }

  find(name: string): WorldController | undefined {
    return this.#controllers.get(name);
  }

  /** Undefined while it is cut off, or where there is no such node. */
  kubeletOf(node: string): ControllerConnection | undefined {
    return this.find(`kubelet/${node}`)?.connection;
  }

  start(): void {
    const { selection, registry } = this.#options;
    if (!runsAny(selection)) return;
    for (const controller of this.controllers) if (isSelected(selection, controller.name)) controller.connect();
    // Machines come and go with their Nodes. Nobody's controller: what tells of it is the world itself.
    const informer = this.#factory.informer(nodes);
    const registration = informer.addEventHandler(onEveryChange(({ metadata }, gone) => this.#nodeChanged(metadata.name!, gone)), { name: 'machines' });
    this.#owned.add({ dispose: () => informer.removeEventHandler(registration) });
    const known = registry.find(nodes)!;
    for (const { object } of known.cache.list({ prefix: known.prefix, matches: () => true })) this.#nodeChanged(object.metadata.name!, false);
    this.#factory.start();
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#owned.dispose();
    await Promise.all(this.controllers.map((controller) => controller.disconnect()));
    await this.#factory.shutdown();
  }

  #nodeChanged(node: string, gone: boolean): void {
    const name = `kubelet/${node}`;
    const known = this.#controllers.get(name);
    if (gone && known) {
      this.#controllers.delete(name);
      void known.disconnect();
    }
    if (gone || known) return;
    const kubelet = this.#add(name, nodeUser(node), (ports) => new Kubelet(ports, node), (controller) => this.#connectAlone(controller, 'kubelet', noIndexers));
    if (isSelected(this.#options.selection, name)) kubelet.connect();
  }

  #add(name: string, user: UserInfo, make: MakeController, open: (controller: WorldController) => ControllerConnection): WorldController {
    const { world, logger } = this.#options;
    const controller = new WorldController({ name, user, make, clock: world, logger, open });
    this.#controllers.set(name, controller);
    return controller;
  }

  /** With informers of its own, as a process of its own has. */
  #connectAlone(controller: WorldController, program: string, indexers: Readonly<Record<string, IndexFunc>>): ControllerConnection {
    const client = this.#client(controller.user, program);
    return this.#connect(controller, program, this.#informers(client, program, indexers, controller), true, client);
  }

  #connect(controller: WorldController, program: string, factory: SharedInformerFactory, ownsFactory: boolean, client = this.#client(controller.user, program)): ControllerConnection {
    const { registry, world, seed, onRewind } = this.#options;
    const random = seededRandomFor(seed, controller.name);
    const eventStore = registry.find(events)!;
    return new ControllerConnection({
      name: controller.name,
      clock: world,
      random,
      client,
      events: new EventRecorder(client, world, random, () => eventStore.cache.size),
      factory,
      ownsFactory,
      definitions: () => registry.definitions,
      onDefinitions: registry.onChange,
      onRewind,
      onReconciled: (key, error) => controller.reconciled(key, error),
    });
  }

  #client(user: UserInfo, manager: string): ControllerClient {
    const { registry, authorizer } = this.#options;
    return new ControllerClient({ user, manager, authorizer, storeOf: (definition) => registry.find(definition)! });
  }

  #informers(client: ControllerClient, userAgent: string, indexers: Readonly<Record<string, IndexFunc>>, controller?: WorldController): SharedInformerFactory {
    const { registry, clock, seed, logger } = this.#options;
    return new SharedInformerFactory({
      clock,
      random: seededRandomFor(seed, `informers of ${controller?.name ?? userAgent}`),
      ...unobserved,
      logger,
      listerWatcherFor: (resource, scope) =>
        new CacheListerWatcher({
          find: () => registry.find(resource),
          scope,
          client: { user: client.user.name, userAgent },
          check: (verb, definition) => {
            try {
              client.check(verb, definition, scope.namespace ?? '', '');
            } catch (error) {
              // Of informers that several share, all hear that read them.
              const readers = controller ? [controller] : this.controllers.filter(({ connection }) => connection?.sharesInformerOf(definition));
              for (const reader of readers) reader.failed(error);
              throw error;
            }
          },
        }),
      indexers,
    });
  }
}
