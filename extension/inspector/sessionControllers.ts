import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { For, Reconciler, ResourceName } from '../controller/api.ts';
import { Controller } from '../controller/controller.ts';
import { ControllerMetrics } from '../controller/controllerMetrics.ts';
import type { CompileCel } from '../controller/predicates.ts';
import { watchOf } from '../controller/watchedKind.ts';
import type { WriteTransport } from '../controller/writeTransport.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import type { ApiResource } from '../kube/resource.ts';
import { resolveKinds } from './resolveKinds.ts';
import type { SessionInformers } from './sessionInformers.ts';

/** How a reconciler is run, this once. */
export interface RunOptions {
  /** The server checks every write and stores none. */
  readonly dryRun: boolean;
  readonly workers: number;
  /** Objects of this namespace only. */
  readonly namespace?: string;
}

export interface SessionControllersOptions {
  readonly informers: SessionInformers;
  readonly client: WriteTransport;
  readonly discover: () => Promise<readonly ApiResource[]>;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
}

interface Running {
  readonly controller: Controller;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** The controllers of a session: at most one of each name runs, and each keeps its informers alive. */
export class SessionControllers {
  readonly #options: SessionControllersOptions;
  readonly #running = new Map<string, Running>();
  readonly #metrics = new ControllerMetrics();
  readonly #onChange = new Emitter<void>();

  constructor(options: SessionControllersOptions) {
    this.#options = options;
  }

  /** Fires when a controller was started or has ended. */
  readonly onChange: Event<void> = this.#onChange.event;

  get all(): readonly Controller[] {
    return Array.from(this.#running.values(), ({ controller }) => controller);
  }

  /** Figures of all that ran in this session, in Prometheus' exposition format. */
  metrics(): string {
    return this.#metrics.text();
  }

  /** Runs the reconciler until {@link stop}; one of the same name that runs already is stopped first. */
  async run(reconciler: Reconciler, options: RunOptions): Promise<Controller> {
    await this.stop(reconciler.name);
    const { informers, client, clock, random, probe, gate, logger } = this.#options;
    const kindOf = await resolveKinds(reconciler, this.#options.discover);
    const compileCel = usesCel(reconciler) ? await loadCel() : undefined;
    const scope = options.namespace === undefined ? {} : { namespace: options.namespace };
    const controller = new Controller({
      reconciler,
      kindOf,
      informerFor: (resource) => informers.startFor(reconciler.name, resource, scope),
      client,
      writes: { dryRun: options.dryRun },
      workers: options.workers,
      ...(compileCel && { compileCel }),
      metrics: this.#metrics,
      clock,
      random,
      probe,
      gate,
      logger,
    });
    const abort = new AbortController();
    const running: Running = { controller, abort, ended: this.#runToTheEnd(controller, abort.signal) };
    this.#running.set(controller.name, running);
    this.#onChange.fire();
    return controller;
  }

  /** Resolves when nothing of the controller runs any more, and informers that only it needed have stopped. */
  async stop(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    running.abort.abort();
    await running.ended;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.stop(name)));
    this.#onChange.dispose();
  }

  async #runToTheEnd(controller: Controller, signal: AbortSignal): Promise<void> {
    try {
      await controller.run(signal);
    } catch (error) {
      this.#options.logger.error('controller', `${controller.name} ended: ${messageOf(error)}`, error);
    }
    this.#running.delete(controller.name);
    await this.#options.informers.letGo(controller.name);
    this.#onChange.fire();
  }
}

function usesCel({ for: own, owns = [], watches = [] }: Reconciler): boolean {
  return [own, ...owns, ...watches].some((watch: ResourceName | For) => watchOf(watch).predicates?.some(({ type }) => type === 'cel'));
}

/** Only for who needs it: it is the size of the rest of this layer. */
async function loadCel(): Promise<CompileCel> {
  return (await import('./celCompiler.ts')).compileCel;
}
