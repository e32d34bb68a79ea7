import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Channel } from '../controller/process/channel.ts';
import type { ReconcilerDefinition } from '../controller/process/definition.ts';
import { maxFrame } from '../controller/process/limits.ts';
import type { FromProcess, ToProcess } from '../controller/process/messages.ts';
import { readFromProcess } from '../controller/process/readMessage.ts';
import { Watchdog } from '../controller/process/watchdog.ts';
import { isRecord } from '../kube/object.ts';
import { hasGroups, killGroup } from './killGroup.ts';
import { MessageStream } from './messageStream.ts';
import { ProcessOutput, type ReconcilerOutput } from './processOutput.ts';
import { type ReconcilerEnd, ReconcilerError } from './reconcilerError.ts';

/** The program that reconcilers run in, and where things are on this machine. */
export interface ReconcilerProgram {
  /** `dist/reconciler.js` */
  readonly program: string;
  /** The module that authors import as `informer-inspector`. */
  readonly api: string;
  /** The folder of the samples, each a file of its own. */
  readonly samples: string;
  /** A Node, or an Electron that is told to be one. */
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a process may cost, and how long it may take. */
export interface ReconcilerLimits {
  /** Bytes of V8's heap, and of memory of all kinds together. */
  readonly heap: number;
  readonly memory: number;
  readonly readyMs: number;
  /** For a debugger to come. */
  readonly debuggerMs: number;
  /** Without an answer. */
  readonly silentMs: number;
  /** From being asked to end to being ended. */
  readonly stopMs: number;
}

export const defaultLimits: ReconcilerLimits = {
  heap: 512 * 1024 * 1024,
  memory: 1024 * 1024 * 1024,
  readyMs: 20_000,
  debuggerMs: 60_000,
  silentMs: 10_000,
  stopMs: 3000,
};

export interface ReconcilerProcessOptions extends ReconcilerProgram {
  readonly file: string;
  readonly limits?: Partial<ReconcilerLimits>;
  /** The process waits for a debugger on this port of 127.0.0.1, and is given all the time that somebody needs who debugs. */
  readonly onDebugger?: (port: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Messages that are ignored within ten seconds, and end the process when they are more. */
const ignoredPerWindow = 10_000;
const windowMs = 10_000;
const toldPerWindow = 5;

/** What the end of a process leaves to be read is waited for no longer. */
const lingerMs = 1000;

/**
 * One reconciler's process. Whatever happens in it stays there: it is bounded in memory, output and messages, is ended when it does not
 * answer, and ends with its parent. It never throws; its end is a value.
 */
export class ReconcilerProcess implements Channel {
  readonly #options: ReconcilerProcessOptions;
  readonly #limits: ReconcilerLimits;
  readonly #child: ChildProcess;
  readonly #messages: MessageStream | undefined;
  readonly #owned = new DisposableStore();
  readonly #onMessage = new Emitter<FromProcess>();
  readonly #ready = Promise.withResolvers<ReconcilerDefinition>();
  readonly #ended = Promise.withResolvers<ReconcilerError | undefined>();
  readonly #output: ProcessOutput;
  #watchdog: Watchdog | undefined;
  #patience: Disposable | undefined;
  #name: string;
  #isReady = false;
  #isGone = false;
  #expected = false;
  /** The first reason to end it, or that it gave: what follows from that is no other. */
  #end: ReconcilerEnd | undefined;
  #memory = 0;
  #ignored = { began: 0, count: 0 };

  constructor(options: ReconcilerProcessOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#name = path.basename(options.file);
    const { clock } = options;
    this.#output = new ProcessOutput(clock);
    this.#ready.promise.catch(() => undefined); // whoever waits for it is told; nobody has to
    this.#child = this.#spawn();
    this.#messages = this.#connect(3);
    this.#connect(4);
    const { readyMs } = this.#limits;
    this.#patience = clock.setTimer(readyMs, () => this.#give({ code: 'notReady', ms: readyMs }));
  }

  /** Each message that concerns what the reconciler does. */
  readonly onMessage: Event<FromProcess> = this.#onMessage.event;

  get onOutput(): Event<ReconcilerOutput> {
    return this.#output.onOutput;
  }

  /** What it says of itself. @throws ReconcilerError when it ends before that */
  get ready(): Promise<ReconcilerDefinition> {
    return this.#ready.promise;
  }

  /** Resolves when nothing of it is left: with undefined when it was asked to end. Never rejects. */
  get ended(): Promise<ReconcilerError | undefined> {
    return this.#ended.promise;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Bytes of all its memory, as it said last. */
  get memory(): number {
    return this.#memory;
  }

  send(message: ToProcess): void {
    if (!this.#isGone) this.#messages?.send(message);
  }

  whenRoomy(): Promise<void> | undefined {
    return this.#messages?.whenRoomy();
  }

  ignored(what: string): void {
    const now = this.#options.clock.now();
    if (now - this.#ignored.began >= windowMs) this.#ignored = { began: now, count: 0 };
    const count = ++this.#ignored.count;
    if (count <= toldPerWindow) this.#options.logger.warn(this.#name, `ignored ${what}`);
    if (count > ignoredPerWindow) this.#give({ code: 'flood' });
  }

  /** Asks it to end, insists after a while, and resolves when it has ended. */
  async stop(): Promise<void> {
    if (!this.#isGone && !this.#end) {
      this.#expected = true;
      this.send({ type: 'stop' });
      const { stopMs } = this.#limits;
      this.#owned.add(this.#options.clock.setTimer(stopMs, () => this.#insist(stopMs)));
    }
    await this.ended;
  }

  /** As the end of its machine would: in the middle of whatever it does. */
  async kill(): Promise<void> {
    this.#give({ code: 'killed' });
    await this.ended;
  }

  #spawn(): ChildProcess {
    const { program, execPath, env, file, api, onDebugger, logger } = this.#options;
    const { heap, memory } = this.#limits;
    // A debugger's options are meant for the extension host.
    const { NODE_OPTIONS: _, VSCODE_INSPECTOR_OPTIONS: __, ...inherited } = env;
    const told = JSON.stringify({ file, api, maxMemory: memory, debug: onDebugger !== undefined });
    const child = spawn(execPath, [`--max-old-space-size=${Math.round(heap / (1024 * 1024))}`, program, told], {
      env: { ...inherited, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: hasGroups,
      windowsHide: true,
    });
    logger.info(this.#name, `started process ${child.pid ?? '?'}`);
    child.once('error', (error) => {
      this.#end ??= { code: 'notStarted', reason: messageOf(error) };
      if (child.pid === undefined) this.#finish(null, null); // never ran: there will be no exit
    });
    child.once('exit', (code, signal) => this.#onExit(code, signal));
    if (child.stdout) this.#output.read(child.stdout, 'info');
    if (child.stderr) this.#output.read(child.stderr, 'error');
    return child;
  }

  #connect(descriptor: 3 | 4): MessageStream | undefined {
    const stream = this.#child.stdio[descriptor] as Duplex | null;
    if (!stream) return undefined;
    return new MessageStream({
      stream,
      clock: this.#options.clock,
      onMessage: (message) => this.#receive(message),
      onBroken: ({ code, message }) => (code === 'tooLong' ? this.#give({ code, limit: maxFrame }) : this.ignored(message)),
      onClose: () => this.#onClose(),
    });
  }

  /** A process that ends closes its pipes first. */
  #onClose(): void {
    if (this.#isGone || this.#expected) return;
    this.#owned.add(this.#options.clock.setTimer(lingerMs, () => this.#give({ code: 'closed' })));
  }

  #receive(value: unknown): void {
    if (this.#isGone) return;
    const message = readFromProcess(value);
    if (!message) return this.#unread(value);
    switch (message.type) {
      case 'pong':
        return this.#watchdog?.pong(message.number);
      case 'memory':
        this.#memory = message.bytes;
        return;
      case 'output':
        if (!this.#output.write(message)) return;
        break;
      case 'ready':
        return this.#onReady(message.definition);
      case 'failed':
        this.#end ??= { code: 'file', problem: message.problem };
        return;
      case 'debugger':
        return this.#onDebugger(message.port);
      case 'attached':
        this.#patience?.dispose(); // a breakpoint may be anywhere
        return;
      case 'leaving':
        return this.#onLeaving(message);
      default:
    }
    this.#onMessage.fire(message);
  }

  /** Whoever asked for something in a way that cannot be read is told so, rather than left waiting. */
  #unread(value: unknown): void {
    const { type, call } = isRecord(value) ? value : {};
    this.ignored(`a message that cannot be read${typeof type === 'string' ? `: ${type.slice(0, 40)}` : ''}`);
    if (type !== 'call' || !Number.isSafeInteger(call) || Number(call) < 0) return;
    this.send({ type: 'refuse', call: Number(call), error: { name: 'TypeError', message: 'a read or a write that cannot be read' } });
  }

  #onReady(definition: ReconcilerDefinition): void {
    if (this.#isReady) return this.ignored('a second definition');
    this.#isReady = true;
    this.#name = definition.name;
    this.#patience?.dispose();
    this.#ready.resolve(definition);
    if (this.#options.onDebugger) return; // it may stand still as long as somebody looks
    const { clock } = this.#options;
    this.#watchdog = new Watchdog({
      clock,
      patienceMs: this.#limits.silentMs,
      ping: (number) => this.send({ type: 'ping', number }),
      onSilent: (ms) => this.#give({ code: 'unresponsive', ms }),
    });
    this.#owned.add(this.#watchdog);
  }

  #onDebugger(port: number): void {
    const { onDebugger, clock } = this.#options;
    if (!onDebugger || this.#isReady) return this.ignored('a debugger that nobody asked for');
    this.#patience?.dispose();
    const { debuggerMs } = this.#limits;
    this.#patience = clock.setTimer(debuggerMs, () => this.#give({ code: 'noDebugger', ms: debuggerMs }));
    onDebugger(port);
  }

  #onLeaving({ why }: Extract<FromProcess, { readonly type: 'leaving' }>): void {
    if (why.by === 'memory') this.#end ??= { code: 'memory', bytes: why.bytes, limit: this.#limits.memory };
    else if (why.by === 'exit') this.#end ??= { code: 'exit', status: why.code, at: why.at };
    else this.#end ??= { code: why.by, error: why.error };
  }

  #insist(ms: number): void {
    this.#options.logger.warn(this.#name, `did not end within ${ms / 1000} s of being asked to, and was ended`);
    this.#kill();
  }

  #give(end: ReconcilerEnd): void {
    if (this.#isGone) return;
    this.#end ??= end;
    this.#kill();
  }

  #kill(): void {
    if (this.#child.pid !== undefined) killGroup(this.#child.pid);
    this.#child.kill('SIGKILL'); // also where the group is not to be had
  }

  /** What it had started goes with it; what it had said is still read. */
  #onExit(code: number | null, signal: string | null): void {
    const { clock, logger } = this.#options;
    logger.info(this.#name, `process ${this.#child.pid} ended with ${signal ?? `status ${code}`}`);
    killGroup(this.#child.pid!);
    const linger = clock.setTimer(lingerMs, () => this.#finish(code, signal));
    this.#owned.add(linger);
    this.#child.once('close', () => this.#finish(code, signal));
  }

  #finish(code: number | null, signal: string | null): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#patience?.dispose();
    this.#owned.dispose();
    for (const stream of this.#child.stdio) stream?.destroy();
    const error = this.#expected && this.#end?.code !== 'killed' ? undefined : new ReconcilerError(this.#name, this.#end ?? this.#endBy(code, signal));
    this.#ready.reject(error ?? new ReconcilerError(this.#name, { code: 'killed' }));
    this.#ended.resolve(error);
    this.#onMessage.dispose();
    this.#output.dispose();
  }

  #endBy(status: number | null, signal: string | null): ReconcilerEnd {
    if (this.#output.ranOutOfHeap) return { code: 'heap', limit: this.#limits.heap };
    return signal === null ? { code: 'status', status, said: this.#output.lastWords } : { code: 'signal', signal };
  }
}
