/** Entries that may be made in a second, and in one go after a quiet while: far more than a person reads, far less than a flood. */
const perSecond = 2000;
const burst = 4000;

/** A token bucket on session time. */
export class EntryBudget {
  #left = burst;
  #at = 0;

  /** @param entries that would be made now */
  take(entries: number, now: number): boolean {
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) * perSecond) / 1000);
    this.#at = now;
    if (this.#left < entries) return false;
    this.#left -= entries;
    return true;
  }
}
