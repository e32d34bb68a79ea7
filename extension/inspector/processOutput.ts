import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { Allowance } from '../controller/process/allowance.ts';
import type { OutputLevel } from '../controller/process/messages.ts';
import { readLines } from './outputLines.ts';

/** A line that the process, or the reconciler in it, has written. */
export interface ReconcilerOutput {
  readonly level: OutputLevel;
  readonly text: string;
  /** `file:line:column` */
  readonly at?: string;
  /** The run that wrote it, where that is known. */
  readonly run?: number;
}

/** Lines and characters of output in a second; what is more is counted. */
const linesPerSecond = 2000;
const charactersPerSecond = 1024 * 1024;

/** What Node itself says about a debugger. */
const debuggerTalk = /^(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs|Waiting for the debugger)/;

/** What a process writes on its pipes, and what it sends as its output, in bounds. Each way has its own, so that a flood of one does not hide what is said on the others. */
export class ProcessOutput {
  readonly #clock: Clock;
  readonly #sent: Bound;
  readonly #onOutput = new Emitter<ReconcilerOutput>();
  #leftOut = 0;
  #lastWords = '';
  #ranOutOfHeap = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sent = boundOf(clock);
  }

  readonly onOutput: Event<ReconcilerOutput> = this.#onOutput.event;

  /** The last line on standard error. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** The engine has said so. */
  get ranOutOfHeap(): boolean {
    return this.#ranOutOfHeap;
  }

  read(stream: Readable, level: OutputLevel): void {
    const { lines, characters } = boundOf(this.#clock);
    const onLine = (text: string): void => {
      if (text.includes('heap out of memory')) this.#ranOutOfHeap = true;
      if (debuggerTalk.test(text) || !this.#admits(lines.take())) return;
      if (level === 'error') this.#lastWords = text;
      this.#say({ level, text });
    };
    readLines(stream, (length) => this.#admits(characters.take(length)), onLine);
  }

  /** False when it is more than is shown. */
  write(output: ReconcilerOutput): boolean {
    const admitted = this.#admits(this.#sent.lines.take() && this.#sent.characters.take(output.text.length));
    if (admitted) this.#say(output);
    return admitted;
  }

  dispose(): void {
    this.#tellLeftOut();
    this.#onOutput.dispose();
  }

  #admits(allowed: boolean): boolean {
    if (!allowed) this.#leftOut++;
    return allowed;
  }

  #say(output: ReconcilerOutput): void {
    this.#tellLeftOut();
    this.#onOutput.fire(output);
  }

  #tellLeftOut(): void {
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    if (leftOut === 0) return;
    this.#onOutput.fire({ level: 'warn', text: `${leftOut} pieces of output were left out: more than ${linesPerSecond} lines, or ${charactersPerSecond} characters, a second are not shown` });
  }
}

interface Bound {
  readonly lines: Allowance;
  readonly characters: Allowance;
}

function boundOf(clock: Clock): Bound {
  const now = (): number => clock.now();
  return { lines: new Allowance(now, linesPerSecond), characters: new Allowance(now, charactersPerSecond) };
}
