import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';

/** How often the process is asked whether it is there. */
const pingMs = 1000;

export interface WatchdogOptions {
  readonly clock: Clock;
  /** Asks; the process answers with that number. */
  readonly ping: (number: number) => void;
  /** For so long no answer came: its loop does not turn. Called once. */
  readonly onSilent: (ms: number) => void;
  /** Default 10,000. */
  readonly patienceMs?: number;
}

/**
 * Tells a process that is busy from one that does not come back. It counts questions without an answer, not time alone: a host that
 * slept, or was kept busy itself, wakes to an answer that is waiting to be read.
 */
export class Watchdog implements Disposable {
  readonly #options: WatchdogOptions;
  readonly #patience: number;
  #timer: Disposable;
  #number = 0;
  #answered = true;
  #unanswered = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#patience = Math.ceil((options.patienceMs ?? 10_000) / pingMs);
    this.#timer = options.clock.setTimer(pingMs, () => this.#look());
    this.#ask();
  }

  /** An answer to anything but the last question counts for nothing. */
  pong(number: number): void {
    if (number === this.#number) this.#answered = true;
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #look(): void {
    if (this.#answered) this.#ask();
    else if (++this.#unanswered >= this.#patience) return this.#options.onSilent(this.#unanswered * pingMs);
    this.#timer = this.#options.clock.setTimer(pingMs, () => this.#look());
  }

  #ask(): void {
    this.#answered = false;
    this.#unanswered = 0;
    this.#options.ping(++this.#number);
  }
}
