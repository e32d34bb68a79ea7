import type { ManagedFieldsText } from '../kube/keptManagedFields.ts';
import { backslash, quote } from './jsonBytes.ts';
import { JsonValueScanner } from './jsonValueScanner.ts';
import type { TextPool } from './textPool.ts';

const space = 0x20;

/** What differs between the `managedFields` of objects that are otherwise alike: when a manager wrote, and a pod's address. */
const variables = ['"time":"', '{\\"ip\\":\\"'].map((text) => Buffer.from(text));

/** Objects of one owner come side by side, those of several owners perhaps by turns. */
const rememberedForms = 4;

/** What objects of one owner have in common: the parts between the variables, as bytes and as text. */
interface Form {
  readonly bytes: readonly Buffer[];
  readonly texts: readonly string[];
}

export interface FoundManagedFields {
  readonly text: ManagedFieldsText;
  /** The index after the list. */
  readonly end: number;
}

/** Values are gathered here, so that one string holds them; what does not fit is of no known form. */
const scratch = Buffer.alloc(1024);

/**
 * Takes `managedFields` out of the bytes of an object as text. Whether they are of a form that was met just now is seen by comparing
 * bytes, many at once; then the text needs no reading, and hardly any memory.
 */
export class ManagedFieldsReader {
  readonly #scanner = new JsonValueScanner();
  readonly #pool: TextPool;
  /** The newest first. */
  #forms: readonly Form[] = [];

  /** @param pool keeps what is alike in several forms once */
  constructor(pool: TextPool) {
    this.#pool = pool;
  }

  /** @param start where the list begins; undefined when it does not end */
  read(bytes: Buffer, start: number): FoundManagedFields | undefined {
    for (const form of this.#forms) {
      const found = matched(form, bytes, start);
      if (found) return found;
    }
    this.#scanner.reset();
    const end = this.#scanner.scan(bytes, start);
    if (end < 0) return undefined;
    const form = this.#formOf(bytes.subarray(start, end));
    this.#forms = [form, ...this.#forms.slice(0, rememberedForms - 1)];
    // What is no form of itself has too many values, or too odd ones.
    return matched(form, bytes, start) ?? { text: { form: [bytes.toString('utf8', start, end)], values: '' }, end };
  }

  #formOf(text: Buffer): Form {
    const bytes: Buffer[] = [];
    const next = variables.map((variable) => text.indexOf(variable));
    for (let position = 0; ; ) {
      const nearest = nearestOf(next);
      const valueStart = nearest < 0 ? text.length : next[nearest]! + variables[nearest]!.length;
      bytes.push(Buffer.from(text.subarray(position, valueStart)));
      if (nearest < 0) break;
      position = endOfValue(text, valueStart);
      next[nearest] = text.indexOf(variables[nearest]!, position);
    }
    return { bytes, texts: bytes.map((part) => this.#pool.shared(part.toString())) };
  }
}

/** The brackets of the form are in its fixed parts, so that what matches it ends where it ends. */
function matched({ bytes: fixedParts, texts }: Form, bytes: Buffer, start: number): FoundManagedFields | undefined {
  let position = start;
  let length = 0;
  for (let index = 0; index < fixedParts.length; index++) {
    if (index > 0) {
      const valueEnd = endOfValue(bytes, position);
      if (length + valueEnd - position >= scratch.length) return undefined;
      length += bytes.copy(scratch, length, position, valueEnd);
      scratch[length++] = 0;
      position = valueEnd;
    }
    const fixed = fixedParts[index]!;
    const end = position + fixed.length;
    if (end > bytes.length || bytes.compare(fixed, 0, fixed.length, position, end) !== 0) return undefined;
    position = end;
  }
  return { text: { form: texts, values: scratch.toString('utf8', 0, length) }, end: position };
}

/** Which variable comes first; -1 when none is left. */
function nearestOf(positions: readonly number[]): number {
  let nearest = -1;
  for (const [index, position] of positions.entries()) {
    if (position >= 0 && (nearest < 0 || position < positions[nearest]!)) nearest = index;
  }
  return nearest;
}

/** Up to what ends the string, or is escaped in it, or is not allowed in it. */
function endOfValue(bytes: Buffer, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== quote && bytes[end] !== backslash && bytes[end]! >= space) end++;
  return end;
}
