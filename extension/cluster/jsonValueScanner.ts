import { backslash, closeBrace, isOrdinary, openBrace, openBracket, quote } from './jsonBytes.ts';

const braceBit = 0x20;

/**
 * Finds where one JSON object or array ends in a stream of bytes, without parsing it. Bytes of a UTF-8
 * sequence never look like ASCII, so a character that is cut in two does no harm (case 8). It counts
 * brackets and knows strings; whether the value is valid is for the parser to say.
 */
export class JsonValueScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** True between the first and the last byte of a value. */
  get isInside(): boolean {
    return this.#depth > 0;
  }

  /**
   * Goes on with the value, whose first byte is at `start` when none is begun.
   * @returns the index after its last byte; -1 when it goes on past these bytes
   */
  scan(bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    const ordinary = isOrdinary;
    let depth = this.#depth;
    let inString = this.#inString;
    let index = start;
    if (this.#escaped && index < length) {
      this.#escaped = false;
      index++;
    }
    while (index < length) {
      if (inString) {
        // As short as can be: most bytes are those of strings.
        while (index < length && ordinary[bytes[index]!] === 1) index++;
        if (index === length) break;
        const byte = bytes[index++];
        if (byte === quote) inString = false;
        else if (byte === backslash) {
          if (index < length) index++;
          else this.#escaped = true;
        }
        continue;
      }
      const byte = bytes[index++]!;
      if (byte === quote) {
        inString = true;
      } else if (byte >= openBracket) {
        // A brace is its bracket with one bit more.
        const bracket = byte | braceBit;
        if (bracket === openBrace) depth++;
        else if (bracket === closeBrace && --depth <= 0) {
          this.reset();
          return index;
        }
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    return -1;
  }

  reset(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }
}

/** Begins an object or an array. */
export function opensValue(byte: number | undefined): boolean {
  return byte === openBrace || byte === openBracket;
}

/** JSON's white space, and nothing else. */
export function isJsonSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
