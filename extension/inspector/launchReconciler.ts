import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Reconciler } from '../controller/api.ts';
import type { OutputLevel, SentError } from '../controller/process/messages.ts';
import { type Mutation, RemoteReconciler } from '../controller/process/remoteReconciler.ts';
import type { ReconcilerError } from './reconcilerError.ts';
import { type ReconcilerLimits, ReconcilerProcess, type ReconcilerProgram } from './reconcilerProcess.ts';
import type { ReconcilerSource } from './reconcilerSource.ts';

/** A line that a reconciler, or its process, has written; for what failed, the stack. */
export interface ReconcilerLine {
  readonly level: OutputLevel;
  readonly text: string;
  /** `file:line:column` */
  readonly at?: string;
  /** What it worked on, where that is known. */
  readonly key?: string;
}

/** A reconciler that was started somewhere else. */
export interface LaunchedReconciler {
  /** @throws ReconcilerError when it did not come up */
  readonly ready: Promise<Reconciler>;
  /** Resolves when nothing of it is left: with undefined when it was asked to end. Never rejects. */
  readonly ended: Promise<Error | undefined>;
  readonly pid: number | undefined;
  /** Bytes of all its memory, as it said last. */
  readonly memory: number;
  readonly onLine: Event<ReconcilerLine>;
  readonly onMutation: Event<Mutation>;
  /** Asks it to end, and insists after a while. */
  stop(): Promise<void>;
  /** In the middle of whatever it does. */
  kill(): Promise<void>;
}

/** @param onDebugger the reconciler waits for a debugger on this port of 127.0.0.1 */
export type LaunchReconciler = (source: ReconcilerSource, onDebugger?: (port: number) => void) => LaunchedReconciler;

export interface LaunchOptions {
  readonly program: ReconcilerProgram;
  readonly limits?: Partial<ReconcilerLimits>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Each in a process of its own, samples and files of people alike. */
export function launchInProcess({ program, limits, clock, logger }: LaunchOptions): LaunchReconciler {
  return (source, onDebugger) => {
    const file = fileOf(source, program);
    return new ReconcilerInProcess(new ReconcilerProcess({ ...program, file, clock, logger, ...(limits && { limits }), ...(onDebugger && { onDebugger }) }), clock);
  };
}

function fileOf(source: ReconcilerSource, { samples }: ReconcilerProgram): string {
  if (source.kind === 'file') return source.path;
  if (!/^[A-Za-z]\w*$/.test(source.name)) throw new Error(`there is no sample named ${JSON.stringify(source.name)}`);
  return path.join(samples, `${source.name}.ts`);
}

class ReconcilerInProcess implements LaunchedReconciler {
  readonly ready: Promise<Reconciler>;
  readonly ended: Promise<ReconcilerError | undefined>;
  readonly #process: ReconcilerProcess;
  readonly #clock: Clock;
  readonly #onLine = new Emitter<ReconcilerLine>();
  readonly #onMutation = new Emitter<Mutation>();
  #remote: RemoteReconciler | undefined;

  constructor(process: ReconcilerProcess, clock: Clock) {
    this.#process = process;
    this.#clock = clock;
    process.onOutput(({ level, text, at, run }) => {
      const key = run === undefined ? undefined : this.#remote?.keyOf(run);
      this.#onLine.fire({ level, text, ...(at !== undefined && { at }), ...(key !== undefined && { key }) });
    });
    this.ready = this.#connect();
    this.ready.catch(() => undefined); // whoever waits for it is told; nobody has to
    this.ended = process.ended;
    // Whoever waits for the end learns of it before those whose calls fail by it.
    void process.ended.then((error) => clock.defer(() => this.#remote?.end(error ?? new Error('the reconciler has been stopped'))));
  }

  readonly onLine: Event<ReconcilerLine> = this.#onLine.event;

  readonly onMutation: Event<Mutation> = this.#onMutation.event;

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get memory(): number {
    return this.#process.memory;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  async #connect(): Promise<Reconciler> {
    const definition = await this.#process.ready;
    this.#remote = new RemoteReconciler({
      definition,
      channel: this.#process,
      clock: this.#clock,
      onMutation: (mutation) => this.#onMutation.fire(mutation),
      onThrew: (key, error) => this.#onLine.fire(lineOf(key, error)),
    });
    return this.#remote.reconciler;
  }
}

/** The stack names the lines of the author's that led there. */
function lineOf(key: string, { message, stack, at }: SentError): ReconcilerLine {
  return { level: 'error', key, text: stack ?? message, ...(at !== undefined && { at }) };
}
