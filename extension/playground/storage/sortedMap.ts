/** A map that is read in the order of its keys: code units, which for the ASCII keys of a store is etcd's order. */
export class SortedMap<V> {
  readonly #keys: string[] = [];
  readonly #values = new Map<string, V>();

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** The value of the key at that place in the order. */
  at(index: number): V | undefined {
    const key = this.#keys[index];
    return key === undefined ? undefined : this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#lowerBound(key), 0, key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false;
    this.#keys.splice(this.#lowerBound(key), 1);
    return true;
  }

  /**
   * The values of the keys that begin with `prefix` and, where given, come after `after`. The map must not
   * change while this is being read.
   */
  *range(prefix: string, after = ''): Generator<V> {
    const start = after > prefix ? this.#lowerBound(`${after}\0`) : this.#lowerBound(prefix);
    for (let index = start; index < this.#keys.length; index++) {
      const key = this.#keys[index]!;
      if (!key.startsWith(prefix)) return;
      yield this.#values.get(key)!;
    }
  }

  /** Index of the first key that is not less than `key`. */
  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
