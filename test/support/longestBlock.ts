import type { FakeClock } from './fakeClock.ts';

/** Measures how long, on the clock, work goes on before the event loop has its turn; and how often it has. */
export class LongestBlock {
  readonly #clock: FakeClock;
  #since: number;
  longestMs = 0;
  turns = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
    this.#since = clock.now();
    const defer = clock.defer.bind(clock);
    clock.defer = (callback) => {
      this.#note();
      return defer(() => {
        this.turns++;
        this.begin();
        callback();
      });
    };
  }

  /** Work begins now. */
  begin(): void {
    this.#since = this.#clock.now();
  }

  #note(): void {
    this.longestMs = Math.max(this.longestMs, this.#clock.now() - this.#since);
  }
}
