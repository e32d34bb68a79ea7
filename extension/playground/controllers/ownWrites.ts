import type { Clock } from '../../base/clock.ts';
import type { ControllerInformer } from './controllerPorts.ts';

/** After so long, in milliseconds, the cache is believed all the same (kubernetes `ExpectationsTimeout`). */
const longestWaitMs = 300_000;

interface OwnWrite {
  readonly revision: number;
  /** On the clock. */
  readonly at: number;
}

/**
 * What a controller has written on behalf of each key, until its cache has got it. Before that the counts of that key are not to be trusted:
 * whoever believed them would do the same once more (kubernetes `pkg/controller`, expectations). Other keys need not wait.
 */
export class OwnWrites {
  readonly #cache: Pick<ControllerInformer, 'version'>;
  readonly #clock: Clock;
  readonly #last = new Map<string, OwnWrite>();

  constructor(cache: Pick<ControllerInformer, 'version'>, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  note(key: string, revision: number): void {
    this.#last.set(key, { revision: Math.max(revision, this.#last.get(key)?.revision ?? 0), at: this.#clock.now() });
  }

  /** The server was set back to a backup: its versions mean something else now, and what was written may never come back. */
  forget(): void {
    this.#last.clear();
  }

  /** What the cache says includes all that was written for that key. */
  areSeen(key: string): boolean {
    const last = this.#last.get(key);
    if (!last) return true;
    const isSeen = this.#cache.version >= last.revision || this.#clock.now() - last.at >= longestWaitMs;
    if (isSeen) this.#last.delete(key);
    return isSeen;
  }
}
