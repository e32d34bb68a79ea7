import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** One timer for all that waits: it is due when the earliest is, and armed anew when that changes. */
export class DelayTimer implements Disposable {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #armed: { readonly at: number; readonly timer: Disposable } | undefined;

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** @param at when the earliest is due; undefined when nothing waits */
  arm(at: number | undefined): void {
    if (this.#armed?.at === at) return;
    this.dispose();
    if (at === undefined) return;
    const timer = this.#clock.setTimer(at - this.#clock.now(), () => {
      this.#armed = undefined;
      this.#onDue();
    });
    this.#armed = { at, timer };
  }

  dispose(): void {
    this.#armed?.timer.dispose();
    this.#armed = undefined;
  }
}
