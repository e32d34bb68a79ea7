import type { Clock } from '../../base/clock.ts';
import { tooLargeResourceVersion } from '../statusErrors.ts';
import { RevisionWaiters } from '../storage/revisionWaiters.ts';

/** How long somebody waits for a version. */
export const freshnessMs = 3_000;

/** The version that a cache is at, and who waits for a newer one. */
export class Freshness {
  readonly #clock: Clock;
  readonly #waiters = new RevisionWaiters();
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
    this.#waiters.wake(this.#version);
  }

  /**
   * Resolves when the cache has reached `version`, at the latest after three seconds.
   * @throws ApiError Timeout, too large resource version
   */
  async waitFor(version: number, signal: AbortSignal): Promise<void> {
    if (this.#version >= version) return;
    const patience = new AbortController();
    const timer = this.#clock.setTimer(freshnessMs, () => patience.abort());
    await this.#waiters.wait(version, AbortSignal.any([signal, patience.signal]));
    timer.dispose();
    if (this.#version < version) throw tooLargeResourceVersion(version, this.#version);
  }
}
