import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Clock } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import { isRecord } from '../kube/object.ts';
import type { IntrospectionClient } from './introspection/introspectionClient.ts';
import { playgroundFlags, playgroundNodeFlags, type PlaygroundSettings } from './playgroundFlags.ts';

/** How the playground is reached: as any cluster, through a kubeconfig. */
export interface PlaygroundAddress {
  readonly server: string;
  /** Path of its kubeconfig, removed when it ends. */
  readonly kubeconfig: string;
}

export type PlaygroundErrorCode =
  | 'notStarted' // the program could not be run
  | 'ended' // it ended before it was ready
  | 'silent' // it was not ready in time
  | 'unreadable'; // it said something else than its address

/** The playground did not come up. `data.output` is the end of what it wrote to standard error. */
export class PlaygroundError extends CodedError<PlaygroundErrorCode, { readonly output: string }> {
  override readonly name = 'PlaygroundError';

  static is(error: unknown, code?: PlaygroundErrorCode): error is PlaygroundError {
    return error instanceof PlaygroundError && (code === undefined || error.code === code);
  }
}

export interface PlaygroundProcessOptions {
  /** Path of the program. */
  readonly program: string;
  /** A Node, or an Electron that is told to be one. */
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How it ended, when nobody had asked it to. */
export interface UnexpectedExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** One that ends is noticed at once; this is for one that hangs. 20,000 pods on a machine that has ten other things to do take more than half a minute. */
const readyWithinMs = 120_000;
const stopWithinMs = 3000;
/** Characters of standard error that are kept for the error and the log. */
const outputLimit = 4000;

interface Running {
  readonly child: ChildProcess;
  readonly settings: PlaygroundSettings;
  readonly address: Promise<PlaygroundAddress>;
  readonly exited: Promise<void>;
  expected: boolean;
  /** What it said of the way into its inside, once it is ready. */
  inside: unknown;
  /** Since somebody looked. */
  introspection: Promise<IntrospectionClient | undefined> | undefined;
}

/**
 * The playground as a process of its own: started, watched and stopped. It is told to end with its parent by an IPC
 * channel, which closes whatever happens to the parent.
 */
export class PlaygroundProcess {
  readonly #options: PlaygroundProcessOptions;
  readonly #onUnexpectedExit = new Emitter<UnexpectedExit>();
  #running: Running | undefined;

  constructor(options: PlaygroundProcessOptions) {
    this.#options = options;
  }

  /** Fires when it has ended although it was ready and nobody had asked it to. */
  readonly onUnexpectedExit: Event<UnexpectedExit> = this.#onUnexpectedExit.event;

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** What the one that runs was started with. */
  get settings(): PlaygroundSettings | undefined {
    return this.#running?.settings;
  }

  /** The way into its inside, while it is up; what looks there is loaded when somebody does. Nobody else has it. */
  async introspection(): Promise<IntrospectionClient | undefined> {
    const running = this.#running;
    if (running?.inside === undefined) return undefined;
    return (running.introspection ??= this.#lookInside(running));
  }

  /** Its address, once it is up; the one that runs already, if there is one. @throws PlaygroundError */
  start(settings: PlaygroundSettings): Promise<PlaygroundAddress> {
    this.#running ??= this.#spawn(settings);
    return this.#running.address;
  }

  /** Asks it to end, insists after a while, and resolves when it has ended. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    running.expected = true;
    running.child.kill('SIGTERM');
    const insist = this.#options.clock.setTimer(stopWithinMs, () => running.child.kill('SIGKILL'));
    await running.exited;
    insist.dispose();
  }

  #spawn(settings: PlaygroundSettings): Running {
    const { program, execPath, env, logger } = this.#options;
    const { NODE_OPTIONS: _, ...inherited } = env; // a debugger's options are not meant for it
    const child = spawn(execPath, [...playgroundNodeFlags, program, ...playgroundFlags(settings)], {
      env: { ...inherited, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    logger.info('playground', `started process ${child.pid ?? '?'}: size ${settings.size}, seed ${settings.seed}, churn ${settings.churn}`);
    const { promise: address, resolve, reject } = Promise.withResolvers<PlaygroundAddress>();
    const { promise: exited, resolve: onExited } = Promise.withResolvers<void>();
    const running: Running = { child, settings, address, exited, expected: false, inside: undefined, introspection: undefined };
    let output = '';
    let ready = false;
    const fail = (code: PlaygroundErrorCode, message: string, cause?: unknown): void => {
      reject(new PlaygroundError(code, message, { output }, { cause }));
    };
    const patience = this.#options.clock.setTimer(readyWithinMs, () => {
      fail('silent', `the playground was not ready within ${readyWithinMs / 1000} s`);
      child.kill('SIGKILL');
    });
    createInterface({ input: child.stdout! }).once('line', (line) => {
      patience.dispose();
      const parsed = parseLine(line);
      ready = parsed !== undefined;
      if (parsed) {
        running.inside = parsed.inside;
        return resolve(parsed.address);
      }
      fail('unreadable', 'the playground did not say where it listens');
      child.kill('SIGKILL');
    });
    createInterface({ input: child.stderr! }).on('line', (line) => {
      logger.info('playground', line);
      output = `${output}${line}\n`.slice(-outputLimit);
    });
    const ended = (code: number | null, signal: string | null): void => {
      patience.dispose();
      if (this.#running === running) this.#running = undefined;
      void running.introspection?.then((introspection) => introspection?.dispose());
      fail('ended', `the playground ended with ${signal ?? `status ${code}`}`);
      if (ready && !running.expected) this.#onUnexpectedExit.fire({ code, signal, output });
      onExited();
    };
    child.once('error', (error) => {
      fail('notStarted', messageOf(error), error);
      if (child.pid === undefined) ended(null, null); // never ran: there will be no exit
    });
    child.once('exit', (code, signal) => {
      logger.info('playground', `process ${child.pid ?? '?'} ended with ${signal ?? `status ${code}`}`);
      ended(code, signal);
    });
    return running;
  }

  async #lookInside(running: Running): Promise<IntrospectionClient | undefined> {
    const [{ IntrospectionClient: Client }, { readIntrospectionAddress }] = await Promise.all([import('./introspection/introspectionClient.ts'), import('./introspection/introspectionTransport.ts')]);
    const address = readIntrospectionAddress(running.inside);
    return address && this.#running === running ? new Client(address, this.#options.clock) : undefined;
  }
}

function parseLine(line: string): { readonly address: PlaygroundAddress; readonly inside: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // the caller says so
  }
  if (!isRecord(value)) return undefined;
  const { server, kubeconfig, introspection } = value;
  if (typeof server !== 'string' || typeof kubeconfig !== 'string') return undefined;
  return { address: { server, kubeconfig }, inside: introspection };
}
