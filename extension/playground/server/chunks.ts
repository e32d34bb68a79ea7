import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

const lineEnd = Buffer.from('\r\n');
/** In bytes. What is longer is not copied once more: there Node's own way costs less. */
const mostCopied = 32 * 1024;

/**
 * Writes parts of streams to their sockets. One part is often sent to many, one after the other: it is made a chunk (RFC 9112, 7.1) once for all of them and goes past the answer, which would
 * make each of them four writes that are then gathered into one. Some 2 µs of 8 are saved for each.
 */
export class Chunks {
  #last: { readonly part: Buffer; readonly chunk: Buffer } | undefined;

  /** @param response its head has been flushed @returns what tells when it can take more, where it is full */
  write(response: ServerResponse, part: string | Buffer): Writable | undefined {
    const { socket, chunkedEncoding } = response;
    // It has no socket yet while an answer before it on the same connection is not over; older clients are sent no chunks.
    const isPlain = !socket || !chunkedEncoding || typeof part === 'string' || part.length === 0 || part.length > mostCopied;
    if (isPlain) return response.write(part) ? undefined : response;
    return socket.write(this.#chunkOf(part)) ? undefined : socket;
  }

  #chunkOf(part: Buffer): Buffer {
    if (this.#last?.part !== part) this.#last = { part, chunk: Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1'), part, lineEnd]) };
    return this.#last.chunk;
  }
}
