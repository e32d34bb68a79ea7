import { messageOf } from '../base/codedError.ts';
import { isJsonSpace, JsonValueScanner, opensValue } from './jsonValueScanner.ts';

const newline = 0x0a;

/** More than any object that etcd can hold, and little enough to keep. */
export const maxFrameBytes = 64 * 1024 * 1024;

/** The stream cannot be cut into frames any further. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/**
 * Cuts a watch stream into frames, which are JSON values, not lines (case 9): several may share a line,
 * one may span many, with any white space or none between them. API servers do send one line each, which
 * is tried first because it is found without looking at each byte.
 */
export class JsonFrames<T> {
  readonly #decode: (bytes: Buffer) => T;
  readonly #scanner = new JsonValueScanner();
  /** Bytes of the frame that has begun, from earlier chunks. */
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #linesHold = true;

  /** @param decode parses one frame; may throw, which ends the stream */
  constructor(decode: (bytes: Buffer) => T) {
    this.#decode = decode;
  }

  /**
   * Takes the next bytes and appends the frames that they complete to `into`.
   * @throws FrameError when what comes is not JSON; frames before it are in `into`
   */
  push(chunk: Buffer, into: T[]): void {
    let position = 0;
    if (this.#pieces.length > 0) position = this.#finishFrame(chunk, into);
    while (position < chunk.length) {
      if (isJsonSpace(chunk[position])) position++;
      else if (!opensValue(chunk[position])) throw new FrameError('a frame does not begin with a JSON object');
      else position = this.#takeLine(chunk, position, into) ?? this.#takeValue(chunk, position, into);
    }
  }

  /** True when the stream may end here without anything being lost. */
  get isBetweenFrames(): boolean {
    return this.#pieces.length === 0;
  }

  #finishFrame(chunk: Buffer, into: T[]): number {
    const end = this.#scanner.scan(chunk, 0);
    this.#keep(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) return chunk.length;
    const frame = Buffer.concat(this.#pieces, this.#piecesBytes);
    this.#pieces = [];
    this.#piecesBytes = 0;
    into.push(this.#parse(frame));
    return end;
  }

  /** Undefined when there is no end of line, or when the line is not one value. */
  #takeLine(chunk: Buffer, start: number, into: T[]): number | undefined {
    if (!this.#linesHold) return undefined;
    const end = chunk.indexOf(newline, start);
    if (end < 0) return undefined;
    try {
      into.push(this.#decode(chunk.subarray(start, end)));
      return end + 1;
    } catch {
      // Not one value to a line, or not JSON at all: the scanner tells which.
      this.#linesHold = false;
      return undefined;
    }
  }

  #takeValue(chunk: Buffer, start: number, into: T[]): number {
    const end = this.#scanner.scan(chunk, start);
    if (end < 0) {
      this.#keep(chunk.subarray(start));
      return chunk.length;
    }
    into.push(this.#parse(chunk.subarray(start, end)));
    return end;
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#piecesBytes += piece.length;
    if (this.#piecesBytes > maxFrameBytes) throw new FrameError(`a frame is longer than ${maxFrameBytes} bytes`);
  }

  #parse(bytes: Buffer): T {
    try {
      return this.#decode(bytes);
    } catch (error) {
      throw new FrameError(error instanceof SyntaxError ? 'a frame is not valid JSON' : messageOf(error), { cause: error });
    }
  }
}
