import { seededRandom } from '../../extension/base/random.ts';
import { resourcePath } from '../../extension/cluster/resourcePath.ts';
import type { Reconciler } from '../../extension/controller/api.ts';
import { Controller } from '../../extension/controller/controller.ts';
import type { WriteTransport } from '../../extension/controller/writeTransport.ts';
import { SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import { resolveKinds } from '../../extension/inspector/resolveKinds.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { builtInResources } from '../../extension/playground/registry/resources.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { ApiListerWatcher } from './apiListerWatcher.ts';
import { ApiWriteTransport } from './apiWriteTransport.ts';
import { type FaultRates, Faults, faultyListerWatcher, faultyTransport } from './faults.ts';
import { PlaygroundHarness } from './playgroundHarness.ts';
import { RecordingLogger } from './recordingLogger.ts';
import { RecordingProbe } from './recordingProbe.ts';

/** As where a reconciler has taken the place of the playground's own Deployment controller. */
export const handedOver = ['*', '-deployment', 'deployment-status'] as const;

export interface PlaygroundControllerOptions {
  readonly seed?: number;
  readonly rates?: FaultRates;
  readonly dryRun?: boolean;
  /** What its writes go through before they come to the line. */
  readonly transport?: (inner: WriteTransport) => WriteTransport;
  /** Where it runs beside others. Default: a playground of its own, whose own controllers run. */
  readonly playground?: PlaygroundHarness;
}

/**
 * A reconciler at work on the playground, in process and on a clock that is moved by hand, over a line that is as bad as `faults` says:
 * `start` leaves it good, so that `setup` succeeds; set `faults.active` to make it bad, and `faults.heal()` to make it good again.
 */
export class PlaygroundController {
  readonly playground: PlaygroundHarness;
  readonly probe = new RecordingProbe();
  readonly log = new RecordingLogger();
  readonly faults: Faults;
  readonly #reconciler: Reconciler;
  readonly #options: PlaygroundControllerOptions;
  readonly #stop = new AbortController();
  #factory: SharedInformerFactory | undefined;
  #controller: Controller | undefined;
  #running: Promise<void> | undefined;

  constructor(reconciler: Reconciler, options: PlaygroundControllerOptions = {}) {
    this.#reconciler = reconciler;
    this.#options = options;
    this.playground = options.playground ?? new PlaygroundHarness({ controllers: handedOver });
    this.faults = new Faults(options.seed ?? 1, this.playground.clock, options.rates);
    this.faults.heal();
  }

  get controller(): Controller {
    if (!this.#controller) throw new Error('it was not started');
    return this.#controller;
  }

  async start(): Promise<this> {
    const { clock, playground } = this.playground;
    const { seed = 1, dryRun = false, transport = (inner) => inner } = this.#options;
    const engine = { clock, probe: this.probe, gate: openGate, random: seededRandom(seed), logger: this.log };
    const factory = new SharedInformerFactory({
      ...engine,
      listerWatcherFor: (resource, scope) => faultyListerWatcher(new ApiListerWatcher(playground, scope, resource), this.faults),
    });
    this.#factory = factory;
    this.#controller = new Controller({
      ...engine,
      reconciler: this.#reconciler,
      kindOf: await resolveKinds(this.#reconciler, () => Promise.resolve(builtInResources)),
      informerFor: (resource, resyncPeriodMs) => {
        const informer = factory.informer(resource, {}, { resyncPeriodMs });
        factory.start();
        return informer;
      },
      client: transport(faultyTransport(new ApiWriteTransport(this.playground), this.faults)),
      writes: { dryRun },
    });
    this.#running = this.#controller.run(this.#stop.signal);
    this.#running.catch(() => undefined); // told by `stop`
    await clock.settle();
    return this;
  }

  /** @throws what ended it before */
  async stop(reason?: unknown): Promise<void> {
    this.#stop.abort(reason);
    await this.playground.clock.settle();
    await this.#running;
    await this.#factory?.shutdown();
  }

  /** Lets time pass over a bad line, then over a good one until everything that was put off has been done. */
  async endure(badMs: number, goodMs = 120_000): Promise<void> {
    this.faults.active = true;
    await this.playground.clock.advance(badMs);
    this.faults.heal();
    await this.playground.clock.advance(goodMs);
  }

  /** As the server has them, by name. */
  async objects(resource: string, namespace?: string): Promise<readonly KubeObject[]> {
    const { json } = await this.playground.get(resourcePath(parseResource(resource)!, namespace));
    return json.items as KubeObject[];
  }

  object(resource: string, namespace: string | undefined, name: string): Promise<KubeObject> {
    return this.playground.object(resourcePath(parseResource(resource)!, namespace, name));
  }

  /** As somebody else's write. */
  async patch(resource: string, namespace: string | undefined, name: string, patch: unknown): Promise<void> {
    const { status, text } = await this.playground.patch(resourcePath(parseResource(resource)!, namespace, name), patch);
    if (status !== 200) throw new Error(text);
    await this.playground.clock.settle();
  }

  /** What a second run of the key writes: nothing, when it has converged. */
  async writesOfSecondRun(key: string): Promise<string[]> {
    const report = this.controller.runAgain(key);
    await this.playground.clock.settle();
    const { outcome, writes } = await report;
    return [...(outcome === 'failed' || outcome === 'stopped' ? [outcome] : []), ...writes.map(({ verb, target }) => `${verb} ${target}`)];
  }
}
