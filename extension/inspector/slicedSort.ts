import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { inSlices } from './inSlices.ts';
import { sortSteps } from './sortSteps.ts';

/** Many keys that are put in order in slices, while some of them come or go. */
export class SlicedSort implements Disposable {
  /** Over when they are in order, or nobody wants them any more. */
  readonly done: Promise<void>;
  readonly #changed = new Set<string>();
  #isDisposed = false;

  /** @param sorted told of the keys in order, and of those that may have come or gone meanwhile */
  constructor(clock: Clock, keys: readonly string[], sorted: (keys: readonly string[], changed: ReadonlySet<string>) => void) {
    this.done = this.#sort(clock, keys, sorted);
  }

  /** This one has come or gone. */
  changed(key: string): void {
    this.#changed.add(key);
  }

  /** Ends it where it stands: nobody is told. */
  dispose(): void {
    this.#isDisposed = true;
  }

  async #sort(clock: Clock, keys: readonly string[], sorted: (keys: readonly string[], changed: ReadonlySet<string>) => void): Promise<void> {
    const all = await inSlices(clock, sortSteps(keys), () => !this.#isDisposed);
    if (all && !this.#isDisposed) sorted(all, this.#changed);
  }
}
