import type { KeptText } from '../kube/keptFields.ts';
import { endOfInteger, endOfRun, type Variable, variablesOf } from './textVariables.ts';

/** Values are gathered here, so that one string holds them; a text that has more is of no form. */
const scratch = Buffer.alloc(8192);

/** Parts as short as this are compared byte by byte: the call that compares many at once costs as much. */
const shortPart = 24;

/** A text as what it has in common with others, which share this very list, and its own values, each ended by a NUL: JSON has none. */
class FormedText implements KeptText {
  readonly #parts: readonly string[];
  readonly #values: string;

  constructor(parts: readonly string[], values: string) {
    this.#parts = parts;
    this.#values = values;
  }

  toString(): string {
    const values = this.#values.split('\0');
    return this.#parts.map((part, index) => (index === 0 ? part : values[index - 1]! + part)).join('');
  }
}

/**
 * What JSON texts have in common that differ in a few values. Whether a text is of a form is seen by comparing bytes, many at once; what
 * is of the form of a valid text is valid, too, and ends where its brackets end.
 */
export class TextForm {
  /** For whoever made it: what such texts are about. */
  readonly names: readonly string[];
  readonly #text: Buffer;
  readonly #around: readonly [string, string];
  readonly #variables: readonly Variable[];
  readonly #parts: readonly string[];
  /** Where the text ended that was matched last. */
  end = 0;

  /**
   * @param text valid; kept
   * @param around what the kept texts begin and end with besides
   */
  constructor(text: Buffer, names: readonly string[], around: readonly [string, string], variables: readonly Variable[] = []) {
    this.names = names;
    this.#text = text;
    this.#around = around;
    this.#variables = variables;
    this.#parts = Array.from({ length: variables.length + 1 }, (_, index) => {
      const before = index === 0 ? around[0] : '';
      return before + text.toString('utf8', this.#partStart(index), this.#partEnd(index)) + (index === variables.length ? around[1] : '');
    });
  }

  /** The text that begins at `start`, when it is of this form; then `end` says where it ends. */
  match(bytes: Buffer, start: number): KeptText | undefined {
    const variables = this.#variables;
    let position = start;
    let length = 0;
    for (let index = 0; index <= variables.length; index++) {
      if (index > 0) {
        const end = variables[index - 1]!.isNumber ? endOfInteger(bytes, position) : endOfRun(bytes, position);
        if (end < 0 || length + end - position >= scratch.length) return undefined;
        while (position < end) scratch[length++] = bytes[position++]!;
        scratch[length++] = 0;
      }
      const partStart = this.#partStart(index);
      const partEnd = this.#partEnd(index);
      if (!isAt(bytes, position, this.#text, partStart, partEnd)) return undefined;
      position += partEnd - partStart;
    }
    this.end = position;
    return new FormedText(this.#parts, scratch.toString('utf8', 0, length));
  }

  /** A form of which this one's texts are and the other text is, too; undefined when they have too little in common. */
  widened(text: Buffer): TextForm | undefined {
    const variables = variablesOf(text, this.#text, this.#variables);
    return variables && new TextForm(text, this.names, this.#around, variables);
  }

  #partStart(index: number): number {
    return index === 0 ? 0 : this.#variables[index - 1]!.end;
  }

  #partEnd(index: number): number {
    return index === this.#variables.length ? this.#text.length : this.#variables[index]!.start;
  }
}

/** Whether the bytes of `text` from `start` to `end` are at `position`, too. */
function isAt(bytes: Buffer, position: number, text: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (position + length > bytes.length) return false;
  if (length > shortPart) return bytes.compare(text, start, end, position, position + length) === 0;
  for (let index = 0; index < length; index++) if (bytes[position + index] !== text[start + index]) return false;
  return true;
}
