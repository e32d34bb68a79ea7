const newline = 0x0a;

/** Cuts bytes into lines, however they come. A line that is too long is passed over, and told of. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (text: string | undefined, number: number) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #number = 0;

  /** @param onLine told of each line with its number from 1; undefined for one that is longer than `maxBytes` */
  constructor(maxBytes: number, onLine: (text: string | undefined, number: number) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The last line need not end with a newline. */
  end(): void {
    if (this.#bytes > 0) this.#finish();
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #finish(): void {
    const text = this.#bytes > this.#maxBytes ? undefined : Buffer.concat(this.#pieces).toString();
    this.#pieces = [];
    this.#bytes = 0;
    this.#onLine(text, ++this.#number);
  }
}
