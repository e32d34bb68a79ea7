import { orAborted } from '../base/abort.ts';
import { CodedError } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { formatResource } from '../kube/resource.ts';
import type { GateSubject } from '../trace/gate.ts';
import { PriorityQueue } from '../workqueue/priorityQueue.ts';
import type { RateLimitingInterface } from '../workqueue/rateLimitingInterface.ts';
import { type Reconciler, TerminalError } from './api.ts';
import { checkReconciler } from './checkReconciler.ts';
import type { ReconcileMetrics } from './controllerMetrics.ts';
import type { ControllerOptions, ElectionOptions } from './controllerOptions.ts';
import { createQueue } from './controllerQueue.ts';
import type { Enqueue } from './enqueue.ts';
import { guardedReconciler } from './guardedReconciler.ts';
import { LeaderElector } from './leaderElection.ts';
import { listen } from './listen.ts';
import type { CompileCel } from './predicates.ts';
import { ReconcilerRunner, type RunOutcome } from './reconcilerRunner.ts';
import { retry, type RetryOptions, settle } from './requeue.ts';
import type { RunReport } from './runReport.ts';
import { type WatchSource, watchSources } from './watchSources.ts';

/** `standby`: its caches run, and its workers wait until it leads. */
export type ControllerState = 'starting' | 'standby' | 'running' | 'stopped';

/** There is nothing to be had of a controller whose workers do not run. */
export class NotRunningError extends CodedError<'notRunning', { readonly controller: string; readonly state: ControllerState }> {
  override readonly name = 'NotRunningError';
}

/**
 * SharedInformers → handlers → work queue → workers, for one reconciler: the loop that every controller
 * is. Reads go to the Indexers, writes to the API server, and nothing else connects the two.
 */
export class Controller {
  readonly name: string;
  readonly #options: ControllerOptions;
  readonly #sources: readonly WatchSource[];
  readonly #informers = new Map<string, SharedInformer>();
  readonly #runner: ReconcilerRunner;
  readonly #metrics: ReconcileMetrics | undefined;
  readonly #retries: RetryOptions;
  readonly #onChange = new Emitter<void>();
  #queue: RateLimitingInterface;
  #state: ControllerState = 'starting';
  /** While workers run: aborts when they are to stop. */
  #working: AbortSignal | undefined;
  #busy = 0;

  /** @throws DefinitionProblem for what is no reconciler that could be run; RangeError for an election that could not be held */
  constructor(options: ControllerOptions) {
    const { name = options.reconciler.name, metrics, election, writes, isolated = false, compileCel = noCel } = options;
    checkReconciler(options.reconciler);
    const reconciler = isolated ? options.reconciler : guardedReconciler(options.reconciler, (mutation) => this.reportMutation(mutation));
    if (election && writes.dryRun) throw new RangeError(`${name} cannot elect a leader in a dry run, in which no Lease is stored`);
    this.name = name;
    this.#options = options;
    this.#sources = watchSources(reconciler, compileCel);
    this.#runner = new ReconcilerRunner({ ...options, subjectOf: (key) => this.#subjectOf(key), reconciler, name, writes: { fieldManager: reconciler.name, ...writes }, informers: this.#informers });
    this.#metrics = metrics?.of(name, this.workers);
    this.#retries = { controller: name, maxRetries: reconciler.maxRetries ?? Infinity, probe: options.probe, logger: options.logger };
    this.#queue = this.#createQueue();
  }

  /** Fires when the state has changed. */
  readonly onChange: Event<void> = this.#onChange.event;

  get state(): ControllerState {
    return this.#state;
  }

  /** Each term of a leader has a queue of its own. */
  get queue(): RateLimitingInterface {
    return this.#queue;
  }

  get reconciler(): Reconciler {
    return this.#options.reconciler;
  }

  get workers(): number {
    return this.#options.workers ?? this.#options.reconciler.workers ?? 1;
  }

  /** Workers that have a key in hand now. */
  get busy(): number {
    return this.#busy;
  }

