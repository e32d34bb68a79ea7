import { systemClock } from '../../base/systemClock.ts';
import { Allowance } from '../process/allowance.ts';
import type { FromProcess, OutputLevel } from '../process/messages.ts';

/** More cannot be read by anybody. */
const linesPerSecond = 1000;

/** Nothing else need follow. */
const tellAfterMs = 1000;

/** What the author's code says. A flood is stopped here, before it costs anything: not even its places are looked up. */
export class Output {
  readonly #send: (message: FromProcess) => void;
  #telling: NodeJS.Timeout | undefined;
  readonly #lines = new Allowance(() => systemClock.now(), linesPerSecond);

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
  }

  /** Asked before a line is made. */
  admits(): boolean {
    const admitted = this.#lines.take();
    if (!admitted) this.#telling ??= setTimeout(() => this.tellLeftOut(), tellAfterMs).unref();
    return admitted;
  }

  write(level: OutputLevel, text: string, at: string, run?: number): void {
    this.tellLeftOut();
    this.#send({ type: 'output', level, text, ...(at !== '' && { at }), ...(run !== undefined && { run }) });
  }

  tellLeftOut(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const leftOut = this.#lines.takeRefused();
    if (leftOut > 0) this.#send({ type: 'output', level: 'warn', text: `${leftOut} lines were left out: more than ${linesPerSecond} a second are not shown` });
  }
}
