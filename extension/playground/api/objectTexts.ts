import type { StoredObject } from '../storage/storedObject.ts';

/** Characters that are kept at most: room for a list of a large cluster, far from what a process may have. */
const room = 128 * 1024 * 1024;

/**
 * Objects as JSON: each version is written once, however many are sent it, as long as there is room for it. What was written
 * first goes first.
 */
export class ObjectTexts {
  readonly #texts = new Map<StoredObject, string>();
  readonly #room: number;
  #length = 0;

  constructor(mostCharacters = room) {
    this.#room = mostCharacters;
  }

  /** Of what is sent now, and soon to others. */
  of(stored: StoredObject): string {
    return this.#texts.get(stored) ?? this.#keep(stored, JSON.stringify(stored.object));
  }

  /** One of many: takes nobody's place. */
  ofListed(stored: StoredObject): string {
    const kept = this.#texts.get(stored);
    if (kept !== undefined) return kept;
    const text = JSON.stringify(stored.object);
    return this.#length + text.length <= this.#room ? this.#keep(stored, text) : text;
  }

  #keep(stored: StoredObject, text: string): string {
    this.#texts.set(stored, text);
    this.#length += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#length <= this.#room) break;
      this.#texts.delete(oldest);
      this.#length -= length;
    }
    return text;
  }
}
