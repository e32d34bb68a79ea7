import { type ChildProcess, spawn } from 'node:child_process';
import { isGroupAlive, signalTree } from './processTree.ts';
import { type OnLine, TerminalLines } from './terminalLines.ts';

/** A program that was asked to end is ended by force after this, in milliseconds. */
const graceMs = 1000;

/** When a program has ended, what its own children still hold open is read for twice this long, and no longer. */
const lingerMs = 250;

/** Characters of the last line, where nobody wants to be told of each. */
const maxTail = 4096;

/** A line that has not ended is shown when nothing more has come for this long, in milliseconds: a program that asks leaves it so. */
const promptMs = 200;

export interface ChildProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It may ask on this process's standard input. It then stays in the terminal's foreground. */
  readonly asks: boolean;
  /** Bytes of standard output; a program that prints more is ended. */
  readonly maxOutput: number;
  /** A line of standard error, as soon as it is there, without control characters. */
  readonly onLine: OnLine;
  /** Nobody wants to be told of more lines; of those that still come only the last is, when the program has ended. */
  readonly isEnough?: () => boolean;
}

export interface ProgramEnd {
  /** Standard output; undefined when it was longer than `maxOutput`. */
  readonly output: string | undefined;
  /** Undefined when a signal ended it. */
  readonly status: number | undefined;
}

/**
 * Runs a program to its end. When `signal` aborts it rejects at once, and the program and all that it started are
 * ended; nothing of it holds this process up after that, nor does a child of it that outlives it.
 * @throws what `spawn` gives for a program that cannot be started (`ENOENT`, `EACCES`); the signal's reason
 */
export function runProgram(program: ChildProgram, signal: AbortSignal): Promise<ProgramEnd> {
  signal.throwIfAborted();
  return new RunningProgram(program).end(signal);
}

class RunningProgram {
  readonly #program: ChildProgram;
  readonly #child: ChildProcess;
  /** Of its own where it asks nobody: a process group of another session has no terminal. */
  readonly #ownGroup: boolean;
  readonly #output: Buffer[] = [];
  readonly #lines: TerminalLines;
  #bytes = 0;
  #tail = '';
  #prompt: NodeJS.Timeout | undefined;

  constructor(program: ChildProgram) {
    this.#program = program;
    this.#lines = new TerminalLines(program.onLine);
    this.#ownGroup = !program.asks && process.platform !== 'win32';
    this.#child = spawn(program.command, program.args, {
      env: program.env,
      stdio: [program.asks ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      detached: this.#ownGroup,
      windowsHide: true,
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#onOutput(chunk));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#onText(text));
  }

  async end(signal: AbortSignal): Promise<ProgramEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
    this.#child.once('error', reject);
    this.#child.once('exit', () => this.#linger());
    this.#child.once('close', (code) => {
      this.#lines.push(lastLine(this.#tail));
      this.#lines.flush();
      resolve({ output: this.#bytes <= this.#program.maxOutput ? Buffer.concat(this.#output).toString('utf8') : undefined, status: code ?? undefined });
    });
    const onAbort = (): void => {
      this.#stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const unguard = endWithProcess(() => this.#signal('SIGKILL'));
    try {
      return await promise;
    } finally {
      unguard();
      clearTimeout(this.#prompt);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #onOutput(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#program.maxOutput) this.#output.push(chunk);
    else this.#stop();
  }

  #onText(text: string): void {
    clearTimeout(this.#prompt);
    if (this.#program.isEnough?.()) {
      this.#tail = (this.#tail + text).slice(-maxTail);
      return;
    }
    this.#lines.push(text);
    this.#prompt = this.#lines.isWaiting ? setTimeout(() => this.#lines.flush(), promptMs) : undefined;
  }

  /** Two rounds, so that whatever was written before the end has been read even when this process was busy. */
  #linger(rounds = 2): void {
    const timer = setTimeout(() => {
      if (rounds > 1) this.#linger(rounds - 1);
      else this.#closePipes();
    }, lingerMs);
    this.#child.once('close', () => clearTimeout(timer));
  }

  #stop(): void {
    this.#closePipes();
    this.#signal('SIGTERM');
    const force = setTimeout(() => this.#signal('SIGKILL'), graceMs);
    this.#child.once('exit', () => {
      // Who else is in its group may need the force that itself did not.
      if (!this.#ownGroup || !isGroupAlive(this.#child.pid!)) clearTimeout(force);
    });
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#child.pid !== undefined) signalTree(this.#child.pid, this.#ownGroup, signal);
  }

  #closePipes(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}

/** In the place of one that had not ended, as a carriage return has it. */
function lastLine(tail: string): string {
  const text = tail.replace(/\n+$/, '');
  return text === '' ? '' : `\r${text.slice(text.lastIndexOf('\n') + 1)}`;
}

/** What is still to be ended when this process exits before it could see to it. */
const guarded = new Set<() => void>();

function endGuarded(): void {
  for (const end of guarded) end();
}

function endWithProcess(end: () => void): () => void {
  if (guarded.size === 0) process.on('exit', endGuarded);
  guarded.add(end);
  return () => {
    guarded.delete(end);
    if (guarded.size === 0) process.off('exit', endGuarded);
  };
}
