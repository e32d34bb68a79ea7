import { orAborted } from '../base/abort.ts';
import { messageOf } from '../base/codedError.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Reconciler, ResourceName } from '../controller/api.ts';
import { type Controller, type ControllerState, NotRunningError } from '../controller/controller.ts';
import { Killed } from '../controller/leaderElection.ts';
import type { RunReport } from '../controller/runReport.ts';
import type { ControllerRecord } from './controllerRecord.ts';
import type { InformerHolder } from './sessionInformers.ts';
import type { LaunchedReconciler, LaunchReconciler, ReconcilerLine } from './launchReconciler.ts';
import { type ReconcilerSource, sourceName } from './reconcilerSource.ts';
import { touchedResources } from './touchedResources.ts';

/** How a reconciler is run, this once. */
export interface RunOptions {
  /** The server checks every write and stores none. */
  readonly dryRun: boolean;
  /** Where the reconciler does not say. Default 1. */
  readonly workers?: number;
  /** Its queue has priorities, where the reconciler does not say. Default: it has none. */
  readonly priority?: boolean;
  /** Objects of this namespace only. */
  readonly namespace?: string;
  /** One of several of the same reconciler, told apart by this; those that share its name elect a leader by a Lease. */
  readonly replica?: string;
  /** It waits for a debugger on this port of 127.0.0.1 before its file is loaded. */
  readonly debug?: (port: number) => void;
}

/** What is known of a reconciler only when it has been loaded, its name and what it watches, may decide how it is run. Undefined: not at all. */
export type AskHow = (reconciler: Reconciler) => Promise<RunOptions | undefined>;

/** How a reconciler is run as long as it works with these resources: nobody was asked about others. */
export interface Answer {
  readonly run: RunOptions;
  readonly resources: readonly ResourceName[];
}

/** Who is asked how a reconciler is run. */
export interface Asking {
  readonly ask: AskHow;
  /** Said before it was started. */
  readonly answer?: Answer;
  readonly debug?: (port: number) => void;
}

/** `crashed`: it ended, or did not come up, though nobody had asked it to end. */
export type SessionControllerState = ControllerState | 'crashed';

export interface SessionControllerOptions {
  readonly source: ReconcilerSource;
  /** Who is asked; or the answer, where nobody is to be: for the resources of the first start. */
  readonly how: RunOptions | Asking;
  readonly launch: LaunchReconciler;
  /** Counts the starts of all. */
  readonly nextStart: () => number;
  /** The controller for a reconciler that is ready, whose informers `holder` holds. @throws for one that cannot run here */
  readonly create: (reconciler: Reconciler, options: RunOptions, holder: InformerHolder) => Promise<Controller>;
  /** Resolves when nothing that was started before runs under that name any more: with false when what was started later does. */
  readonly claim: (name: string, by: SessionController) => Promise<boolean>;
  readonly letGo: (holder: InformerHolder) => Promise<void>;
  readonly record: ControllerRecord;
  readonly logger: Logger;
}

/** From one start to its end. */
interface Life {
  readonly launched: LaunchedReconciler;
  readonly abort: AbortController;
  controller?: Controller;
  /** Once it has a name of its own. */
  holder?: InformerHolder;
  error?: unknown;
  isOver: boolean;
  over: Promise<void>;
}

