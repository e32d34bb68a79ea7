import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Storage } from './storage.ts';

const intervalMs = 5 * 60_000;

/** Every five minutes, forgets what was already old five minutes ago. */
export class Compactor implements Disposable {
  readonly #storage: Storage;
  readonly #clock: Clock;
  #due: number;
  #timer: Disposable;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#due = storage.revision;
    this.#timer = this.#arm();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #arm(): Disposable {
    return this.#clock.setTimer(intervalMs, () => {
      this.#storage.compact(this.#due);
      this.#due = this.#storage.revision;
      this.#timer = this.#arm();
    });
  }
}
