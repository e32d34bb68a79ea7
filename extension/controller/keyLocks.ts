/** One at a time for each key, in the order in which they ask. A key that nobody holds is had at once, without a promise. */
export class KeyLocks {
  /** Those that wait, by the key that somebody holds. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Undefined when the caller has it now; otherwise resolves when its turn has come. Whoever has it must {@link unlock} it. */
  lock(key: string): Promise<void> | undefined {
    const waiting = this.#waiting.get(key);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    this.#waiting.set(key, []);
    return undefined;
  }

  unlock(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
