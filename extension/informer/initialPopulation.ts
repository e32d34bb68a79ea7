import type { Seq } from '../trace/entry.ts';

/** How far the first Replace of a queue has come. */
export interface InitialPopulationState {
  readonly populated: boolean;
  readonly count: number;
  readonly synced: boolean;
}

/**
 * When a queue counts as synced: it was populated, and everything of its first Replace has been popped
 * (D-07, D-25, D-30). Once synced, always synced.
 */
export class InitialPopulation {
  readonly #onSynced: ((cause: Seq) => void) | undefined;
  #populated = false;
  #count = 0;
  #synced = false;

  /** @param onSynced called once, with the entry that completed it */
  constructor(onSynced: ((cause: Seq) => void) | undefined) {
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
  populate(cause: Seq): void {
    this.#populated = true;
    this.check(cause);
  }

  /** A Replace queued `count` entries; only the first counts. */
  replaced(count: () => number, cause: Seq): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#count = count();
    this.check(cause);
  }

  /** `count` entries were popped. Followed by `check` when they have been processed. */
  popped(count: number): void {
    this.#count = Math.max(0, this.#count - count);
  }

  /** What was queued is gone, unpopped: unless it is synced already, the queue waits for a first Replace again. */
  cleared(): void {
    if (this.#synced) return;
    this.#populated = false;
    this.#count = 0;
  }

  save(): InitialPopulationState {
    return { populated: this.#populated, count: this.#count, synced: this.#synced };
  }

  restore({ populated, count, synced }: InitialPopulationState): void {
    this.#populated = populated;
    this.#count = count;
    this.#synced = synced;
  }

  check(cause: Seq): void {
    if (this.#synced || !this.#populated || this.#count > 0) return;
    this.#synced = true;
    this.#onSynced?.(cause);
  }
}
