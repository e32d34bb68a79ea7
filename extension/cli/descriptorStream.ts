import { close, write } from 'node:fs';
import { Writable } from 'node:stream';

/** A pipe that takes nothing now is asked again after this, in milliseconds. */
const askAgainMs = 10;

/**
 * Writes to a file descriptor without ever standing still: Node's own standard output waits inside a write for a reader who pauses, and
 * neither a signal nor a time limit gets through to it then. Here that is a matter of this stream alone, and of how much it holds
 * (`writableLength`).
 */
export class DescriptorStream extends Writable {
  readonly #descriptor: number;
  readonly #closes: boolean;

  /** @param closes it is closed at the end; standard output is not ours to close */
  constructor(descriptor: number, { closes }: { readonly closes: boolean }) {
    super({ decodeStrings: true });
    this.#descriptor = descriptor;
    this.#closes = closes;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    write(this.#descriptor, chunk, 0, chunk.length, null, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this._write(chunk, _encoding, callback), askAgainMs);
      else if (error || written === chunk.length) callback(error);
      else this._write(chunk.subarray(written), _encoding, callback);
    });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#closes) close(this.#descriptor, (failure) => callback(error ?? failure));
    else callback(error);
  }
}
