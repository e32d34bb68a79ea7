import { FrameError, JsonFrames } from '../../cluster/jsonFrames.ts';
import type { KeyedHash } from '../../kube/mask.ts';
import { isRecord } from '../../kube/object.ts';
import { Fault } from './conform.ts';
import { KubectlCapture } from './kubectlCapture.ts';
import { LineSplitter } from './lineSplitter.ts';
import type { Recording, Refusal } from './recording.ts';
import { RecordingBuilder } from './recordingBuilder.ts';
import { LineReader, NewerFormat } from './recordingLine.ts';

export interface ReadOptions {
  readonly hash: KeyedHash;
  readonly limits?: Partial<ReadLimits>;
}

export interface ReadLimits {
  /** Of the file; what comes after is not read. */
  readonly bytes: number;
  /** Of one line: a list of a large cluster is one. */
  readonly lineBytes: number;
  readonly entries: number;
}

const standardLimits: ReadLimits = { bytes: 1024 * 1024 * 1024, lineBytes: 256 * 1024 * 1024, entries: 1_000_000 };

/** What begins a file tells what it is within so many bytes, or not at all. */
const tellingBytes = 64 * 1024;

const byteOrderMark = [0xef, 0xbb, 0xbf];
const newline = 0x0a;

/** So many bytes are taken in one turn of the event loop: lines may be short, and each costs the same. */
const bytesPerTurn = 4096;

/** A file with so many lines that are no JSON is no recording from there on. */
const maxBroken = 10_000;

/**
 * Reads a recording as it comes: of this product, of a controller that writes the same lines, or what kubectl captured. Whatever the file
 * holds, it does not throw for it: what cannot be used is passed over and told of, and what is no recording is refused.
 * @throws whatever `chunks` throws
 */
export async function readRecording(chunks: AsyncIterable<Uint8Array>, { hash, limits = {} }: ReadOptions): Promise<Recording | Refusal> {
  const { bytes: maxBytes, lineBytes, entries } = { ...standardLimits, ...limits };
  const builder = new RecordingBuilder({ hash, maxEntries: entries });
  let intake: Intake = new Beginning(builder, lineBytes);
  let bytes = 0;
  for await (const chunk of chunks) {
    const room = Math.min(chunk.length, maxBytes - bytes);
    for (let start = 0; start < room && !intake.isOver; start += bytesPerTurn) {
      intake = intake.push(Buffer.from(chunk.buffer, chunk.byteOffset + start, Math.min(bytesPerTurn, room - start)));
      if (intake.refusal) return intake.refusal;
      await turn();
    }
    bytes += room;
    if (intake.isOver) break;
    if (room < chunk.length) {
      builder.cut('bytes');
      break;
    }
  }
  intake = intake.end();
  return intake.refusal ?? builder.build(intake.format, turn);
}

/** Of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Takes what comes, and says who takes what comes next. */
interface Intake {
  push(chunk: Buffer): Intake;
  end(): Intake;
  readonly refusal: Refusal | undefined;
  readonly format: Recording['format'];
  /** What comes is not looked at any more. */
  readonly isOver?: boolean;
}

/** Before it is known what the file is. */
class Beginning implements Intake {
  readonly #builder: RecordingBuilder;
  readonly #lineBytes: number;
  /** From the first byte on that counts; none before it. */
  readonly #seen: Buffer[] = [];
  #bytes = 0;
  #blanks = 0;
  refusal: Refusal | undefined;
  readonly format = 'trace';

  constructor(builder: RecordingBuilder, lineBytes: number) {
    this.#builder = builder;
    this.#lineBytes = lineBytes;
  }

