import type { Seq } from '../trace/entry.ts';

/** So many are named one by one; a key that is added over and over while nobody takes it must not fill the memory. */
const namedOneByOne = 1000;

/**
 * All that asked for a key. None is lost: beyond a thousand, the newest takes the place of the one before it and names
 * that among its own causes, so that whoever follows the causes meets every one.
 */
export class Causes {
  readonly #named: Seq[];

  constructor(first: Seq) {
    this.#named = [first];
  }

  /** Goes on from a list. */
  static of([first = 0, ...others]: readonly Seq[]): Causes {
    const causes = new Causes(first);
    for (const seq of others) causes.add(seq);
    return causes;
  }

  get list(): readonly Seq[] {
    return this.#named;
  }

  /** What the next entry has to name besides its own causes. */
  link(own: readonly Seq[]): readonly Seq[] {
    return this.#named.length < namedOneByOne ? own : [...own, this.#named[namedOneByOne - 1]!];
  }

  add(seq: Seq): void {
    this.#named[Math.min(this.#named.length, namedOneByOne - 1)] = seq;
  }
}
