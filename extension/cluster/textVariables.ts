import { closeBrace, closeBracket, colon, isOrdinary, openBrace, openBracket, quote } from './jsonBytes.ts';
import { isDigit, skipEscape } from './jsonWalker.ts';

const space = 0x20;
const zero = 0x30;
const minus = 0x2d;
const dot = 0x2e;

/** More values than this are no variation of the same. */
export const maxVariables = 256;

/** Down to this depth the names of fields are no variables: those of an object, of its metadata, of its spec. */
const namedDepth = 2;

/**
 * A place at which texts that are otherwise alike have something else: a whole number, or what stands in a string between quotes and
 * escapes. Whatever of that kind is put there, valid JSON stays valid.
 */
export interface Variable {
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
}

/**
 * Finds the variables of `text` by comparing it with a text that is alike.
 * @param known the variables of that other text: also those that are equal in both
 * @returns undefined when they differ in more than that, or in most of what they say
 */
export function variablesOf(text: Buffer, other: Buffer, known: readonly Variable[]): Variable[] | undefined {
  const comparison = new Comparison(text, other, known);
  const { variables } = comparison;
  return comparison.run() && variables.length <= maxVariables && 2 * bytesOf(variables) <= text.length ? variables : undefined;
}

/** Up to what ends a string, or is escaped in it, or is not allowed in it. */
export function endOfRun(bytes: Buffer, start: number): number {
  const { length } = bytes;
  const ordinary = isOrdinary;
  let end = start;
  while (end < length && ordinary[bytes[end]!] === 1) end++;
  return end;
}

/** Of a whole number as JSON writes it, without sign; -1 when there is none. */
export function endOfInteger(bytes: Buffer, start: number): number {
  let end = start;
  while (isDigit(bytes[end])) end++;
  return end === start || (bytes[start] === zero && end > start + 1) ? -1 : end;
}

/** Two valid texts, side by side. */
class Comparison {
  readonly variables: Variable[] = [];
  readonly #text: Buffer;
  readonly #other: Buffer;
  readonly #known: readonly Variable[];
  #nextKnown = 0;
  /** Where the two are read. */
  #at = 0;
  #otherAt = 0;
  #depth = 0;

  constructor(text: Buffer, other: Buffer, known: readonly Variable[]) {
    this.#text = text;
    this.#other = other;
    this.#known = known;
  }

  /** False when they differ in anything but values. */
  run(): boolean {
    while (this.#at < this.#text.length) {
      const byte = this.#text[this.#at]!;
      const otherByte = this.#other[this.#otherAt];
      const same = beginsNumber(byte) ? beginsNumber(otherByte) && this.#number() : byte === otherByte && this.#token(byte);
      if (!same) return false;
    }
    return this.#otherAt === this.#other.length;
  }

  #token(byte: number): boolean {
    this.#step(1);
    if (byte === quote) return this.#string();
    if (byte === openBrace || byte === openBracket) this.#depth++;
    else if (byte === closeBrace || byte === closeBracket) this.#depth--;
    return true;
  }

  /** Behind its first quote. */
  #string(): boolean {
    const before = this.variables.length;
    for (;;) {
      const end = endOfRun(this.#text, this.#at);
      const otherEnd = endOfRun(this.#other, this.#otherAt);
      this.#run(end, otherEnd, false);
      const byte = this.#text[end];
      if (byte !== this.#other[otherEnd]) return false;
      this.#step(1);
      if (byte === quote) break;
      const length = skipEscape(this.#text, this.#at) - this.#at;
      if (!this.#isSame(length)) return false;
      this.#step(length);
    }
    return this.variables.length === before || this.#depth > namedDepth || !this.#isName();
  }

  #number(): boolean {
    const end = endOfNumber(this.#text, this.#at);
    const otherEnd = endOfNumber(this.#other, this.#otherAt);
    if (endOfInteger(this.#text, this.#at) === end && endOfInteger(this.#other, this.#otherAt) === otherEnd) {
      this.#run(end, otherEnd, true);
      return true;
    }
    const length = end - this.#at;
    if (otherEnd - this.#otherAt !== length || !this.#isSame(length)) return false;
    this.#step(length);
    return true;
  }

  /** Goes past what may differ, and notes it when it does, or has done before. */
  #run(end: number, otherEnd: number, isNumber: boolean): void {
    const isKnown = this.#known[this.#nextKnown]?.start === this.#otherAt;
    if (isKnown) this.#nextKnown++;
    const start = this.#at;
    if (isKnown || otherEnd - this.#otherAt !== end - start || !this.#isSame(end - start)) this.variables.push({ start, end, isNumber });
    this.#at = end;
    this.#otherAt = otherEnd;
  }

  #step(length: number): void {
    this.#at += length;
    this.#otherAt += length;
  }

  #isSame(length: number): boolean {
    for (let index = 0; index < length; index++) {
      if (this.#text[this.#at + index] !== this.#other[this.#otherAt + index]) return false;
    }
    return true;
  }

  /** What was just passed is the name of a field. */
  #isName(): boolean {
    let index = this.#at;
    while (this.#text[index]! <= space) index++;
    return this.#text[index] === colon;
  }
}

function beginsNumber(byte: number | undefined): boolean {
  return byte === minus || isDigit(byte);
}

function endOfNumber(bytes: Buffer, start: number): number {
  let end = start;
  for (let byte = bytes[end]; byte === dot || byte === minus || byte === 0x2b || byte === 0x65 || byte === 0x45 || isDigit(byte); byte = bytes[++end]);
  return end;
}

function bytesOf(variables: readonly Variable[]): number {
  return variables.reduce((sum, { start, end }) => sum + end - start, 0);
}
