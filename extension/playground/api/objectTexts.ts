import { GrowingRing } from '../../base/growingRing.ts';
import type { StoredObject } from '../storage/storedObject.ts';

/** Characters that are kept at most: room for a flood of events, far from what a process may have. */
const room = 32 * 1024 * 1024;

/**
 * Objects as JSON. What is sent to many, since it has just changed, is written once, however many that are, as long as there is
 * room for it; what was written first goes first. A list keeps nothing: to hold a large one for whoever may ask next costs more
 * than to write it again.
 */
export class ObjectTexts {
  readonly #texts = new Map<StoredObject, string>();
  /** In the order in which they were written: a map finds its oldest ever more slowly, the more it has let go of. */
  readonly #written = new GrowingRing<StoredObject>();
  readonly #room: number;
  #length = 0;

  constructor(mostCharacters = room) {
    this.#room = mostCharacters;
  }

  of(stored: StoredObject): string {
    return this.#texts.get(stored) ?? this.#keep(stored, JSON.stringify(stored.object));
  }

  /** Undefined where it is not kept. */
  written(stored: StoredObject): string | undefined {
    return this.#texts.get(stored);
  }

  #keep(stored: StoredObject, text: string): string {
    this.#texts.set(stored, text);
    this.#written.push(stored);
    this.#length += text.length;
    while (this.#length > this.#room) this.#forgetOldest();
    return text;
  }

  #forgetOldest(): void {
    const oldest = this.#written.shift()!;
    this.#length -= this.#texts.get(oldest)!.length;
    this.#texts.delete(oldest);
  }
}
