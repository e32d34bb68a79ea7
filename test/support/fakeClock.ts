import type { Clock } from '../../extension/base/clock.ts';
import { type Disposable, toDisposable } from '../../extension/base/disposable.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** One real turn of the event loop: every promise that can settle without the clock has settled after it. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A clock that stands still until it is moved. Timers run in the order of their times, then of their making. */
export class FakeClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();
  #deferred = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  wallTime(): number {
    return Date.UTC(2026, 0, 1) + this.#now;
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const timer: Timer = { due: this.#now + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.add(timer);
    return toDisposable(() => this.#timers.delete(timer));
  }

  defer(callback: () => void): Disposable {
    const own = (): void => callback();
    this.#deferred.add(own);
    return toDisposable(() => this.#deferred.delete(own));
  }

  /** Timers that have not run yet: none may be left when something has stopped. */
  get pending(): number {
    return this.#timers.size + this.#deferred.size;
  }

  /** How long until the next timer; undefined when there is none. */
  get nextTimerIn(): number | undefined {
    const next = this.#next();
    return next && next.due - this.#now;
  }

  /** Lets promises settle and deferred callbacks run until nothing more happens by itself. Time stands still. */
  async settle(): Promise<void> {
    await settlePromises();
    while (this.#deferred.size > 0) {
      const batch = this.#deferred;
      this.#deferred = new Set();
      for (const callback of batch) callback();
      await settlePromises();
    }
  }

  /** Moves on by `ms`, running each timer at its own time, and all that follows from it before the next. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    await this.settle();
    for (let timer = this.#next(); timer && timer.due <= target; timer = this.#next()) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.due);
      timer.callback();
      await this.settle();
    }
    // Work that takes long while it is being done may have come further.
    this.#now = Math.max(this.#now, target);
  }

  /** Moves time without running anything: work that takes long while it is being done. */
  pass(ms: number): void {
    this.#now += ms;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (!next || timer.due < next.due || (timer.due === next.due && timer.order < next.order)) next = timer;
    }
    return next;
  }
}
