import type { Random } from '../../extension/base/random.ts';
import { namespaceIndex, namespaceIndexFunc } from '../../extension/informer/indexer.ts';
import type { InformerExtras } from '../../extension/informer/informerOptions.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import { type InformerScope, type InformerSettings, SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { FakeClock } from './fakeClock.ts';
import { ManualGate } from './manualGate.ts';
import { RecordingHandler } from './recordingHandler.ts';
import { RecordingLogger } from './recordingLogger.ts';
import { RecordingProbe } from './recordingProbe.ts';

export const pods: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };

export interface HarnessOptions extends InformerExtras {
  readonly settings?: Partial<InformerSettings>;
  readonly scope?: InformerScope;
  readonly gate?: ManualGate;
  readonly random?: Random;
}

/** An informer on pods with a clock, probe, gate and one handler that a test can look into. */
export class InformerHarness {
  readonly clock = new FakeClock();
  readonly probe = new RecordingProbe();
  readonly log = new RecordingLogger();
  readonly handler = new RecordingHandler();
  readonly gate: ManualGate;
  readonly informer: SharedInformer;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  /** Without `random` every draw is 0: delays are their bases. */
  constructor(listerWatcher: ListerWatcher, options: HarnessOptions = {}) {
    this.gate = options.gate ?? new ManualGate();
    this.informer = new SharedInformer({
      ...options,
      resource: pods,
      scope: options.scope ?? {},
      settings: options.settings ?? {},
      listerWatcher,
      indexers: { [namespaceIndex]: namespaceIndexFunc },
      clock: this.clock,
      random: options.random ?? (() => 0),
      probe: this.probe,
      gate: this.gate,
      logger: this.log,
    });
  }

  /** Registers the handler, starts, and lets happen what happens without time passing. */
  async start(): Promise<this> {
    this.informer.addEventHandler(this.handler, { name: 'test' });
    return this.run();
  }

  async run(): Promise<this> {
    this.#running = this.informer.run(this.#stop.signal);
    await this.clock.settle();
    return this;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await this.#running;
  }

  /** Keys and versions in the cache, sorted. */
  get cache(): string[] {
    return this.informer.indexer
      .listKeys()
      .map((key) => `${key} ${this.informer.indexer.get(key)!.metadata.resourceVersion}`)
      .toSorted();
  }
}
