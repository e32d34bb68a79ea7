import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';

export interface BackoffSettings {
  readonly initialMs: number;
  readonly factor: number;
  /** Adds a uniform share of 0 … `jitter` times the base. */
  readonly jitter: number;
  /** Bounds the base, not the jittered delay: with jitter 1 a delay can be almost twice this. */
  readonly capMs: number;
  readonly resetMs: number;
  /**
   * When the delays start from the beginning again: `resetMs` after the window began, however the server
   * fares (R-04, ≥ 1.36), or after `resetMs` in which nobody asked for a delay (≤ 1.35).
   */
  readonly reset: 'window' | 'idle';
}

export interface BackoffStep {
  readonly ms: number;
  /** Counts from 1 since the last reset. */
  readonly attempt: number;
}

/** The one backoff state of a Reflector; every use advances it. */
export class Backoff {
  readonly #settings: BackoffSettings;
  readonly #clock: Clock;
  readonly #random: Random;
  /** Beginning of the window, or time of the last step. */
  #since: number;
  #baseMs: number;
  #attempt = 0;

  constructor(settings: BackoffSettings, clock: Clock, random: Random) {
    this.#settings = settings;
    this.#clock = clock;
    this.#random = random;
    this.#since = clock.now();
    this.#baseMs = settings.initialMs;
  }

  next(): BackoffStep {
    const { initialMs, factor, jitter, capMs, resetMs, reset } = this.#settings;
    const now = this.#clock.now();
    const over = now - this.#since > resetMs && factor > 0;
    if (over) {
      this.#baseMs = initialMs;
      this.#attempt = 0;
    }
    if (over || reset === 'idle') this.#since = now;
    const ms = this.#baseMs * (1 + jitter * this.#random());
    if (factor > 0) this.#baseMs = Math.min(this.#baseMs * factor, capMs);
    return { ms, attempt: ++this.#attempt };
  }
}
