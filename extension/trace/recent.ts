/**
 * The newest values by their identity: the last `most` that were added are there, and at most twice as many. They are forgotten by generations, since to look for the
 * oldest each time costs more than all else.
 */
export class Recent<Id, T> {
  readonly #most: number;
  #young = new Map<Id, T>();
  #old = new Map<Id, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(id: Id): T | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  add(id: Id, value: T): void {
    if (this.#young.size >= this.#most && !this.#young.has(id)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }

  delete(id: Id): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }
}
