import type { ReadonlyIndexer } from '../informer/indexer.ts';

/** Keys of a cache by the values of an index: all of them, or those that a filter lets through. */
export interface ShownKeys {
  readonly size: number;
  has(key: string): boolean;
  /** Those that have a key. */
  values(): Iterable<string>;
  keysOf(value: string): ReadonlySet<string>;
}

/** All that are cached, as the cache is when it is asked. */
export function allKeys(indexer: ReadonlyIndexer, index: string): ShownKeys {
  return {
    get size() {
      return indexer.size;
    },
    has: (key) => indexer.get(key) !== undefined,
    values: () => indexer.listIndexFuncValues(index),
    keysOf: (value) => indexer.keysOf(index, value),
  };
}
