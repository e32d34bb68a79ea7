import { GrowingRing } from '../../base/growingRing.ts';

/** Lets so many through at once; the others wait in the order in which they came. */
export class Turnstile {
  readonly #waiting = new GrowingRing<() => void>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Undefined when there is a place at once; else resolves when there is one. Either is to be left again. */
  enter(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free--;
    return undefined;
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
