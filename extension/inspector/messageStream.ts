import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { FrameError, FrameReader } from '../controller/process/frames.ts';
import type { ToProcess } from '../controller/process/messages.ts';
import { Outbox } from '../controller/process/outbox.ts';

export interface MessageStreamOptions {
  readonly stream: Duplex;
  readonly clock: Clock;
  /** Each message as it came: to be read. */
  readonly onMessage: (message: unknown) => void;
  /** Something that messages do not come in. After `tooLong` nothing more is read. */
  readonly onBroken: (error: FrameError) => void;
  /** The other end has closed it. */
  readonly onClose: () => void;
}

/**
 * Messages over a pipe, in both directions. What is sent within a turn of the loop goes out together; what comes is worked off in slices, and the
 * other end waits meanwhile: however much it sends, this loop goes on turning.
 */
export class MessageStream {
  readonly #options: MessageStreamOptions;
  readonly #reader = new FrameReader();
  readonly #chunks: string[] = [];
  readonly #slice: TimeSlice;
  readonly #outbox: Outbox<ToProcess>;
  #reading = false;
  #closed = false;
  #roomy: Promise<void> | undefined;

  constructor(options: MessageStreamOptions) {
    this.#options = options;
    this.#slice = new TimeSlice(options.clock);
    const { stream, clock, onClose } = options;
    const write = (text: string): void => {
      if (!this.#closed) stream.write(text);
    };
    this.#outbox = new Outbox(write, (callback) => void clock.defer(callback));
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      this.#chunks.push(text);
      if (!this.#reading) void this.#read();
    });
    stream.on('error', () => undefined); // the process is gone, or has closed its end: a close follows
    stream.on('close', () => {
      this.#closed = true;
      onClose();
    });
  }

  send(message: ToProcess): void {
    if (!this.#closed) this.#outbox.send(message);
  }

  /** Undefined while the other end keeps up. */
  whenRoomy(): Promise<void> | undefined {
    const { stream } = this.#options;
    if (this.#closed || !stream.writableNeedDrain) return undefined;
    this.#roomy ??= new Promise((resolve) => {
      const done = (): void => {
        stream.off('drain', done);
        stream.off('close', done);
        this.#roomy = undefined;
        resolve();
      };
      stream.on('drain', done);
      stream.on('close', done);
    });
    return this.#roomy;
  }

  destroy(): void {
    this.#closed = true;
    this.#chunks.length = 0;
    this.#options.stream.destroy();
  }

  async #read(): Promise<void> {
    this.#reading = true;
    this.#slice.begin();
    try {
      for (let text = this.#chunks.shift(); text !== undefined; text = this.#chunks.shift()) await this.#readChunk(text);
    } catch (error) {
      if (!FrameError.is(error)) throw error;
      this.destroy();
      this.#options.onBroken(error);
    } finally {
      this.#reading = false;
    }
  }

  /** Without a promise as long as the slice lasts. */
  #readChunk(text: string): Promise<void> | undefined {
    return this.#handle(this.#messages(text));
  }

  #handle(messages: Iterator<unknown>): Promise<void> | undefined {
    for (let next = messages.next(); !next.done; next = messages.next()) {
      this.#options.onMessage(next.value);
      if (this.#slice.isSpent()) return this.#rest().then(() => this.#handle(messages));
    }
    return undefined;
  }

  *#messages(text: string): Generator<unknown> {
    for (const batch of this.#reader.read(text)) {
      if (FrameError.is(batch)) this.#options.onBroken(batch);
      else yield* batch;
    }
  }

  async #rest(): Promise<void> {
    this.#options.stream.pause();
    await this.#slice.rest();
    this.#options.stream.resume();
  }
}
