import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';

/** Time as it was: it is where it is put, and a timer runs when the trace says that it ran. */
export class RebuiltClock implements Clock {
  #timer: (() => void) | undefined;
  time: number;
  /** What it says the next time that it is asked: when a timer was due that came late. */
  once: number | undefined;

  constructor(time: number) {
    this.time = time;
  }

  now(): number {
    const { once = this.time } = this;
    this.once = undefined;
    return once;
  }

  wallTime(): number {
    return this.time;
  }

  /** A queue has one timer at a time. */
  setTimer(_ms: number, callback: () => void): Disposable {
    this.#timer = callback;
    return toDisposable(() => {
      if (this.#timer === callback) this.#timer = undefined;
    });
  }

  /** Nothing is put off: whoever waits for a turn waits for ever. */
  defer(): Disposable {
    return toDisposable(() => undefined);
  }

  /** Runs the timer that is set. */
  fire(): void {
    const timer = this.#timer;
    this.#timer = undefined;
    timer?.();
  }
}
