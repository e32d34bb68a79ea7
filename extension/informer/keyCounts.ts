/** How many of each key there are; undefined stands for what belongs to none. */
export class KeyCounts {
  readonly #counts = new Map<string | undefined, number>();

  /** Keys of which there is at least one. */
  get size(): number {
    return this.#counts.size;
  }

  has(key: string | undefined): boolean {
    return this.#counts.has(key);
  }

  /** How many there are now. */
  add(key: string | undefined): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  /** Called only for what was added. */
  remove(key: string | undefined): void {
    const count = this.#counts.get(key)!;
    if (count === 1) this.#counts.delete(key);
    else this.#counts.set(key, count - 1);
  }

  clear(): void {
    this.#counts.clear();
  }
}
