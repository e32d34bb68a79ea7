import { backslash, closeBrace, closeBracket, colon, comma, isOrdinary, openBrace, openBracket, quote } from './jsonBytes.ts';

/** What nests deeper is for the parser. */
const maxDepth = 200;

const space = 0x20;
const minus = 0x2d;
const dot = 0x2e;
const plus = 0x2b;
const zero = 0x30;
const nine = 0x39;
const unicodeEscape = 0x75;
const trueWord = Buffer.from('true');
const falseWord = Buffer.from('false');
const nullWord = Buffer.from('null');

/**
 * Walks through JSON in bytes and makes nothing of it: says where a field begins and where its value ends, and that all
 * that it has passed is valid. Everything throws SyntaxError when it is not, and for what is valid but nests too deep.
 */
export class JsonWalker {
  /** For each container that is open within one value: whether it lies in an object. */
  readonly #inObject = new Uint8Array(maxDepth);
  #bytes: Buffer = Buffer.alloc(0);
  #first = true;
  /** Where the walk stands. */
  position = 0;
  /** Of the field that was come to: the bounds of its name, without quotes. */
  nameStart = 0;
  nameEnd = 0;

  begin(bytes: Buffer): void {
    this.#bytes = bytes;
    this.position = 0;
  }

  /** Goes into the object that begins here; afterwards `next` leads to its first field. */
  enter(): void {
    this.#skipSpace();
    if (this.#bytes[this.position] !== openBrace) throw invalid();
    this.position++;
    this.#first = true;
  }

  /** Goes to the value of the next field; false behind the end of the object. */
  next(): boolean {
    const bytes = this.#bytes;
    this.#skipSpace();
    if (bytes[this.position] === closeBrace) {
      this.position++;
      // Whatever surrounds it has had at least this one.
      this.#first = false;
      return false;
    }
    if (!this.#first) {
      if (bytes[this.position] !== comma) throw invalid();
      this.position++;
      this.#skipSpace();
    }
    this.#first = false;
    if (bytes[this.position] !== quote) throw invalid();
    this.nameStart = this.position + 1;
    this.position = skipString(bytes, this.nameStart);
    this.nameEnd = this.position - 1;
    this.#skipSpace();
    if (bytes[this.position] !== colon) throw invalid();
    this.position++;
    this.#skipSpace();
    return true;
  }

  /** Goes past the value that begins here. */
  skip(): void {
    this.position = this.#skipValue(this.position);
  }

  /** Nothing but white space is left. */
  end(): void {
    this.#skipSpace();
    if (this.position !== this.#bytes.length) throw invalid();
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    while (isSpace(bytes[this.position])) this.position++;
  }

  #skipValue(start: number): number {
    const bytes = this.#bytes;
    const outer = this.#inObject;
    let depth = 0;
    let inObject = false;
    let index = start;
    for (;;) {
      if (bytes[index]! <= space) index = skipSpace(bytes, index);
      const opening = bytes[index]!;
      let follows = true;
      if (opening === quote) {
        index = skipString(bytes, index + 1);
      } else if (opening === openBrace || opening === openBracket) {
        if (depth === maxDepth) throw invalid();
        outer[depth++] = inObject ? 1 : 0;
        inObject = opening === openBrace;
        index++;
        if (bytes[index]! <= space) index = skipSpace(bytes, index);
        follows = bytes[index] === (inObject ? closeBrace : closeBracket);
      } else {
        index = skipScalar(bytes, index);
      }
      while (follows) {
        if (depth === 0) return index;
        if (bytes[index]! <= space) index = skipSpace(bytes, index);
        const byte = bytes[index++]!;
        if (byte === comma) {
          if (bytes[index]! <= space) index = skipSpace(bytes, index);
          follows = false;
        } else {
          if (byte !== (inObject ? closeBrace : closeBracket)) throw invalid();
          inObject = outer[--depth] === 1;
        }
      }
      if (inObject) {
        if (bytes[index] !== quote) throw invalid();
        index = skipString(bytes, index + 1);
        if (bytes[index]! <= space) index = skipSpace(bytes, index);
        if (bytes[index++] !== colon) throw invalid();
      }
    }
  }
}

function skipSpace(bytes: Buffer, start: number): number {
  let index = start;
  while (isSpace(bytes[index])) index++;
  return index;
}

/** @returns the index behind the closing quote */
function skipString(bytes: Buffer, start: number): number {
  const { length } = bytes;
  const ordinary = isOrdinary;
  let index = start;
  for (;;) {
    while (index < length && ordinary[bytes[index]!] === 1) index++;
    const byte = bytes[index++];
    if (byte === quote) return index;
    if (byte !== backslash) throw invalid();
    index = skipEscape(bytes, index);
  }
}

/** @param start behind the backslash */
export function skipEscape(bytes: Buffer, start: number): number {
  const byte = bytes[start];
  if (byte === quote || byte === backslash || isEscapable(byte)) return start + 1;
  const end = start + 5;
  if (byte !== unicodeEscape || end > bytes.length) throw invalid();
  for (let index = start + 1; index < end; index++) if (!isHexDigit(bytes[index]!)) throw invalid();
  return end;
}

function skipScalar(bytes: Buffer, start: number): number {
  switch (bytes[start]) {
    case trueWord[0]:
      return skipWord(bytes, start, trueWord);
    case falseWord[0]:
      return skipWord(bytes, start, falseWord);
    case nullWord[0]:
      return skipWord(bytes, start, nullWord);
    default:
      return skipNumber(bytes, start);
  }
}

function skipWord(bytes: Buffer, start: number, word: Buffer): number {
  for (let index = 1; index < word.length; index++) if (bytes[start + index] !== word[index]) throw invalid();
  return start + word.length;
}

function skipNumber(bytes: Buffer, start: number): number {
  let index = bytes[start] === minus ? start + 1 : start;
  index = bytes[index] === zero ? index + 1 : skipDigits(bytes, index);
  if (bytes[index] === dot) index = skipDigits(bytes, index + 1);
  if (bytes[index] === 0x65 || bytes[index] === 0x45) {
    index++;
    if (bytes[index] === plus || bytes[index] === minus) index++;
    index = skipDigits(bytes, index);
  }
  return index;
}

/** One at least. */
function skipDigits(bytes: Buffer, start: number): number {
  let index = start;
  while (isDigit(bytes[index])) index++;
  if (index === start) throw invalid();
  return index;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/** One of `/bfnrt`, of which the first two have been looked for. */
function isEscapable(byte: number | undefined): boolean {
  return byte === 0x6e || byte === 0x74 || byte === 0x72 || byte === 0x2f || byte === 0x62 || byte === 0x66;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

function invalid(): SyntaxError {
  return new SyntaxError('this is no JSON that can be walked through');
}

function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && byte <= space && (byte === space || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
