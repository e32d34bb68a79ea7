import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Storage } from './storage.ts';

/** The API server's `--etcd-compaction-interval`. */
export const defaultCompactionMs = 5 * 60_000;

/** Every five minutes, or as often as it is told to, forgets what was already old the time before. */
export class Compactor implements Disposable {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #intervalMs: number;
  #due: number;
  #timer: Disposable | undefined;

  /** @param intervalMs 0: never, but on command */
  constructor(storage: Storage, clock: Clock, intervalMs = defaultCompactionMs) {
    this.#storage = storage;
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#due = storage.revision;
    if (intervalMs > 0) this.#arm();
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #arm(): void {
    this.#timer = this.#clock.setTimer(this.#intervalMs, () => {
      this.#storage.compact(this.#due);
      this.#due = this.#storage.revision;
      this.#arm();
    });
  }
}
