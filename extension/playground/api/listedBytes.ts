import { Buffer } from 'node:buffer';
import type { StoredObject } from '../storage/storedObject.ts';

const slabBytes = 1024 * 1024;
/** Room for a list of a large cluster, far from what a process may have. */
const defaultRoom = 128 * slabBytes;
/** Bytes that a character of JavaScript takes in UTF-8 at most. */
const mostBytesPerCharacter = 3;

/**
 * Items of lists as bytes, for whoever asks for the same list next: written as JSON once as long as they do not change. Outside
 * of the heap, where they cost the collector nothing. When it is full of what nobody lists any more it begins anew.
 */
export class ListedBytes {
  readonly #room: number;
  readonly #items = new Map<StoredObject, Buffer>();
  #slab = Buffer.alloc(0);
  /** Of the slab. */
  #used = 0;
  #slabs = 0;
  /** In slabs, since a list was begun. */
  #filled = 0;

  constructor(room = defaultRoom) {
    this.#room = room;
  }

  beginList(): void {
    this.#filled = 0;
  }

  get(stored: StoredObject): Buffer | undefined {
    return this.#items.get(stored);
  }

  /** @returns the text, to be sent, as bytes where there was room for it */
  keep(stored: StoredObject, text: string): Buffer | string {
    const most = text.length * mostBytesPerCharacter;
    if (most > slabBytes || (this.#slab.length - this.#used < most && !this.#addSlab())) return text;
    const length = this.#slab.write(text, this.#used);
    const bytes = this.#slab.subarray(this.#used, this.#used + length);
    this.#used += length;
    this.#items.set(stored, bytes);
    return bytes;
  }

  /** False when there is no more room: one list alone has filled half of it, so there is no use in beginning anew. */
  #addSlab(): boolean {
    if ((this.#slabs + 1) * slabBytes > this.#room) {
      if (this.#filled * slabBytes * 2 >= this.#room) return false;
      this.#items.clear();
      this.#slabs = 0;
    }
    this.#slab = Buffer.allocUnsafeSlow(slabBytes);
    this.#used = 0;
    this.#slabs++;
    this.#filled++;
    return true;
  }
}
