import { CodedError } from '../../base/codedError.ts';
import { maxFrame } from './limits.ts';

export type FrameErrorCode =
  | 'tooLong' // no end of a line within the bound
  | 'notJson'; // a line that is no array of messages

/** What came is not what messages come in. */
export class FrameError extends CodedError<FrameErrorCode, { readonly characters: number }> {
  override readonly name = 'FrameError';

  static is(error: unknown, code?: FrameErrorCode): error is FrameError {
    return error instanceof FrameError && (code === undefined || error.code === code);
  }
}

/** Messages of one turn as lines. A line ends before it is too long, unless a single message is. */
export function writeFrames(messages: readonly unknown[], limit = maxFrame / 8): string {
  if (messages.length === 1) return `[${JSON.stringify(messages[0])}]\n`;
  const lines: string[] = [];
  let line = '';
  for (const message of messages) {
    const text = JSON.stringify(message);
    if (line !== '' && line.length + text.length > limit) {
      lines.push(`[${line}]\n`);
      line = '';
    }
    line = line === '' ? text : `${line},${text}`;
  }
  if (line !== '') lines.push(`[${line}]\n`);
  return lines.join('');
}

/** Cuts text that arrives in any pieces into lines, and keeps no more of it than one line may have. */
export class FrameReader {
  readonly #limit: number;
  #parts: string[] = [];
  #length = 0;

  constructor(limit = maxFrame) {
    this.#limit = limit;
  }

  /** The messages of each line that is complete now. @throws FrameError `tooLong`; a line that is `notJson` is yielded as that error, and passed over */
  *read(text: string): Generator<readonly unknown[] | FrameError> {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#keep(text.slice(start, end));
      start = end + 1;
      const line = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('');
      this.#parts = [];
      this.#length = 0;
      yield messagesOf(line);
    }
    if (start < text.length) this.#keep(start === 0 ? text : text.slice(start));
  }

  #keep(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#limit) throw new FrameError('tooLong', `a line of more than ${this.#limit} characters`, { characters: this.#length });
    this.#parts.push(part);
  }
}

function messagesOf(line: string): readonly unknown[] | FrameError {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return value;
  } catch (error) {
    // A RangeError is of one that is nested without end.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  return new FrameError('notJson', 'a line that is no array of messages', { characters: line.length });
}
