import { colon, comma } from './jsonBytes.ts';

/** The start of an item is looked for up to here. */
const longestStart = 256;

/** An item that is longer than this is looked through byte by byte: what waits is copied with each chunk. */
const maxWaitingBytes = 256 * 1024;

/**
 * Guesses where an item of a list ends: where the next one seems to begin, for the items of one list begin alike (`{"metadata":{"name":`).
 * That is found many times faster than by counting brackets. A guess may be wrong, which its parser finds out; then nothing is guessed
 * any more.
 */
export class ListItemGuess {
  #needle: Buffer | undefined;
  #gaveUp = false;

  /** Takes the start of a whole item as that of all others. */
  learn(item: Buffer): void {
    if (this.#gaveUp || this.#needle) return;
    const start = item.subarray(0, longestStart);
    const end = start.indexOf(colon, start.indexOf(colon) + 1);
    if (end > 0) this.#needle = Buffer.concat([Buffer.of(comma), start.subarray(0, end + 1)]);
    else this.#gaveUp = true;
  }

  giveUp(): void {
    this.#gaveUp = true;
    this.#needle = undefined;
  }

  /** The index after the item that begins at `start`; `later` when more bytes are needed; undefined when there is no telling. */
  end(chunk: Buffer, start: number): number | 'later' | undefined {
    if (!this.#needle) return undefined;
    const end = chunk.indexOf(this.#needle, start + 1);
    if (end >= 0) return end;
    return chunk.length - start > maxWaitingBytes ? undefined : 'later';
  }
}
