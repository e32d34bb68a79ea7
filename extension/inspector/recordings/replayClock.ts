import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { TimerQueue } from '../../base/timerQueue.ts';

/** Recorded milliseconds to a millisecond; `fast`: as fast as the engine goes. */
export type ReplaySpeed = number | 'fast';

/**
 * The time of a replay: it goes at a speed of its own, which may change. At `fast` nothing is waited for: when nothing more happens by itself
 * it is at once as late as the next timer. That holds up to `end`, where the recording ends: from then on, and while somebody holds
 * something to look at it (`hurries`), time goes as it does, since there would be no end to it.
 */
export class ReplayClock implements Clock, Disposable {
  readonly #outer: Clock;
  readonly #timers = new TimerQueue();
  readonly #onChange = new Emitter<void>();
  /** What is deferred and has not run. */
  #deferred = 0;
  #speed: ReplaySpeed;
  #hurries = true;
  #end = Infinity;
  /** It was so late on this clock when the other one showed `#outerAnchor`. */
  #anchor: number;
  #outerAnchor: number;
  #wake: Disposable | undefined;
  #disposed = false;

  constructor(outer: Clock, speed: ReplaySpeed) {
    this.#outer = outer;
    this.#speed = speed;
    this.#outerAnchor = outer.now();
    this.#anchor = 0;
  }

  /** Fires when it goes at another speed. */
  readonly onChange: Event<void> = this.#onChange.event;

  get speed(): ReplaySpeed {
    return this.#speed;
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#settle();
    this.#speed = speed;
    this.#arm();
    this.#onChange.fire();
  }

  /** Whether `fast` may leave time out. */
  setHurries(hurries: boolean): void {
    if (hurries === this.#hurries) return;
    this.#settle();
    this.#hurries = hurries;
    this.#arm();
  }

  /** Nothing is left out from here on. */
  setEnd(time: number): void {
    this.#end = time;
  }

  now(): number {
    return this.#anchor + (this.#outer.now() - this.#outerAnchor) * this.#factor;
  }

  wallTime(): number {
    return this.#outer.wallTime();
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const timer = this.#timers.add(this.now() + Math.max(0, ms), callback, () => this.#arm());
    this.#arm();
    return timer;
  }

  defer(callback: () => void): Disposable {
    this.#deferred++;
    let isPending = true;
    const done = (): void => {
      if (isPending) this.#deferred--;
      isPending = false;
    };
    const deferred = this.#outer.defer(() => {
      done();
      callback();
    });
    return toDisposable(() => {
      done();
      deferred.dispose();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#wake?.dispose();
    this.#wake = undefined;
    this.#onChange.dispose();
  }

  get #factor(): number {
    return this.#speed === 'fast' ? 1 : this.#speed;
  }

  get #isFast(): boolean {
    return this.#speed === 'fast' && this.#hurries;
  }

  /** What has passed so far has passed at the speed until now. */
  #settle(): void {
    this.#anchor = this.now();
    this.#outerAnchor = this.#outer.now();
  }

  #arm(): void {
    this.#wake?.dispose();
    const next = this.#disposed ? undefined : this.#timers.first;
    if (!next) this.#wake = undefined;
    else if (this.#isFast && next.due <= this.#end) this.#wake = this.#outer.defer(() => this.#hurry());
    else this.#wake = this.#outer.setTimer((next.due - this.now()) / this.#factor, () => this.#run());
  }

  /** Nothing is left to happen now: it is as late as the next timer. */
  #hurry(): void {
    const next = this.#timers.first;
    if (next && this.#deferred === 0 && next.due > this.now()) {
      this.#anchor = next.due;
      this.#outerAnchor = this.#outer.now();
    }
    this.#run();
  }

  #run(): void {
    // One for each turn: all that follows from it comes before the next.
    this.#timers.takeDue(this.now())?.callback();
    this.#arm();
  }
}
