import type { Writable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { RecordingLine } from '../trace/recording.ts';
import { lineText } from '../trace/lineText.ts';

/** Lines are handed on together: one write for each line would cost more than making them. */
const flushAtCharacters = 64 * 1024;

/** More than this is not held for a reader who does not keep up. */
const fullAtBytes = 8 * 1024 * 1024;

/** Writes a recording, one JSON value a line. */
export class LineSink {
  readonly #stream: Writable;
  readonly #clock: Clock;
  readonly #failed = Promise.withResolvers<NodeJS.ErrnoException>();
  #text = '';
  #flushing: Disposable | undefined;
  #broken = false;
  #curtailed = 0;

  constructor(stream: Writable, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    stream.on('error', (error) => {
      this.#broken = true;
      this.#failed.resolve(error);
    });
  }

  /** Resolves when nothing more can be written: the reader has gone (`EPIPE`), the disk is full. */
  get failed(): Promise<NodeJS.ErrnoException> {
    return this.#failed.promise;
  }

  /** Undefined while whoever reads keeps up. Otherwise resolves when everything has been read, or nobody reads any more. */
  get room(): Promise<unknown> | undefined {
    if (this.#broken || this.#stream.writableLength < fullAtBytes) return undefined;
    const drained = new Promise<void>((resolve) => {
      this.#stream.once('drain', resolve);
    });
    return Promise.race([drained, this.failed]);
  }

  /** How many lines could not be written whole. */
  get curtailed(): number {
    return this.#curtailed;
  }

  /** Never throws: whatever a line is made of, it is not the business of whom it tells about. */
  write(line: RecordingLine): void {
    if (this.#broken) return;
    const { text, curtailed } = lineText(line);
    if (curtailed) this.#curtailed++;
    if (text.length < flushAtCharacters) {
      this.#text += `${text}\n`;
      if (this.#text.length < flushAtCharacters) this.#flushing ??= this.#clock.defer(() => this.#flush());
      else this.#flush();
    } else {
      // Joined to anything, the longest text that there can be would be too long.
      this.#flush();
      this.#stream.write(text);
      this.#stream.write('\n');
    }
  }

  /** Resolves when everything has been handed to the system, or cannot be. @param end closes the stream too */
  async close(end: boolean): Promise<void> {
    this.#flush();
    if (this.#broken) return;
    const written = new Promise<void>((resolve) => {
      if (end) this.#stream.end(resolve);
      else this.#stream.write('', () => resolve());
    });
    await Promise.race([written, this.failed]);
  }

  #flush(): void {
    this.#flushing?.dispose();
    this.#flushing = undefined;
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !this.#broken) this.#stream.write(text);
  }
}