  push(chunk: Buffer): Intake {
    const counting = this.#bytes > 0 ? chunk : chunk.subarray(this.#skip(chunk));
    if (this.#blanks > tellingBytes) return new Refused({ refused: 'other' });
    if (counting.length === 0) return this;
    this.#seen.push(counting);
    this.#bytes += counting.length;
    return this.#bytes > tellingBytes || counting.includes(newline) ? this.#decide() : this;
  }

  end(): Intake {
    return this.#decide().end();
  }

  /** A byte order mark and blank lines. @returns where in the chunk they end */
  #skip(chunk: Buffer): number {
    let at = 0;
    while (at < chunk.length && (chunk[at] === byteOrderMark[this.#blanks] || chunk[at]! <= 0x20)) {
      at++;
      this.#blanks++;
    }
    return at;
  }

  #decide(): Intake {
    const text = Buffer.concat(this.#seen);
    if (text.length === 0) return new Refused({ refused: 'empty' });
    if (text[0] !== 0x7b) return new Refused({ refused: 'other' });
    const next = isCapture(text) ? new CaptureIntake(this.#builder) : new TraceIntake(this.#builder, this.#lineBytes);
    return next.push(text);
  }
}

class Refused implements Intake {
  readonly refusal: Refusal;
  readonly format = 'trace';

  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }

  push(): Intake {
    return this;
  }

  end(): Intake {
    return this;
  }
}

/** Lines of a recording. */
class TraceIntake implements Intake {
  readonly #builder: RecordingBuilder;
  readonly #reader = new LineReader({ strict: false });
  readonly #lines: LineSplitter;
  #taken = 0;
  #broken = 0;
  #newer: Refusal | undefined;
  readonly format = 'trace';

  constructor(builder: RecordingBuilder, lineBytes: number) {
    this.#builder = builder;
    this.#lines = new LineSplitter(lineBytes, (text, number) => this.#take(text, number));
  }

  push(chunk: Buffer): Intake {
    this.#lines.push(chunk);
    return this;
  }

  end(): Intake {
    this.#lines.end();
    return this.#taken > 0 || this.refusal ? this : new Refused({ refused: 'other' });
  }

  get refusal(): Refusal | undefined {
    return this.#newer;
  }

  get isOver(): boolean {
    return this.#broken >= maxBroken;
  }

  #take(text: string | undefined, number: number): void {
    if (this.isOver) return undefined;
    if (text === undefined) return this.#builder.skip(number, 'it is too long');
    const start = /\S/.exec(text)?.[0];
    if (start === undefined) return undefined;
    // An error for each line that is none would cost more than all the others.
    const value = start === '{' ? parsed(text) : undefined;
    if (value === undefined) this.#broken++;
    const line = this.#reader.read(value);
    if (line instanceof Fault) this.#builder.skip(number, line.text);
    if (this.isOver) this.#builder.cut('broken');
    if (line instanceof Fault) return undefined;
    if (line instanceof NewerFormat) {
      this.#newer = { refused: 'newer', version: line.version };
      return undefined;
    }
    this.#taken++;
    return this.#builder.add(line, number);
  }
}

/** Values of JSON, one after another, with any white space between them. */
class CaptureIntake implements Intake {
  readonly #builder: RecordingBuilder;
  readonly #capture = new KubectlCapture();
  readonly #frames = new JsonFrames<unknown>((bytes) => JSON.parse(bytes.toString()));
  #number = 0;
  #taken = 0;
  #isBroken = false;
  readonly refusal = undefined;
  readonly format = 'kubectl';

  constructor(builder: RecordingBuilder) {
    this.#builder = builder;
  }

  push(chunk: Buffer): Intake {
    if (this.#isBroken) return this;
    const frames: unknown[] = [];
    try {
      this.#frames.push(chunk, frames);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#isBroken = true;
    }
    for (const value of frames) this.#take(value);
    if (this.#isBroken) this.#builder.skip(this.#number + 1, 'it is not JSON, nor is what follows it');
    return this;
  }

  end(): Intake {
    if (!this.#isBroken && !this.#frames.isBetweenFrames) this.#builder.skip(this.#number + 1, 'it ends before it is complete');
    if (this.#taken === 0) return new Refused({ refused: 'other' });
    for (const { line, number } of this.#capture.lines()) this.#builder.add(line, number);
    return this;
  }

  #take(value: unknown): void {
    const why = this.#capture.add(value, ++this.#number);
    if (why === undefined) this.#taken++;
    else this.#builder.skip(this.#number, why);
  }
}

/** The first line is a whole value that is no line of a recording; or it is none, and a value of several lines begins. */
function isCapture(text: Buffer): boolean {
  const end = text.indexOf(0x0a);
  const first = parsed(text.subarray(0, end < 0 ? text.length : end).toString());
  if (isRecord(first)) return !('informerTrace' in first) && !(typeof first['kind'] === 'string' && /^[a-z]/.test(first['kind']));
  const beginning = text.subarray(0, tellingBytes).toString();
  return !/^\{\s*"(?:informerTrace|seq|t)"\s*:/.test(beginning) && !/^\{\s*"kind"\s*:\s*"[a-z]/.test(beginning);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
