import { type Clock, nextTurn } from './clock.ts';
import { type Disposable, toDisposable } from './disposable.ts';
import { type Timer, TimerQueue } from './timerQueue.ts';

/** Two times that differ by less than this, in milliseconds, differ only because sums of fractions do. */
const sameMs = 1e-6;

/** Its wall time may be behind the other's by less than this, in milliseconds: a second by rounding, and while something happens. */
const followMs = 3000;

/** And ahead of it by less than this, which is what two clocks differ by. */
const aheadMs = 1;

/** It is never further behind the other than this, in milliseconds: for what takes longer, its time goes more slowly. */
const mostBehindMs = 1000;

/** So many turns of the event loop may follow from one timer before the next has its chance all the same. */
const maxTurns = 1000;

/**
 * A clock that follows another one, and on which nothing is a matter of luck: every timer runs at exactly the time for which it was set,
 * however late the machine comes to it, and all that follows from it comes before the next one. What uses no other clock, and draws its
 * chance from a seed, happens the same way each time, on a machine as in a test.
 *
 * The price is that time stands still while something happens, so that nobody's share of time is ever used up on it. What more happens
 * than a machine can do makes it slower: it does not run after what it has missed. Only its wall time follows, by whole seconds.
 */
export class OrderedClock implements Clock {
  readonly #outer: Clock;
  readonly #timers = new TimerQueue();
  #deferred = new Set<() => void>();
  /** The wall time at `now` 0. */
  #epoch: number;
  #isRunning = false;
  /** How much of the other's time it has let go by, for it could not follow. */
  #lost = 0;
  /** The latest time that anybody was told. */
  #time: number;
  #wake: (Disposable & { readonly due: number }) | undefined;

  constructor(outer: Clock) {
    this.#outer = outer;
    this.#time = outer.now();
    this.#epoch = Math.floor(outer.wallTime() / 1000) * 1000 - this.#time;
    // Whatever is set up together begins at one time.
    void this.#run();
  }

  now(): number {
    // What is overdue has yet to happen at its own time.
    if (!this.#isRunning) this.#time = Math.max(this.#time, Math.min(this.#outerTime, this.#timers.first?.due ?? Infinity));
    return this.#time;
  }

  /** Began at a whole second, and goes by `now`: what is rounded to seconds, or compared, comes out the same each time. */
  wallTime(): number {
    const time = this.#epoch + this.now();
    const behind = this.#outer.wallTime() - time;
    // The machine has slept, or had too much to do, or somebody has set its clock.
    if (behind > -aheadMs && behind < followMs) return time;
    this.#epoch += Math.floor((behind + aheadMs) / 1000) * 1000;
    return this.#epoch + this.now();
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const timer = this.#timers.add(this.now() + Math.max(0, ms), callback, () => this.#arm());
    this.#arm();
    return timer;
  }

  defer(callback: () => void): Disposable {
    const own = (): void => callback();
    this.#deferred.add(own);
    if (!this.#isRunning) void this.#run();
    return toDisposable(() => this.#deferred.delete(own));
  }

  #arm(): void {
    const due = this.#isRunning ? undefined : this.#timers.first?.due;
    if (this.#wake?.due === due) return;
    this.#wake?.dispose();
    this.#wake = due === undefined ? undefined : { due, ...this.#outer.setTimer(due - this.#outerTime, () => void this.#run()) };
  }

  async #run(): Promise<void> {
    this.now();
    this.#isRunning = true;
    this.#arm();
    await this.#settle();
    for (let timer = this.#takeDue(); timer; timer = this.#takeDue()) {
      this.#time = timer.due;
      call(timer.callback);
      await this.#settle();
    }
    this.#isRunning = false;
    this.#arm();
  }

  #takeDue(): Timer | undefined {
    const time = this.#outerTime;
    const timer = this.#timers.takeDue(time + sameMs);
    if (timer) this.#lost += Math.max(0, time - timer.due - mostBehindMs);
    return timer;
  }

  /** The other's, without what was lost. */
  get #outerTime(): number {
    return this.#outer.now() - this.#lost;
  }

  /** Until nothing more happens by itself. */
  async #settle(): Promise<void> {
    await this.#turn();
    for (let turn = 0; this.#deferred.size > 0 && turn < maxTurns; turn++) {
      const batch = this.#deferred;
      this.#deferred = new Set();
      for (const callback of batch) call(callback);
      await this.#turn();
    }
  }

  #turn(): Promise<void> {
    return nextTurn(this.#outer);
  }
}

/** What it throws is nobody else's trouble, and is reported like the error of any timer. */
function call(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
