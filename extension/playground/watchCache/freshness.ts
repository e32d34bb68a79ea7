import { type Clock, sleep } from '../../base/clock.ts';
import { tooLargeResourceVersion } from '../statusErrors.ts';

const timeoutMs = 3_000;

/** The version that a cache is at, and who waits for a newer one. */
export class Freshness {
  readonly #clock: Clock;
  readonly #waiters = new Set<() => void>();
  #version: number;

  constructor(clock: Clock, version: number) {
    this.#clock = clock;
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  /** Moves on, and says so to nobody yet: what the version stands for may still be on its way. */
  set version(version: number) {
    this.#version = version;
  }

  wakeWaiters(): void {
    for (const waiter of this.#waiters) waiter();
  }

  /**
   * Resolves when the cache has reached `version`, at the latest after three seconds.
   * @throws ApiError Timeout, too large resource version
   */
  async waitFor(version: number, signal: AbortSignal): Promise<void> {
    if (this.#version >= version) return;
    const stopped = new AbortController();
    const waiter = (): void => {
      if (this.#version >= version) stopped.abort();
    };
    this.#waiters.add(waiter);
    await sleep(this.#clock, timeoutMs, AbortSignal.any([signal, stopped.signal]));
    this.#waiters.delete(waiter);
    if (this.#version < version) throw tooLargeResourceVersion(version, this.#version);
  }
}
