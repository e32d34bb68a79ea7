import { DeltaFifo } from '../../extension/informer/deltaFifo.ts';
import type { DeltaQueue } from '../../extension/informer/deltaQueue.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import { profiles } from '../../extension/informer/profile.ts';
import { Reflector } from '../../extension/informer/reflector.ts';
import type { ReflectorOptions } from '../../extension/informer/reflectorRound.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { FakeClock } from './fakeClock.ts';
import { RecordingLogger } from './recordingLogger.ts';
import { RecordingProbe } from './recordingProbe.ts';

/** A Reflector alone, with a queue that nobody pops. */
export class ReflectorHarness {
  readonly clock: FakeClock;
  readonly probe = new RecordingProbe();
  readonly log = new RecordingLogger();
  readonly queue: DeltaQueue;
  readonly reflector: Reflector;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(listerWatcher: ListerWatcher, { clock = new FakeClock(), ...options }: Partial<ReflectorOptions> & { readonly clock?: FakeClock } = {}) {
    this.clock = clock;
    this.queue = options.queue ?? new DeltaFifo({ informer: 'v1/pods', probe: this.probe });
    this.reflector = new Reflector({
      informer: 'v1/pods',
      listerWatcher,
      profile: profiles['1.32'],
      clock: this.clock,
      random: () => 0,
      probe: this.probe,
      gate: openGate,
      logger: this.log,
      resyncPeriodMs: 0,
      ...options,
      queue: this.queue,
    });
  }

  async start(): Promise<this> {
    this.#running = this.reflector.run(this.#stop.signal);
    await this.clock.settle();
    return this;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await this.#running;
  }
}
