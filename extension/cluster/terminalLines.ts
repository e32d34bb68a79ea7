import { plainText } from './terminalText.ts';

/** A line may be this long, in characters; what is beyond that is not kept. */
const maxLine = 4096;

/** @param replaces it takes the place of the line before: that one was written over, or goes on in this one */
export type OnLine = (line: string, replaces: boolean) => void;

/**
 * What a program writes for a terminal, as the lines that a person would see: a carriage return writes over its line, as progress does, and
 * a prompt is a line before it ends. Told in the order in which they stand, plain and never empty.
 */
export class TerminalLines {
  readonly #onLine: OnLine;
  #line = '';
  /** The line has been told as far as it had come, and is not over. */
  #isTold = false;
  #told = '';

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  /** Something has come that stands in a line which has not ended. */
  get isWaiting(): boolean {
    return this.#line !== '' && plainText(this.#line) !== this.#told;
  }

  push(text: string): void {
    const lines = (this.#line + text).split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      this.#line = overwritten(line).slice(0, maxLine);
      this.#tell();
      this.#line = this.#told = '';
      this.#isTold = false;
    }
    this.#line = overwritten(rest).slice(0, maxLine);
  }

  /** Tells the line that has not ended as well: it has stood long enough, or nothing more comes. */
  flush(): void {
    this.#tell();
  }

  #tell(): void {
    const line = plainText(overwritten(this.#line));
    if (line === '' || (this.#isTold && line === this.#told)) return;
    this.#onLine(line, this.#isTold);
    this.#isTold = true;
    this.#told = line;
  }
}

/** What stands in a line at last; the carriage return of a line that ends with one is part of its end. */
function overwritten(line: string): string {
  const end = line.replace(/\r+$/, '');
  return line.length - end.length > 0 ? `${end.slice(end.lastIndexOf('\r') + 1)}\r` : end.slice(end.lastIndexOf('\r') + 1);
}
