import { constants, createReadStream, open, stat } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { untilAborted } from '../base/abort.ts';

const calls = { open: promisify(open), stat: promisify(stat) };

/** Opening a pipe waits until somebody writes to it, and holds one of the few threads of this process meanwhile. Windows knows no such thing. */
const atOnce = constants.O_NONBLOCK ?? 0;

/**
 * Reads a file that somebody has named, whatever it is: a device without end, a pipe to which nobody writes yet.
 * @param signal gives it up at once, also where the drive does not answer
 * @returns undefined for what is longer than `maxBytes`
 * @throws what opening and reading fails with; the signal's reason
 */
export function readBounded(path: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const reading = read(path, maxBytes, signal);
  return signal ? untilAborted(reading, signal) : reading;
}

async function read(path: string, maxBytes: number, signal: AbortSignal | undefined): Promise<Buffer | undefined> {
  const stream = await openStream(path, maxBytes);
  if (signal) addAbortSignal(signal, stream);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) return undefined;
  }
  return Buffer.concat(chunks);
}

async function openStream(path: string, maxBytes: number): Promise<Readable> {
  const isPipe = (await calls.stat(path)).isFIFO();
  const fd = await calls.open(path, isPipe ? constants.O_RDONLY | atOnce : constants.O_RDONLY);
  // A pipe as a socket: who waits for what is written to it holds no thread, and can give it up.
  return isPipe ? new Socket({ fd, readable: true, writable: false }) : createReadStream('', { fd, end: maxBytes, highWaterMark: 1 << 20 });
}
