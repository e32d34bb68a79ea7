import { endOfInteger, endOfRun, maxVariables, type Variable, variablesOf } from './textVariables.ts';

/** Parts as short as this are compared byte by byte: the call that compares many at once costs as much. */
const shortPart = 64;

/** A place in the texts of a form: so many bytes, or characters, behind the start of a part. */
export interface TextPlace {
  readonly part: number;
  readonly bytes: number;
  readonly characters: number;
}

/** What was found in a text that is of a form: used again for the next. */
export class TextMatch {
  /** Where the text begins. */
  start = 0;
  /** Behind its end. */
  end = 0;
  /** Where the values end. */
  readonly valueEnds = new Int32Array(maxVariables);
  /** The values, each ended by a NUL: JSON has none. A text that has more than fits is of no form. */
  readonly buffer = Buffer.alloc(16 * 1024);
  length = 0;

  get values(): string {
    return this.buffer.toString('utf8', 0, this.length);
  }

  /** Where in the bytes the place is. */
  positionOf({ part, bytes }: TextPlace): number {
    return bytes + (part === 0 ? this.start : this.valueEnds[part - 1]!);
  }
}

/**
 * What JSON texts have in common that differ in a few values. Whether a text is of a form is seen by comparing bytes, many at once; what
 * is of the form of a valid text is valid, too, and ends where its brackets end.
 */
export class TextForm {
  readonly #text: Buffer;
  readonly #variables: readonly Variable[];
  /** What stands before, between and behind the values: where it begins and ends in the text, and as texts. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #parts: readonly string[];

  /** @param text valid; kept */
  constructor(text: Buffer, variables: readonly Variable[] = []) {
    this.#text = text;
    this.#variables = variables;
    this.#starts = Int32Array.of(0, ...variables.map(({ end }) => end));
    this.#ends = Int32Array.of(...variables.map(({ start }) => start), text.length);
    this.#parts = Array.from(this.#starts, (start, part) => text.toString('utf8', start, this.#ends[part]));
  }

  /** Whether the text that begins at `start` is of this form; then `match` says what it has of its own. */
  matches(bytes: Buffer, start: number, match: TextMatch): boolean {
    const { buffer, valueEnds } = match;
    const text = this.#text;
    const starts = this.#starts;
    const ends = this.#ends;
    let position = start;
    let length = 0;
    for (let part = 0; part < starts.length; part++) {
      if (part > 0) {
        const valueEnd = this.#variables[part - 1]!.isNumber ? endOfInteger(bytes, position) : endOfRun(bytes, position);
        if (valueEnd < 0 || length + valueEnd - position >= buffer.length) return false;
        while (position < valueEnd) buffer[length++] = bytes[position++]!;
        buffer[length++] = 0;
        valueEnds[part - 1] = valueEnd;
      }
      const partStart = starts[part]!;
      const partLength = ends[part]! - partStart;
      if (!isAt(bytes, position, text, partStart, partLength)) return false;
      position += partLength;
    }
    match.start = start;
    match.end = position;
    match.length = length;
    return true;
  }

  /** @param position in the text of which this form was made; the end of a value is the start of the part behind it */
  placeOf(position: number): TextPlace {
    const part = this.#starts.findLastIndex((start) => start <= position);
    const start = this.#starts[part]!;
    return { part, bytes: position - start, characters: this.#text.toString('utf8', start, position).length };
  }

  /** What a text with these values has between two places. */
  between(values: string, from: TextPlace, to: TextPlace): string {
    if (from.part === to.part) return this.#parts[from.part]!.slice(from.characters, to.characters);
    const all = values.split('\0');
    let text = this.#parts[from.part]!.slice(from.characters);
    for (let part = from.part + 1; part < to.part; part++) text += all[part - 1]! + this.#parts[part]!;
    return text + all[to.part - 1]! + this.#parts[to.part]!.slice(0, to.characters);
  }

  /** A form of which this one's texts are and the other text is, too; undefined when they have too little in common. */
  widened(text: Buffer): TextForm | undefined {
    const variables = variablesOf(text, this.#text, this.#variables);
    return variables && new TextForm(text, variables);
  }
}

function isAt(bytes: Buffer, position: number, text: Buffer, start: number, length: number): boolean {
  if (position + length > bytes.length) return false;
  if (length > shortPart) return bytes.compare(text, start, start + length, position, position + length) === 0;
  for (let index = 0; index < length; index++) if (bytes[position + index] !== text[start + index]) return false;
  return true;
}
