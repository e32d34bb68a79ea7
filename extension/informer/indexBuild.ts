import type { Disposable } from '../base/disposable.ts';

export interface IndexBuildOptions {
  /** As they are when it begins. */
  readonly keys: readonly string[];
  /** Puts a key under the values that its object has now, if it has one still. */
  readonly put: (key: string) => void;
  readonly finish: () => void;
  readonly forget: () => void;
}

/**
 * An index of a cache that is made piece by piece, as whoever wants it finds the time. Until it is whole each write of the cache is followed, nobody finds anything by it, and
 * no entry tells of it: it comes to be in one moment, as one that is added does.
 */
export class IndexBuild implements Disposable {
  readonly #options: IndexBuildOptions;
  #keys: readonly string[];
  #at = 0;

  constructor(options: IndexBuildOptions) {
    this.#options = options;
    this.#keys = options.keys;
  }

  /** Puts one more key into it. @returns false when all are in it: then it is whole, and an index like any other */
  advance(): boolean {
    const key = this.#keys[this.#at++];
    if (key === undefined) {
      this.#options.finish();
      return false;
    }
    this.#options.put(key);
    return true;
  }

  /** All of the cache has been replaced: it begins anew. */
  restart(keys: readonly string[]): void {
    this.#keys = keys;
    this.#at = 0;
  }

  /** Nobody wants it any more. Of one that is whole nothing is taken away. */
  dispose(): void {
    this.#options.forget();
  }
}
