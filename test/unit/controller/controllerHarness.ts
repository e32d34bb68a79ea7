import type { Random } from '../../../extension/base/random.ts';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { Controller } from '../../../extension/controller/controller.ts';
import type { ControllerMetrics } from '../../../extension/controller/controllerMetrics.ts';
import type { KindOf } from '../../../extension/controller/watchedKind.ts';
import type { WriteTransport } from '../../../extension/controller/writeTransport.ts';
import type { ListerWatcher } from '../../../extension/informer/listerWatcher.ts';
import { SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import { compileCel } from '../../../extension/inspector/celCompiler.ts';
import { type GroupVersionResource, parseResource } from '../../../extension/kube/resource.ts';
import type { Gate } from '../../../extension/trace/gate.ts';
import type { Probe } from '../../../extension/trace/probe.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

const kinds = {
  'v1/configmaps': ['ConfigMap', true],
  'v1/namespaces': ['Namespace', false],
  'v1/pods': ['Pod', true],
  'apps/v1/deployments': ['Deployment', true],
  'apps/v1/replicasets': ['ReplicaSet', true],
} as const;

export const kindOf: KindOf = (resource) => {
  const name = typeof resource === 'string' ? resource : resource.resource;
  const [kind, namespaced] = typeof resource === 'string' ? kinds[resource as keyof typeof kinds] : [resource.kind, resource.namespaced];
  return { ...parseResource(name)!, kind, namespaced };
};

export interface ControllerHarnessOptions {
  readonly dryRun?: boolean;
  readonly isolated?: boolean;
  readonly metrics?: ControllerMetrics;
  /** On the same cluster, at the same time and in the same trace as another; with caches of its own. */
  readonly beside?: ControllerHarness;
  /** As one of several replicas, by this name. */
  readonly replica?: string;
  /** Instead of what looks into everything. */
  readonly gate?: Gate;
  readonly probe?: Probe;
  readonly random?: Random;
  readonly listerWatcher?: (resource: GroupVersionResource) => ListerWatcher;
  readonly client?: WriteTransport;
}

export const lease = { namespace: 'd', name: 'test-leader' };

/** A controller with its informers on a fake cluster, a clock that is moved by hand, and a trace to look into. */
export class ControllerHarness {
  readonly clock: FakeClock;
  readonly probe: RecordingProbe;
  readonly log = new RecordingLogger();
  readonly gate = new ManualGate();
  readonly cluster: FakeCluster;
  readonly factory: SharedInformerFactory;
  readonly controller: Controller;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(reconciler: Reconciler, options: ControllerHarnessOptions = {}) {
    const { beside, replica, dryRun = false, isolated, metrics, listerWatcher } = options;
    this.clock = beside?.clock ?? new FakeClock();
    this.probe = beside?.probe ?? new RecordingProbe();
    this.cluster = beside?.cluster ?? new FakeCluster();
    const engine = { clock: this.clock, probe: options.probe ?? this.probe, gate: options.gate ?? this.gate, random: options.random ?? ((): number => 0), logger: this.log };
    this.factory = new SharedInformerFactory({ ...engine, listerWatcherFor: listerWatcher ?? ((resource) => this.cluster.listerWatcher(resource)) });
    this.controller = new Controller({
      ...engine,
      reconciler,
      kindOf,
      compileCel,
      informerFor: (resource, resyncPeriodMs) => {
        const informer = this.factory.informer(resource, {}, { resyncPeriodMs });
        this.factory.start();
        return informer;
      },
      client: options.client ?? this.cluster,
      writes: { dryRun },
      ...(isolated && { isolated }),
      ...(metrics && { metrics }),
      ...(replica !== undefined && { name: `${reconciler.name}-${replica}`, election: { identity: replica, lease, get: (resource, namespace, name) => this.cluster.get(resource, namespace, name) } }),
    });
  }

  async start(): Promise<this> {
    this.#running = this.controller.run(this.#stop.signal);
    this.#running.catch(() => undefined); // whoever asks for `ended` is told
    await this.clock.settle();
    return this;
  }

  /** @throws when the controller did not end */
  async stop(reason?: unknown): Promise<void> {
    this.#stop.abort(reason);
    await this.clock.settle();
    await this.#running;
    await this.factory.shutdown();
  }

  /** How it ends, when it ends by itself. */
  get ended(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** Lets everything happen that happens without time passing, and says what was written meanwhile. */
  async writes(): Promise<string[]> {
    await this.clock.settle();
    return this.cluster.writes.splice(0);
  }
}
