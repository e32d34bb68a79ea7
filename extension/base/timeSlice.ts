import type { Clock } from './clock.ts';

/** How long one loop may work before it lets others have their turn. Several loops may follow each other in one turn. */
export const sliceMs = 5;

/** Asking the clock costs about as much as a step does, so it is asked once in so many steps. */
const stepsBetweenLooks = 4;

/**
 * Keeps a loop that works through a long queue from blocking the event loop: it works without a promise
 * until its slice is spent, then rests for one turn.
 */
export class TimeSlice {
  readonly #clock: Clock;
  #start: number;
  #steps = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  /** Asked after each step; true when it is time to `rest`. */
  isSpent(): boolean {
    return ++this.#steps % stepsBetweenLooks === 0 && this.#clock.now() - this.#start >= sliceMs;
  }

  /** Begins a new slice: after a wait of any other kind. */
  begin(): void {
    this.#start = this.#clock.now();
  }

  /** Resolves in a later turn, with a new slice. */
  rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.defer(() => {
        this.begin();
        resolve();
      });
    });
  }
}