/** One reconciler on one session: it stays what it is while its process comes and goes. */
export class SessionController {
  readonly #options: SessionControllerOptions;
  readonly #onChange = new Emitter<void>();
  readonly #onLine = new Emitter<ReconcilerLine>();
  #name: string;
  /** The last one that was given in time. */
  #answer: Answer | undefined;
  #life: Life | undefined;
  #startedAs = 0;
  /** Taken off its session: whoever still knows it starts nothing that nobody would stop. */
  #isDisposed = false;
  /** Somebody wants it to start, and it has not begun to yet. */
  #isToStart = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SessionControllerOptions) {
    this.#options = options;
    this.#name = sourceName(options.source);
    this.#answer = 'ask' in options.how ? options.how.answer : undefined;
  }

  /** Fires when the state, or what is known of it, has changed. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Everything that it, or its process, writes. */
  readonly onLine: Event<ReconcilerLine> = this.#onLine.event;

  /** Unique on its session; that of its file until it has said its own. */
  get name(): string {
    return this.#name;
  }

  /** Which start of all its last one was. */
  get startedAs(): number {
    return this.#startedAs;
  }

  get source(): ReconcilerSource {
    return this.#options.source;
  }

  get state(): SessionControllerState {
    const life = this.#life;
    if (this.#isToStart) return 'starting';
    if (!life) return 'stopped';
    if (life.error !== undefined) return 'crashed';
    if (life.isOver) return 'stopped';
    const { state = 'starting' } = life.controller ?? {};
    return state === 'stopped' ? 'running' : state; // it is, until nothing of it is left
  }

  /** Why it crashed; `ReconcilerError.is` tells what its process did. */
  get error(): unknown {
    return this.#life?.error;
  }

  /** The same as one sentence. */
  get sentence(): string | undefined {
    return this.error === undefined ? undefined : messageOf(this.error);
  }

  /** Its keys and what it wrote, from its last start on. */
  get record(): ControllerRecord {
    return this.#options.record;
  }

  /** While it runs, or waits to. */
  get controller(): Controller | undefined {
    return this.#life?.controller;
  }

  get options(): RunOptions | undefined {
    return this.#answer?.run;
  }

  /** Until it is known: what is safe. */
  get dryRun(): boolean {
    return this.#answer?.run.dryRun ?? true;
  }

  get workers(): number {
    return this.controller?.workers ?? 0;
  }

  get busy(): number {
    return this.controller?.busy ?? 0;
  }

  get pid(): number | undefined {
    return this.#life?.launched.pid;
  }

  /** Bytes that its process uses; 0 while unknown. */
  get memory(): number {
    return this.#life?.launched.memory ?? 0;
  }

  /**
   * Resolves when it is set going, or could not be: then it is `crashed`, or `stopped` if whoever was asked said no.
   * @throws when nothing could even be launched
   */
  start(): Promise<void> {
    this.#isToStart = true;
    return this.#serially(() => this.#start());
  }

  /** Resolves when nothing of it runs any more, and informers that only it needed have stopped. */
  stop(): Promise<void> {
    this.#life?.abort.abort(); // also what a turn before this one waits for
    return this.#serially(() => this.#stop());
  }

  /** Ends it, and starts it anew from its file as that is now: everything is reconciled again. It is another run, of which whoever is asked is asked anew. */
  restart(): Promise<void> {
    this.#life?.abort.abort();
    this.#isToStart = true;
    return this.#serially(() => {
      if ('ask' in this.#options.how) this.#answer = undefined;
      return this.#start();
    });
  }

  /** The same without another question, as long as it works with what was asked about: its file was saved, and the run goes on. */
  reload(): Promise<void> {
    this.#life?.abort.abort();
    return this.start();
  }

  /** Ends its process in the middle of whatever it does. It is `crashed` then. */
  async kill(): Promise<void> {
    const life = this.#life;
    await life?.launched.kill();
    await life?.over;
  }

  /**
   * Runs a settled key once more, and says what was written: nothing, if the reconciler is idempotent.
   * @throws NotRunningError while it does not run
   */
  async runAgain(key: string): Promise<RunReport> {
    const { controller, name, state } = this;
    if (controller && state !== 'crashed') return controller.runAgain(key);
    throw new NotRunningError('notRunning', `${name} does not run now, so that ${key} cannot be run again`, { controller: name, state: 'stopped' });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.record.keys.dispose();
    this.#onChange.dispose();
    this.#onLine.dispose();
  }

  /** One after the other, so that no two lives of it overlap. */
  #serially(step: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(step);
    this.#turn = done.catch(() => undefined); // whoever asked for it is told
    return done;
  }

  async #stop(): Promise<void> {
    await this.#end();
    if (!this.#life) return;
    this.#life = undefined;
    this.#onChange.fire();
  }

  async #end(): Promise<void> {
    this.#life?.abort.abort();
    await this.#life?.over;
  }

  async #start(): Promise<void> {
    await this.#end();
    const { source, how, launch, record, nextStart } = this.#options;
    this.#isToStart = false;
    if (this.#isDisposed) return;
    this.#startedAs = nextStart();
    this.#life = undefined;
    record.begin();
    const launched = launch(source, how.debug);
    const over = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    const life: Life = { launched, abort: new AbortController(), isOver: false, over: over.promise };
    this.#life = life;
    this.#onChange.fire();
    void this.#live(life, going.resolve).finally(() => {
      life.isOver = true;
      going.resolve();
      over.resolve();
      this.#onChange.fire();
    });
    await going.promise;
  }

  /** @param isGoing called when it has come as far as a start goes */
  async #live(life: Life, isGoing: () => void): Promise<void> {
    const { launched, abort } = life;
    const { signal } = abort;
    launched.onLine((line) => {
      this.#onLine.fire(line);
      // The controller has said that it failed; this is where.
      if (line.level === 'error' && line.key !== undefined) this.#options.logger.info(this.#name, `${line.key}: ${line.text}`);
    });
    launched.onMutation((mutation) => life.controller?.reportMutation(mutation));
    signal.addEventListener('abort', () => void launched.stop(), { once: true });
    void this.#watch(life);
    try {
      const controller = await this.#prepare(life);
      if (!controller || signal.aborted) return;
      life.controller = controller;
      controller.onChange(() => {
        if (controller.state !== 'running') this.record.keys.leaveQueue(); // each term of a leader has a queue of its own
        this.#onChange.fire();
      });
      const running = controller.run(signal);
      this.#onChange.fire();
      isGoing();
      await running;
    } catch (error) {
      if (!signal.aborted) this.#crash(life, error);
    } finally {
      abort.abort();
      await launched.stop();
      this.record.keys.leaveQueue();
      if (life.holder) await this.#options.letGo(life.holder);
    }
  }

  async #watch(life: Life): Promise<void> {
    const error = await life.launched.ended;
    if (error && !life.abort.signal.aborted) this.#crash(life, error);
  }

  /** Undefined when nobody wants it any more. */
  async #prepare(life: Life): Promise<Controller | undefined> {
    const { create, claim } = this.#options;
    const { signal } = life.abort;
    const reconciler = await life.launched.ready;
    const answer = await orAborted(this.#howToRun(reconciler), signal);
    if (!answer || signal.aborted) return undefined; // what is answered now is about a process that is gone
    this.#answer = answer;
    const { run } = answer;
    this.#name = run.replica === undefined ? reconciler.name : `${reconciler.name}#${run.replica}`;
    if (!(await orAborted(claim(this.#name, this), signal)) || signal.aborted) return undefined;
    life.holder = { name: this.#name };
    return create(reconciler, run, life.holder);
  }

  /** An answer holds for the resources for which it was given: while another is asked for there is none. */
  async #howToRun(reconciler: Reconciler): Promise<Answer | undefined> {
    const { how } = this.#options;
    const resources = touchedResources(reconciler);
    const answer = this.#answer;
    if (answer && isSame(answer.resources, resources)) return answer;
    if ('ask' in how) {
      this.#answer = undefined;
      const run = await how.ask(reconciler);
      return run && { run, resources };
    }
    if (!answer) return { run: how, resources };
    throw new Error(`${reconciler.name} works with other resources than when it was allowed to run: ${resources.join(', ')}. Stop it, and run it again.`);
  }

  /** As when a machine dies: what it held, a Lease say, is not given back. */
  #crash(life: Life, error: unknown): void {
    if (life.error !== undefined) return;
    life.error = error;
    this.#options.logger.error(this.#name, messageOf(error), error);
    life.abort.abort(new Killed());
    this.#onChange.fire();
  }
}

/** Whatever their order. */
function isSame(one: readonly ResourceName[], other: readonly ResourceName[]): boolean {
  return [...new Set(one)].toSorted().join() === [...new Set(other)].toSorted().join();
}
