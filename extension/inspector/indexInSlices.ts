import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { IndexBuild } from '../informer/indexBuild.ts';

/**
 * Makes an index of a cache in slices, so that a cache of many objects, whose labels and fields are read for it, holds nobody up. Of a small cache it is whole before
 * {@link start} returns.
 */
export class IndexInSlices implements Disposable {
  readonly #clock: Clock;
  readonly #build: IndexBuild;
  readonly #whole: () => void;
  #isDisposed = false;

  /** @param whole told when the cache has it */
  constructor(clock: Clock, build: IndexBuild, whole: () => void) {
    this.#clock = clock;
    this.#build = build;
    this.#whole = whole;
  }

  start(): void {
    void this.#advance();
  }

  /** Ends it where it stands. */
  dispose(): void {
    this.#isDisposed = true;
    this.#build.dispose();
  }

  async #advance(): Promise<void> {
    const slice = new TimeSlice(this.#clock);
    while (this.#build.advance()) {
      if (!slice.isSpent()) continue;
      await slice.rest();
      if (this.#isDisposed) return;
    }
    this.#whole();
  }
}
