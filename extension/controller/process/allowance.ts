import type { Clock } from '../../base/clock.ts';

const windowMs = 1000;

/** So much in each second, counted anew in the next. Tells how much was too much, so that it can be said. */
export class Allowance {
  readonly #now: Clock['now'];
  readonly #perSecond: number;
  #began: number;
  #used = 0;
  #refused = 0;

  constructor(now: Clock['now'], perSecond: number) {
    this.#now = now;
    this.#perSecond = perSecond;
    this.#began = now();
  }

  /** False when that is more than is left of this second. The first of a second is taken, whatever it is. */
  take(amount = 1): boolean {
    const now = this.#now();
    if (now - this.#began >= windowMs) {
      this.#began = now;
      this.#used = 0;
    }
    if (this.#used > 0 && this.#used + amount > this.#perSecond) {
      this.#refused++;
      return false;
    }
    this.#used += amount;
    return true;
  }

  /** How many were refused since this was asked last. */
  takeRefused(): number {
    const refused = this.#refused;
    this.#refused = 0;
    return refused;
  }
}
