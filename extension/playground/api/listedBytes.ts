import { Buffer } from 'node:buffer';
import type { StoredObject } from '../storage/storedObject.ts';

const megabyte = 1024 * 1024;
/** Room for a list of a large cluster, far from what a process may have. */
const defaultRoom = 128 * megabyte;
/** As much as lists of a small cluster need. */
const firstSlabBytes = megabyte;
/** What is as large as that the system gives apart, and takes back whole; smaller ones lie among what is soon let go of, and keep the gaps from being given back. What is not written yet is no memory. */
const slabBytes = 33 * megabyte;
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
  /** By all slabs. */
  #taken = 0;
  /** Written since a list was begun. */
  #listed = 0;

  constructor(room = defaultRoom) {
    this.#room = room;
  }

  beginList(): void {
    this.#listed = 0;
  }

  get(stored: StoredObject): Buffer | undefined {
    return this.#items.get(stored);
  }

  /** @returns the text, to be sent, as bytes where there was room for it */
  keep(stored: StoredObject, text: string): Buffer | string {
    const most = text.length * mostBytesPerCharacter;
    if (most > firstSlabBytes || (this.#slab.length - this.#used < most && !this.#addSlab())) return text;
    const length = this.#slab.write(text, this.#used);
    const bytes = this.#slab.subarray(this.#used, this.#used + length);
    this.#used += length;
    this.#listed += length;
    this.#items.set(stored, bytes);
    return bytes;
  }

  /** False when there is no more room: one list alone has filled half of it, so there is no use in beginning anew. */
  #addSlab(): boolean {
    if (this.#room - this.#taken < firstSlabBytes) {
      if (this.#listed * 2 >= this.#room) return false;
      this.#items.clear();
      this.#taken = 0;
    }
    const size = Math.min(this.#taken === 0 ? firstSlabBytes : slabBytes, this.#room - this.#taken);
    this.#slab = Buffer.allocUnsafeSlow(size);
    this.#used = 0;
    this.#taken += size;
    return true;
  }
}
