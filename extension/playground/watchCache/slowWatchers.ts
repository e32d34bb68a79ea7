import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { CacheWatcher } from './cacheWatcher.ts';
import { TimeBudget } from './timeBudget.ts';

/**
 * Those who are blocked share a budget of time; whoever is still blocked when it is used up is closed, and finds
 * what it missed by watching again. The others are served meanwhile.
 */
export class SlowWatchers implements Disposable {
  readonly #clock: Clock;
  readonly #all: Iterable<CacheWatcher>;
  readonly #budget: TimeBudget;
  #timer: Disposable | undefined;

  constructor(clock: Clock, all: Iterable<CacheWatcher>) {
    this.#clock = clock;
    this.#all = all;
    this.#budget = new TimeBudget(clock);
  }

  /** Somebody is blocked. */
  wait(): void {
    if (this.#timer) return;
    const budget = this.#budget.take();
    this.#timer = this.#clock.setTimer(budget, () => {
      this.#timer = undefined;
      const blocked = [...this.#all].filter((watcher) => watcher.isBlocked);
      if (blocked.length === 0) this.#budget.giveBack(budget);
      for (const watcher of blocked) watcher.close('slow');
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}
