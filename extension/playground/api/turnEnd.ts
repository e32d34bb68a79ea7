import type { Clock } from '../../base/clock.ts';

/** The end of a turn, as one promise for all who wait for it: of those who watch the same, each does for each event. */
export class TurnEnd {
  readonly #clock: Pick<Clock, 'defer'>;
  #next: Promise<void> | undefined;

  constructor(clock: Pick<Clock, 'defer'>) {
    this.#clock = clock;
  }

  /** Resolves in a later turn, after pending I/O had its chance. */
  wait(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      this.#clock.defer(() => {
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  }
}
