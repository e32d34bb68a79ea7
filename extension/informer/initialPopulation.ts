/**
 * When a queue counts as synced: it was populated, and everything of its first Replace has been popped
 * (D-07, D-25, D-30). Once synced, always synced.
 */
export class InitialPopulation {
  readonly #onSynced: (() => void) | undefined;
  #populated = false;
  #count = 0;
  #synced = false;

  constructor(onSynced: (() => void) | undefined) {
    this.#onSynced = onSynced;
  }

  get synced(): boolean {
    return this.#synced;
  }

  /** How many entries of the first Replace are still to be popped. */
  get remaining(): number {
    return this.#count;
  }

  /** An add, update or delete came: there is no first Replace to wait for any more (D-07). */
  populate(): void {
    this.#populated = true;
    this.check();
  }

  /** A Replace queued `count` entries; only the first counts. */
  replaced(count: () => number): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#count = count();
    this.check();
  }

  /** `count` entries were popped. Followed by `check` when they have been processed. */
  popped(count: number): void {
    this.#count = Math.max(0, this.#count - count);
  }

  check(): void {
    if (this.#synced || !this.#populated || this.#count > 0) return;
    this.#synced = true;
    this.#onSynced?.();
  }
}
