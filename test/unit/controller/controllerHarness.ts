import type { Reconciler } from '../../../extension/controller/api.ts';
import { Controller } from '../../../extension/controller/controller.ts';
import type { ControllerMetrics } from '../../../extension/controller/controllerMetrics.ts';
import { compileCel } from '../../../extension/inspector/celCompiler.ts';
import { ownerIndex, ownerIndexFunc } from '../../../extension/informer/indexFuncs.ts';
import { namespaceIndex, namespaceIndexFunc } from '../../../extension/informer/indexer.ts';
import { SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import type { KindOf } from '../../../extension/controller/watchedKind.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

const kinds = {
  'v1/configmaps': ['ConfigMap', true],
  'v1/pods': ['Pod', true],
  'apps/v1/deployments': ['Deployment', true],
  'apps/v1/replicasets': ['ReplicaSet', true],
} as const;

const kindOf: KindOf = (resource) => {
  const name = typeof resource === 'string' ? resource : resource.resource;
  const [kind, namespaced] = typeof resource === 'string' ? kinds[resource as keyof typeof kinds] : [resource.kind, resource.namespaced];
  return { ...parseResource(name)!, kind, namespaced };
};

export interface ControllerHarnessOptions {
  readonly dryRun?: boolean;
  readonly metrics?: ControllerMetrics;
}

/** A controller with its informers on a fake cluster, a clock that is moved by hand, and a trace to look into. */
export class ControllerHarness {
  readonly clock = new FakeClock();
  readonly probe = new RecordingProbe();
  readonly log = new RecordingLogger();
  readonly gate = new ManualGate();
  readonly cluster = new FakeCluster();
  readonly factory: SharedInformerFactory;
  readonly controller: Controller;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(reconciler: Reconciler, options: ControllerHarnessOptions = {}) {
    const { clock, probe, gate, log } = this;
    const engine = { clock, probe, gate, random: () => 0, logger: log };
    this.factory = new SharedInformerFactory({
      ...engine,
      listerWatcherFor: (resource) => this.cluster.listerWatcher(resource),
      indexers: { [namespaceIndex]: namespaceIndexFunc, [ownerIndex]: ownerIndexFunc },
    });
    this.controller = new Controller({
      ...engine,
      reconciler,
      kindOf,
      compileCel,
      informerFor: (resource, resyncPeriodMs) => this.factory.informer(resource, {}, { resyncPeriodMs }),
      client: this.cluster,
      writes: { dryRun: options.dryRun ?? false },
      ...(options.metrics && { metrics: options.metrics }),
    });
  }

  async start(): Promise<this> {
    this.#running = this.controller.run(this.#stop.signal);
    this.factory.start();
    await this.clock.settle();
    return this;
  }

  /** @throws when the controller did not end */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await this.#running;
    await this.factory.shutdown();
  }

  /** Lets everything happen that happens without time passing, and says what was written meanwhile. */
  async writes(): Promise<string[]> {
    await this.clock.settle();
    return this.cluster.writes.splice(0);
  }
}