  get dryRun(): boolean {
    return this.#options.writes.dryRun;
  }

  /** Figures of this controller and its queue in Prometheus' exposition format; empty where none are kept. */
  get metricsText(): string {
    return this.#options.metrics?.text(this.name) ?? '';
  }

  /**
   * Runs until `signal` aborts (K-04); then nothing of it is left: no handler, no worker, no timer. Run it once.
   * @throws CodedError `setup` when the reconciler could not install what it needs
   */
  async run(signal: AbortSignal): Promise<void> {
    const { election, reconciler } = this.#options;
    try {
      if (reconciler.setup && !(await this.#runner.setUp(signal))) return;
      this.#openInformers();
      if (election) await this.#elector(election).run(signal, (leading) => this.#work(leading));
      else await this.#work(signal);
    } finally {
      this.#queue.shutDown();
      this.#become('stopped');
      this.#onChange.dispose();
    }
  }

  /**
   * Runs the key once more, beside the queue but never beside another run of the key, and says what was written. It
   * is for a key that is settled: a run that finds nothing to do and writes all the same is not idempotent.
   * @throws NotRunningError
   */
  async runAgain(key: string): Promise<RunReport> {
    const signal = this.#working;
    if (!signal) throw new NotRunningError('notRunning', `${this.name} has no workers now, so that ${key} cannot be run again`, { controller: this.name, state: this.#state });
    const { queue, dirty, processing, waiting } = this.#queue.snapshot(Infinity);
    const isUnsettled = [...queue, ...dirty, ...processing].includes(key) || waiting.some((each) => each.key === key);
    return this.#runner.runAgain(key, !isUnsettled, this.workers, signal);
  }

  /** For a reconciler that runs elsewhere: it tried to change an object of the cache while it worked on this key. */
  reportMutation(mutation: { readonly key: string; readonly path: string; readonly at: string }): void {
    this.#runner.reportMutation(mutation);
  }

  /** One term of work: from the first cached object to the last worker's end. */
  async #work(signal: AbortSignal): Promise<void> {
    if (this.#queue.isShuttingDown) this.#queue = this.#createQueue();
    const queue = this.#queue;
    const owned = new DisposableStore();
    const shutDown = (): void => queue.shutDown();
    signal.addEventListener('abort', shutDown, { once: true });
    if (signal.aborted) shutDown();
    try {
      this.#register(queue, owned, signal);
      if (!(await this.#waitForCacheSync(signal))) return;
      this.#working = signal;
      this.#become('running');
      const slice = new TimeSlice(this.#options.clock);
      await Promise.all(Array.from({ length: this.workers }, (_, worker) => this.#runWorker({ worker, queue, signal, slice })));
    } finally {
      this.#working = undefined;
      signal.removeEventListener('abort', shutDown);
      shutDown();
      owned.dispose();
    }
  }

  async #runWorker(work: Work): Promise<void> {
    while (await this.#processNextWorkItem(work)) {
      // A queue that is never empty must not keep everybody else from theirs.
      if (work.slice.isSpent()) await work.slice.rest();
    }
  }

  /** One turn of the loop (K-01). False when the controller is stopped. */
  async #processNextWorkItem({ worker, queue, signal }: Work): Promise<boolean> {
    // 1. Get: waits for a key, and has it alone until Done.
    const item = await queue.get(signal);
    if (!item) return false;
    this.#hold(+1);
    try {
      // 2. Reconcile: makes the world match the object that the key names.
      const outcome = await this.#runner.run({ key: item.key, cause: item.cause, attempts: item.attempts, worker, signal });
      // 3a. Forget, after a success: its failures count no more.
      if (outcome?.type === 'ended') settle(queue, item, outcome.result, outcome.seq);
      // 3b. AddRateLimited, after a failure: it is tried again, later and later.
      else if (outcome?.type === 'failed') retry(queue, item, outcome.error, outcome.seq, this.#retries);
      this.#measure(outcome);
    } finally {
      // Done, always, and after 3 (K-06): what was added meanwhile comes again.
      this.#hold(-1);
      queue.done(item.key);
    }
    return true;
  }

  #measure(outcome: RunOutcome | undefined): void {
    if (!outcome || !this.#metrics) return;
    if (outcome.type === 'failed') {
      this.#metrics.reconciled('error', outcome.ms);
      if (TerminalError.is(outcome.error)) this.#metrics.terminal();
    } else {
      this.#metrics.reconciled(outcome.result.requeueAfter !== undefined ? 'requeue_after' : outcome.result.requeue ? 'requeue' : 'success', outcome.ms);
    }
  }

  #hold(change: 1 | -1): void {
    this.#busy += change;
    if (change > 0) this.#metrics?.active.inc();
    else this.#metrics?.active.dec();
  }

  #openInformers(): void {
    const { kindOf, informerFor, reconciler } = this.#options;
    for (const { resource } of this.#sources) {
      const kind = kindOf(resource);
      const name = formatResource(kind);
      if (!this.#informers.has(name)) this.#informers.set(name, informerFor(kind, reconciler.resync ?? 0));
    }
  }

  #register(queue: RateLimitingInterface, owned: DisposableStore, signal: AbortSignal): void {
    const { kindOf, reconciler, clock, probe, logger } = this.#options;
    const enqueue: Enqueue =
      queue instanceof PriorityQueue ? (key, cause, priority) => queue.addWithOptions({ priority }, key, cause) : (key, cause) => queue.add(key, cause);
    const own = kindOf(this.#sources[0]!.resource);
    for (const source of this.#sources) {
      const informer = this.#informers.get(formatResource(kindOf(source.resource)))!;
      owned.add(listen(source, informer, { own, enqueue, signal, controller: this.name, resyncPeriodMs: reconciler.resync ?? 0, clock, probe, logger }));
    }
  }

  /** False when it is stopped, or one of its informers is, before all have synced (S-11). */
  async #waitForCacheSync(signal: AbortSignal): Promise<boolean> {
    const informers = Array.from(this.#informers.values(), (informer) => informer.whenSynced);
    const synced = await orAborted(Promise.all(informers), signal);
    return synced !== undefined && synced.every(Boolean);
  }

  /** The object that a key names, as far as the cache has it. */
  #subjectOf(key: string): GateSubject {
    const { kindOf } = this.#options;
    const object = this.#informers.get(formatResource(kindOf(this.#sources[0]!.resource)))?.indexer.get(key);
    return object ? { object } : {};
  }

  #createQueue(): RateLimitingInterface {
    const { reconciler, queueDefaults, clock, probe, gate, metrics } = this.#options;
    const { queue, limiter = queueDefaults?.limiter, priority = queueDefaults?.priority } = reconciler;
    const asked = { ...(queue && { queue }), ...(limiter && { limiter }), ...(priority !== undefined && { priority }) };
    return createQueue(asked, { name: this.name, clock, probe, gate, subjectOf: (key) => this.#subjectOf(key), ...(metrics && { metrics }) });
  }

  #elector(election: ElectionOptions): LeaderElector {
    const { client, clock, random, logger, probe, reconciler } = this.#options;
    this.#become('standby');
    return new LeaderElector({
      ...election,
      transport: client,
      fieldManager: reconciler.name,
      clock,
      random,
      logger,
      onNewLeader: ({ holderIdentity: holder, leaseTransitions: transitions }) => {
        const leads = holder === election.identity;
        probe.record({ kind: 'reconcile.leader', controller: this.name, leads, holder, transitions });
        if (!leads) this.#become('standby');
      },
    });
  }

  #become(state: ControllerState): void {
    if (this.#state === state || this.#state === 'stopped') return;
    this.#state = state;
    this.#onChange.fire();
  }
}

/** What a worker works with. */
interface Work {
  readonly worker: number;
  readonly queue: RateLimitingInterface;
  readonly signal: AbortSignal;
  /** All workers share the time that they may keep from others. */
  readonly slice: TimeSlice;
}

const noCel: CompileCel = () => {
  throw new Error('there is nobody here who understands CEL');
};
