import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { setDeadline } from '../base/deadline.ts';
import { WakeUp } from '../base/wakeUp.ts';
import { ConnectionError, type ConnectionErrorCode } from '../kube/status.ts';
import { connectionErrorOf } from './connectionError.ts';

/** How long a body may be silent, and what that is called when it is. */
export interface Patience {
  readonly ms: number;
  readonly code: ConnectionErrorCode;
}

/** Sees bytes, decompressed, as they are read, and that no more come: once or more than once. */
export interface BodyObserver {
  received(bytes: number): void;
  ended(): void;
}

/**
 * A body, read when somebody asks. What was not asked for stays in the socket beyond one small buffer,
 * so a reader that is held holds the server back too.
 */
export class BodyReader {
  readonly #stream: Readable;
  readonly #release: () => void;
  readonly #clock: Clock;
  readonly #server: string;
  readonly #wakeUp = new WakeUp();
  #ended = false;
  #closed = false;
  #error: unknown;
  #observer: BodyObserver | undefined;
  #heardAt: number;

  /** @param release frees the socket */
  constructor(stream: Readable, options: { readonly release: () => void; readonly clock: Clock; readonly server: string }) {
    this.#stream = stream;
    this.#release = options.release;
    this.#clock = options.clock;
    this.#server = options.server;
    this.#heardAt = options.clock.now();
    const wake = (): void => this.#wakeUp.wake();
    stream.on('readable', wake);
    stream.on('end', () => {
      this.#ended = true;
      wake();
    });
    stream.on('error', (error) => {
      this.#error ??= error;
      wake();
    });
    stream.on('close', () => {
      wake();
      this.#observer?.ended();
    });
  }

  /** When the last byte was read, or else the head of the answer; on the clock. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Tells of what is read, and of its end, from now on. */
  observe(observer: BodyObserver): void {
    this.#observer = observer;
    if (this.#stream.closed) observer.ended();
  }

  /**
   * What has arrived since the last call, else what arrives next; undefined at the end, and after `close`.
   * @throws ConnectionError when the connection broke, or was silent for longer than `patience`
   */
  async read(patience: Patience | undefined): Promise<Buffer | undefined> {
    let impatient = false;
    let timer: { dispose(): void } | undefined;
    try {
      for (;;) {
        const chunk: unknown = this.#closed ? null : this.#stream.read();
        if (Buffer.isBuffer(chunk)) {
          this.#heardAt = this.#clock.now();
          this.#observer?.received(chunk.length);
          return chunk;
        }
        if (this.#closed || this.#ended) return undefined;
        if (this.#error !== undefined) throw connectionErrorOf(this.#error, { server: this.#server });
        if (this.#stream.closed) throw new ConnectionError('reset', 'the connection was closed in the middle of an answer', { server: this.#server });
        if (impatient && patience) throw new ConnectionError(patience.code, `no byte came for ${patience.ms / 1000} s`, { server: this.#server });
        timer ??= patience && setDeadline(this.#clock, patience.ms, () => {
          impatient = true;
          this.#wakeUp.wake();
        });
        await this.#wakeUp.wait();
      }
    } catch (error) {
      this.close();
      throw error;
    } finally {
      timer?.dispose();
    }
  }

  /** Frees the socket; a pending `read` resolves to undefined. May be called again. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#ended) this.#release();
    this.#wakeUp.wake();
  }
}
