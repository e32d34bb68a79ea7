import { type Clock, nextTurn } from './clock.ts';
import { type Disposable, toDisposable } from './disposable.ts';
import { TimerQueue } from './timerQueue.ts';

/** So many turns of the event loop may follow from one moment before time goes on all the same. */
const maxTurns = 100_000;

/**
 * A clock that stands still until it is moved, for what is played again: each timer runs at its own time, in the order of these times,
 * and all that follows from it comes before the next. What uses no other clock, and no chance, happens the same way each time.
 */
export class VirtualClock implements Clock {
  /** Gives a turn of the event loop; its time counts for nothing. */
  readonly #turns: Pick<Clock, 'defer'>;
  readonly #timers = new TimerQueue();
  #deferred = new Set<() => void>();
  #now = 0;

  constructor(turns: Pick<Clock, 'defer'>) {
    this.#turns = turns;
  }

  now(): number {
    return this.#now;
  }

  /** From the epoch on: the real time of what is played again is not known here. */
  wallTime(): number {
    return this.#now;
  }

  setTimer(ms: number, callback: () => void): Disposable {
    return this.#timers.add(this.#now + Math.max(0, ms), callback);
  }

  defer(callback: () => void): Disposable {
    const own = (): void => callback();
    this.#deferred.add(own);
    return toDisposable(() => this.#deferred.delete(own));
  }

  /** Lets happen what happens without time passing. */
  async settle(): Promise<void> {
    await this.#turn();
    for (let turn = 0; this.#deferred.size > 0 && turn < maxTurns; turn++) {
      const batch = this.#deferred;
      this.#deferred = new Set();
      for (const callback of batch) callback();
      await this.#turn();
    }
  }

  /** Moves to a time, which is not before now, by way of all timers up to it. */
  async advanceTo(time: number): Promise<void> {
    await this.settle();
    for (let timer = this.#timers.takeDue(time); timer; timer = this.#timers.takeDue(time)) {
      this.#now = Math.max(this.#now, timer.due);
      timer.callback();
      await this.settle();
    }
    this.#now = Math.max(this.#now, time);
  }

  #turn(): Promise<void> {
    return nextTurn(this.#turns);
  }
}
