/** The newest by their identity; the oldest gives way. */
export class Recent<Id, T> {
  readonly #values = new Map<Id, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(id: Id): T | undefined {
    return this.#values.get(id);
  }

  /** @returns what gave way */
  add(id: Id, value: T): T | undefined {
    this.#values.delete(id);
    this.#values.set(id, value);
    if (this.#values.size <= this.#most) return undefined;
    const [[oldest, gone]] = this.#values as unknown as [[Id, T]];
    this.#values.delete(oldest);
    return gone;
  }

  delete(id: Id): void {
    this.#values.delete(id);
  }

  get size(): number {
    return this.#values.size;
  }
}
