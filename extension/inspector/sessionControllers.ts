import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { Limiter, Reconciler } from '../controller/api.ts';
import { Controller } from '../controller/controller.ts';
import { ControllerMetrics } from '../controller/controllerMetrics.ts';
import type { ElectionOptions } from '../controller/controllerOptions.ts';
import type { GetObject } from '../controller/leaseLock.ts';
import type { CompileCel } from '../controller/predicates.ts';
import { watchesOf } from '../controller/watchedKind.ts';
import type { WriteRequest, WriteTransport } from '../controller/writeTransport.ts';
import { articleNoteOf } from '../informer/articleNotes.ts';
import type { ClientGo } from '../informer/profile.ts';
import type { ApiResource } from '../kube/resource.ts';
import type { ArticleNote } from '../trace/articleNote.ts';
import type { TraceEntry } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import type { Tracer } from '../trace/tracer.ts';
import { ControllerRecord } from './controllerRecord.ts';
import type { KeyTable } from './keyTable.ts';
import type { LaunchReconciler, ReconcilerLine } from './launchReconciler.ts';
import type { ReconcilerSource } from './reconcilerSource.ts';
import { ReplacedControllers, type WorldAccess } from './replacedControllers.ts';
import { resolveKinds } from './resolveKinds.ts';
import { RulesInForce } from './rulesInForce.ts';
import { type RunOptions, SessionController, type SessionControllerOptions } from './sessionController.ts';
import type { InformerHolder, SessionInformers } from './sessionInformers.ts';
import { touchedResources } from './touchedResources.ts';

export interface SessionControllersOptions {
  readonly informers: SessionInformers;
  readonly client: WriteTransport;
  /** Nobody depends on what is there, so that nobody is asked. Otherwise a reconciler writes to what it names, where it was told to. */
  readonly writesAnything: boolean;
  readonly get: GetObject;
  /** The body of a write as it may be shown. */
  readonly mask: (request: WriteRequest) => unknown;
  /** Where the Lease of replicas is that may work in all namespaces. */
  readonly namespace: string;
  readonly discover: () => Promise<readonly ApiResource[]>;
  readonly launch: LaunchReconciler;
  /** The way to the playground's own controllers; absent where there are none. */
  readonly introspection?: (() => Promise<WorldAccess | undefined>) | undefined;
  readonly tracer: Pick<Tracer, 'lastSeq'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
}

/** The article's figure for the work queue: 1 s · 2ⁿ up to 5 min (contract 16, row 21). */
const articleLimiter: Limiter = { type: 'exponential', baseDelay: 1000, maxDelay: 300_000 };

/** A line, and who wrote it. */
export interface ControllerLine extends ReconcilerLine {
  readonly controller: SessionController;
}

/** The controllers of a session: at most one of each name runs, and each keeps its informers alive. One that crashed stays until it is stopped. */
export class SessionControllers {
  readonly #options: SessionControllersOptions;
  readonly #all = new Map<SessionController, Disposable>();
  /** By the names under which they are in the trace. */
  readonly #records = new Map<string, ControllerRecord>();
  readonly #metrics = new ControllerMetrics();
  /** Of the work queues. */
  readonly #rules = new RulesInForce();
  readonly #replaced: ReplacedControllers;
  #starts = 0;
  readonly #onChange = new Emitter<void>();
  readonly #onLine = new Emitter<ControllerLine>();
  readonly #onCrash = new Emitter<SessionController>();

  constructor(options: SessionControllersOptions) {
    this.#options = options;
    this.#replaced = new ReplacedControllers(options.introspection ?? (() => Promise.resolve(undefined)), options.logger);
  }

  /** Fires when a controller was started, has ended, or is in another state. */
  readonly onChange: Event<void> = this.#onChange.event;

  readonly onLine: Event<ControllerLine> = this.#onLine.event;

  /** Fires once for each time that one crashes. */
  readonly onCrash: Event<SessionController> = this.#onCrash.event;

