import { type ClientGo, profiles } from '../../extension/informer/profile.ts';

/** How many delays there have been since it began anew, and what that is counted from. */
interface State {
  readonly steps: number;
  readonly since: number;
}

/**
 * The least that the contract lets a Reflector wait before each of its requests that follow a failure (R-02…R-05): told again here, apart from what the engine does. When the delays
 * begin anew depends on a moment that is not seen from outside to the millisecond, so all that can be is kept in mind.
 */
export class BackoffModel {
  readonly #profile: (typeof profiles)[ClientGo]['backoff'];
  readonly #toleranceMs: number;
  #states: readonly State[];

  /**
   * @param now when the Reflector was made
   * @param toleranceMs by which moments may be other ones than they seem: a busy machine leaves a process standing between two looks at the clock
   */
  constructor(clientGo: ClientGo, now: number, toleranceMs: number) {
    this.#profile = profiles[clientGo].backoff;
    this.#toleranceMs = toleranceMs;
    this.#states = [{ steps: 0, since: now }];
  }

  /** @returns undefined where it may have waited so long and no longer; else what it had to wait at least */
  tooSoon(now: number, waitedMs: number, slackMs: number): number | undefined {
    const next = this.#states.flatMap((state) => this.#after(state, now));
    const possible = next.filter((state) => this.#least(state) <= waitedMs + slackMs);
    this.#states = possible.length > 0 ? possible : next;
    return possible.length > 0 ? undefined : Math.min(...next.map((state) => this.#least(state)));
  }

  #after({ steps, since }: State, now: number): State[] {
    const { resetMs, reset } = this.#profile;
    const passed = now - since;
    const goesOn = { steps: steps + 1, since: reset === 'idle' ? now : since };
    return [...(passed > resetMs - this.#toleranceMs ? [{ steps: 1, since: now }] : []), ...(passed <= resetMs + this.#toleranceMs ? [goesOn] : [])];
  }

  #least({ steps }: State): number {
    const { initialMs, factor, capMs } = this.#profile;
    return Math.min(initialMs * factor ** (steps - 1), capMs);
  }
}
