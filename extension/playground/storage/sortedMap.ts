import { lowerBound } from '../../base/lowerBound.ts';

/** Keys in one leaf at most: small enough that putting one in moves little, large enough that leaves are few. */
const leafSize = 512;

interface Leaf<V> {
  readonly keys: string[];
  readonly values: V[];
}

/**
 * A map that is read in the order of its keys: code units, which for the ASCII keys of a store is etcd's order. A tree
 * of two levels, so that a key among a hundred thousand others costs hardly more than one among a hundred.
 */
export class SortedMap<V> {
  /** None of them is empty. */
  readonly #leaves: Leaf<V>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const leaf = this.#leaves[this.#leafOf(key)];
    if (!leaf) return undefined;
    const index = lowerBound(leaf.keys, key);
    return leaf.keys[index] === key ? leaf.values[index] : undefined;
  }

  /** The value of the key at that place in the order. */
  at(index: number): V | undefined {
    let rest = index;
    for (const { values } of this.#leaves) {
      if (rest < values.length) return values[rest];
      rest -= values.length;
    }
    return undefined;
  }

  set(key: string, value: V): void {
    const at = this.#leafOf(key);
    const leaf = this.#leaves[at];
    if (!leaf) {
      this.#leaves.push({ keys: [key], values: [value] });
      this.#size++;
      return;
    }
    const index = lowerBound(leaf.keys, key);
    if (leaf.keys[index] === key) {
      leaf.values[index] = value;
      return;
    }
    leaf.keys.splice(index, 0, key);
    leaf.values.splice(index, 0, value);
    this.#size++;
    if (leaf.keys.length > leafSize) this.#split(at, leaf);
  }

  delete(key: string): boolean {
    const at = this.#leafOf(key);
    const leaf = this.#leaves[at];
    const index = leaf ? lowerBound(leaf.keys, key) : -1;
    if (!leaf || leaf.keys[index] !== key) return false;
    leaf.keys.splice(index, 1);
    leaf.values.splice(index, 1);
    if (leaf.keys.length === 0) this.#leaves.splice(at, 1);
    this.#size--;
    return true;
  }

  clear(): void {
    this.#leaves.length = 0;
    this.#size = 0;
  }

  /** The values of the keys that begin with `prefix` and, where given, come after `after`. The map must not change while this is being read. */
  *range(prefix: string, after = ''): Generator<V> {
    const first = after > prefix ? `${after}\0` : prefix;
    let at = this.#leafOf(first);
    let index = lowerBound(this.#leaves[at]?.keys ?? [], first);
    for (; at < this.#leaves.length; at++, index = 0) {
      const { keys, values } = this.#leaves[at]!;
      for (; index < keys.length; index++) {
        if (!keys[index]!.startsWith(prefix)) return;
        yield values[index]!;
      }
    }
  }

  /** The leaf that has the key, or would: the last that begins at or before it, else the first. */
  #leafOf(key: string): number {
    let low = 0;
    let high = this.#leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#leaves[middle]!.keys[0]! <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** What comes in order leaves full leaves behind; what comes anywhere, half full ones. */
  #split(at: number, { keys, values }: Leaf<V>): void {
    const half = at === this.#leaves.length - 1 ? leafSize : leafSize >>> 1;
    this.#leaves.splice(at + 1, 0, { keys: keys.splice(half), values: values.splice(half) });
  }
}
