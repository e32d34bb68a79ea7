/** Values by their identity, the most recently used `most` of them: memory that no number of objects makes grow. */
export class Recent<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(id: string): T | undefined {
    return this.#values.get(id);
  }

  /** Becomes the most recent; the least recent gives way where there are too many. */
  set(id: string, value: T): void {
    this.#values.delete(id);
    this.#values.set(id, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest!);
  }

  delete(id: string): boolean {
    return this.#values.delete(id);
  }

  clear(): void {
    this.#values.clear();
  }

  entries(): IterableIterator<[string, T]> {
    return this.#values.entries();
  }
}
