import type { Clock } from '../base/clock.ts';
import { inSlices } from './inSlices.ts';
import { sortSteps } from './sortSteps.ts';

/** Many keys that are put in order in slices, while some of them come or go. Whoever does not want them any more lets go of it. */
export class SlicedSort {
  /** Over when they are in order. */
  readonly done: Promise<void>;
  readonly #changed = new Set<string>();

  /** @param sorted told of the keys in order, and of those that may have come or gone meanwhile */
  constructor(clock: Clock, keys: readonly string[], sorted: (keys: readonly string[], changed: ReadonlySet<string>) => void) {
    this.done = inSlices(clock, sortSteps(keys)).then((all) => sorted(all, this.#changed));
  }

  /** This one has come or gone. */
  changed(key: string): void {
    this.#changed.add(key);
  }
}
