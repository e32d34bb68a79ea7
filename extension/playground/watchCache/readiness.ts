import type { Clock } from '../../base/clock.ts';
import type { ApiError } from '../../kube/status.ts';
import { tooManyRequests } from '../statusErrors.ts';

/** Whether a cache can be asked, and since when not. */
export class Readiness {
  readonly #clock: Clock;
  #notReadySince: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isReady(): boolean {
    return this.#notReadySince === undefined;
  }

  /** How long it has not been ready, in milliseconds; 0 when it is. */
  get notReadyMs(): number {
    return this.#notReadySince === undefined ? 0 : this.#clock.now() - this.#notReadySince;
  }

  set(ready: boolean): void {
    if (ready) this.#notReadySince = undefined;
    else this.#notReadySince ??= this.#clock.now();
  }

  /** The longer it takes, the longer one should wait: e^(0.06 × seconds), from 1 to 30 s. */
  refusal(): ApiError {
    const seconds = Math.min(Math.max(Math.exp(0.06 * (this.notReadyMs / 1000)), 1), 30);
    return tooManyRequests('storage is (re)initializing', Math.floor(seconds));
  }
}
