/**
 * Values by their identity, at least the `most / 2` that were set most recently and never more than `most`: memory that no number of objects makes
 * grow. In two generations, so that nothing is looked for when there is no room.
 */
export class Recent<T, Id = string> {
  readonly #half: number;
  #young = new Map<Id, T>();
  #old = new Map<Id, T>();

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0;
  }

  get(id: Id): T | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  set(id: Id, value: T): void {
    if (this.#young.size >= this.#half && !this.#young.has(id)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }

  delete(id: Id): boolean {
    const young = this.#young.delete(id);
    return this.#old.delete(id) || young;
  }

  /** What is there, which is forgotten with that. */
  take(id: Id): T | undefined {
    const value = this.get(id);
    if (value !== undefined) this.delete(id);
    return value;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  /** Each once, as it was set last. What is deleted meanwhile does not come. */
  *entries(): Generator<[Id, T]> {
    for (const [id, value] of this.#old) if (!this.#young.has(id)) yield [id, value];
    yield* this.#young;
  }
}
