import { Buffer } from 'node:buffer';
import type { StoredObject } from '../storage/storedObject.ts';

const megabyte = 1024 * 1024;
/** Room for a list of a large cluster, far from what a process may have. */
const defaultRoom = 128 * megabyte;
/** As much as lists of a small cluster need. */
const firstSlabBytes = megabyte;
/** Bytes that a character of JavaScript takes in UTF-8 at most. */
const mostBytesPerCharacter = 3;
const comma = 0x2c;

/** Bytes somewhere in a slab, in which nothing is ever written again. */
export interface SlabRange {
  readonly slab: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Items of lists as bytes, for whoever asks for the same list next: written as JSON once as long as they do not change. Outside
 * of the heap, where they cost the collector nothing, and side by side as they were listed, so that what is sent again need not be copied. When it is full of what nobody lists any more it begins anew.
 */
export class ListedBytes {
  readonly #room: number;
  readonly #items = new Map<StoredObject, SlabRange>();
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

  /** With the comma before it. */
  get(stored: StoredObject): SlabRange | undefined {
    return this.#items.get(stored);
  }

  /** Undefined where there is no room for it. @param text without the comma that is put before it */
  keep(stored: StoredObject, text: string): SlabRange | undefined {
    const most = 1 + text.length * mostBytesPerCharacter;
    if (most > firstSlabBytes || (this.#slab.length - this.#used < most && !this.#addSlab())) return undefined;
    const start = this.#used;
    this.#slab[start] = comma;
    const end = start + 1 + this.#slab.write(text, start + 1);
    const range = { slab: this.#slab, start, end };
    this.#used = end;
    this.#listed += end - start;
    this.#items.set(stored, range);
    return range;
  }

  /** False when there is no more room: one list alone has filled half of it, so there is no use in beginning anew. */
  #addSlab(): boolean {
    if (this.#room - this.#taken < firstSlabBytes) {
      if (this.#listed * 2 >= this.#room) return false;
      this.#items.clear();
      this.#taken = 0;
    }
    // All that is left at once: what is not written yet is no memory, what is as large as that the system takes back whole, and each more would have the collector look through the heap.
    const size = this.#taken === 0 ? firstSlabBytes : this.#room - this.#taken;
    this.#slab = Buffer.allocUnsafeSlow(size);
    this.#used = 0;
    this.#taken += size;
    return true;
  }
}