  /** In the order in which they were started. */
  get all(): readonly SessionController[] {
    return [...this.#all.keys()];
  }

  /** Those that have a queue. */
  get running(): readonly Controller[] {
    return this.all.flatMap(({ state, controller }) => (controller && state !== 'crashed' ? [controller] : []));
  }

  get(name: string): SessionController | undefined {
    return this.all.find((controller) => controller.name === name);
  }

  /** What has become of its keys, from its last start on. */
  keysOf(name: string): KeyTable | undefined {
    return this.#records.get(name)?.keys;
  }

  /** An entry of the trace: that of a controller, or of its queue, is kept with it. */
  note(entry: TraceEntry): void {
    if ('controller' in entry) this.#records.get(entry.controller)?.keys.note(entry);
    else if ('queue' in entry) this.#records.get(entry.queue)?.keys.note(entry);
  }

  /** Figures of all that ran in this session, in Prometheus' exposition format. */
  metrics(): string {
    return this.#metrics.text();
  }

  /**
   * Runs a reconciler in a process of its own until it is stopped; one of the same name that runs already is stopped first. Resolves when it is
   * going, or could not be made to: its state tells. Whoever is asked how it is to run, is asked when it has been loaded.
   * @throws what `launch` throws
   */
  async run(source: ReconcilerSource, how: SessionControllerOptions['how']): Promise<SessionController> {
    const { informers, launch, mask, logger } = this.#options;
    const record = new ControllerRecord(mask);
    const controller = new SessionController({
      source,
      how,
      launch,
      record,
      nextStart: () => ++this.#starts,
      create: (reconciler, options, holder) => this.#create(reconciler, options, holder, record),
      claim: (name, by) => this.#claim(name, by),
      letGo: async (holder) => {
        await informers.letGo(holder);
        await this.#replaced.end(holder);
      },
      logger,
    });
    this.#add(controller);
    try {
      await controller.start();
    } catch (error) {
      this.#remove(controller);
      throw error;
    }
    return controller;
  }

  /** Resolves when nothing of the controller runs any more, and informers that only it needed have stopped. */
  async stop(name: string): Promise<void> {
    await this.get(name)?.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.all.map((controller) => controller.stop()));
    for (const emitter of [this.#onChange, this.#onLine, this.#onCrash]) emitter.dispose();
  }

  #add(controller: SessionController): void {
    let crashed: unknown;
    const lines = controller.onLine((line) => this.#onLine.fire({ ...line, controller }));
    const changes = controller.onChange(() => {
      if (controller.state === 'stopped') this.#remove(controller);
      const { error } = controller;
      if (error !== undefined && error !== crashed) this.#onCrash.fire(controller);
      crashed = error;
      this.#onChange.fire();
    });
    this.#all.set(
      controller,
      toDisposable(() => {
        lines.dispose();
        changes.dispose();
        controller.dispose();
      }),
    );
  }

  #remove(controller: SessionController): void {
    this.#all.get(controller)?.dispose();
    this.#all.delete(controller);
    if (this.#records.get(controller.name) === controller.record) this.#records.delete(controller.name);
  }

  /** A file may say another name each time that it is started: what counts is who was started last. */
  async #claim(name: string, by: SessionController): Promise<boolean> {
    const others = this.all.filter((controller) => controller !== by && controller.name === name);
    if (others.some((other) => other.startedAs > by.startedAs)) return false;
    await Promise.all(others.map((other) => other.stop()));
    for (const old of this.#records.keys()) if (!this.get(old)) this.#records.delete(old);
    return true;
  }

  async #create(reconciler: Reconciler, options: RunOptions, holder: InformerHolder, record: ControllerRecord): Promise<Controller> {
    const { name } = holder;
    this.#records.set(name, record);
    const { informers, client, clock, random, probe, gate, logger } = this.#options;
    const kindOf = await resolveKinds(reconciler, this.#options.discover);
    const compileCel = usesCel(reconciler) ? await loadCel() : undefined;
    const scope = options.namespace === undefined ? {} : { namespace: options.namespace };
    await this.#replaced.begin(holder, reconciler, options);
    return new Controller({
      reconciler,
      name,
      kindOf,
      isolated: true,
      informerFor: (resource, resyncPeriodMs) => {
        const informer = informers.startFor(holder, resource, scope, resyncPeriodMs > 0 ? { resyncPeriodMs } : {});
        record.reads(informer.indexer);
        return informer;
      },
      onWritten: (key, written) => record.written(key, options.dryRun, written),
      client,
      writes: { dryRun: options.dryRun, ...(this.#options.writesAnything ? {} : { allowed: { resources: touchedResources(reconciler), ...scope } }) },
      workers: reconciler.workers ?? options.workers ?? 1,
      queueDefaults: {
        ...(this.#limiterRules(reconciler, name) === 'article' && { limiter: articleLimiter }),
        ...(options.priority !== undefined && { priority: options.priority }),
      },
      ...(compileCel && { compileCel }),
      ...(options.replica !== undefined && { election: this.#election(reconciler, options, options.replica) }),
      metrics: this.#metrics,
      clock,
      random,
      probe,
      gate,
      logger,
    });
  }

  /** What client-go does instead, of an entry of a work queue that backs off as the article tells; undefined where they agree. */
  articleNoteOf(entry: TraceEntry): ArticleNote | undefined {
    return 'queue' in entry && this.#rules.at(entry.queue, entry.seq) === 'article' ? articleNoteOf(entry) : undefined;
  }

  /** Whose rules say how long a failed key waits: one who brings a limiter, or a queue without one, has none of the article's. */
  #limiterRules({ queue = 'rateLimiting', limiter }: Reconciler, name: string): ClientGo {
    const { informers, tracer } = this.#options;
    const clientGo = queue === 'rateLimiting' && !limiter ? informers.clientGo : '1.32';
    this.#rules.started(name, clientGo, tracer.lastSeq);
    return clientGo;
  }

  /** Each start is another holder: a process that is started again has to wait for the Lease of the one that died. */
  #election({ name }: Reconciler, options: RunOptions, replica: string): ElectionOptions {
    const { get, namespace, random } = this.#options;
    const suffix = Math.floor(random() * 2 ** 40).toString(36);
    return { identity: `${name}-${replica}_${suffix}`, lease: { namespace: options.namespace ?? namespace, name }, get };
  }
}

function usesCel(reconciler: Reconciler): boolean {
  return watchesOf(reconciler).some(({ predicates = [] }) => predicates.some(({ type }) => type === 'cel'));
}

/** Only for who needs it: it is the size of the rest of this layer. */
async function loadCel(): Promise<CompileCel> {
  return (await import('./celCompiler.ts')).compileCel;
}
