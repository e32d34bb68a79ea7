/** Texts that two generations hold at most, each. A pool that forgets costs memory, not truth. */
const generationSize = 2048;

/** Shorter texts are not worth the look. */
const shortest = 20;

/** Gives equal texts as one, as long as they are not too far apart: objects of one owner come side by side. */
export class TextPool {
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  shared(text: string): string {
    if (text.length < shortest) return text;
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const shared = this.#old.get(text) ?? text;
    if (this.#young.size >= generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(shared, shared);
    return shared;
  }
}
