import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { TimerQueue } from '../../base/timerQueue.ts';

/** Two times that differ by less than this, in milliseconds, differ only because sums of fractions do. */
const sameMs = 1e-6;

/** Stretches that are remembered, to know how long ago something was. */
const mostStretches = 1000;

/** The wall time may be away from what the speed makes of it by less than this, in milliseconds: another stretch begins then. */
const followMs = 500;

interface Stretch {
  /** Wall time and own time when it began; in between it goes evenly. */
  readonly wall: number;
  readonly own: number;
  readonly speed: number;
}

/**
 * The time of all that happens by itself in the cluster: as fast as somebody wants it, or standing still, while clients are served in
 * time as it passes. What is stamped on objects is that time, too, so `wallTime` is the outer clock's.
 */
export class WorldClock implements Clock, Disposable {
  readonly #outer: Clock;
  readonly #timers = new TimerQueue();
  /** Oldest first; the last one goes on. */
  #stretches: Stretch[];
  /** When the last one began, on the outer clock. */
  #since: number;
  /** The latest time that anybody was told. */
  #time = 0;
  #wake: (Disposable & { readonly due: number }) | undefined;
  #moving: PromiseWithResolvers<void> | undefined;

  constructor(outer: Clock, speed = 1) {
    this.#outer = outer;
    this.#since = outer.now();
    this.#stretches = [{ wall: outer.wallTime(), own: 0, speed }];
  }

  /** 0: it stands still. */
  get speed(): number {
    return this.#stretches.at(-1)!.speed;
  }

  set speed(speed: number) {
    if (speed === this.speed) return;
    this.#begin(speed);
    this.#wake?.dispose();
    this.#wake = undefined;
    this.#arm();
    if (speed > 0) this.#moving?.resolve();
    if (speed > 0) this.#moving = undefined;
  }

  /** Undefined while it goes; else resolves when it does. */
  get whenMoving(): Promise<void> | undefined {
    if (this.speed > 0) return undefined;
    this.#moving ??= Promise.withResolvers<void>();
    return this.#moving.promise;
  }

  now(): number {
    const { own, speed } = this.#stretches.at(-1)!;
    this.#time = Math.max(this.#time, own + (this.#outer.now() - this.#since) * speed);
    return this.#time;
  }

  wallTime(): number {
    return this.#outer.wallTime();
  }

  /** How much of this time has gone by since that wall time: before it began, as much as of any other. */
  elapsedSince(wall: number): number {
    this.#follow();
    const index = this.#stretches.findLastIndex((stretch) => stretch.wall <= wall);
    const { own, wall: began, speed } = this.#stretches[index] ?? { ...this.#stretches[0]!, speed: 1 };
    const next = index < 0 ? undefined : this.#stretches[index + 1];
    const pace = next && next.wall > began ? (next.own - own) / (next.wall - began) : speed;
    return this.now() - (own + (wall - began) * pace);
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const timer = this.#timers.add(this.now() + Math.max(0, ms), callback, () => this.#arm());
    this.#arm();
    return timer;
  }

  /** Turns of the event loop take none of any time. */
  defer(callback: () => void): Disposable {
    return this.#outer.defer(callback);
  }

  dispose(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    // Who waits for it to go on is let go, to find that all is over.
    this.#moving?.resolve();
  }

  #arm(): void {
    const due = this.speed > 0 ? this.#timers.first?.due : undefined;
    if (this.#wake?.due === due) return;
    this.#wake?.dispose();
    this.#wake = due === undefined ? undefined : { due, ...this.#outer.setTimer((due - this.now()) / this.speed, () => this.#run()) };
  }

  #begin(speed: number): void {
    this.#stretches.push({ wall: this.#outer.wallTime(), own: this.now(), speed });
    // Of what was long ago it is enough to know half as well how it went.
    if (this.#stretches.length > mostStretches) this.#stretches = this.#stretches.filter((_, index) => index % 2 === 0 || index > mostStretches / 2);
    this.#since = this.#outer.now();
  }

  /** The outer clock is not always as fast as wall time: when the machine has too much to do, or has slept. */
  #follow(): void {
    const { own, wall, speed } = this.#stretches.at(-1)!;
    if (speed > 0 && Math.abs(own + (this.#outer.wallTime() - wall) * speed - this.now()) > followMs * speed) this.#begin(speed);
  }

  /** One at a time, so that all that follows from it comes before the next. */
  #run(): void {
    this.#wake = undefined;
    this.#follow();
    const timer = this.#timers.takeDue(this.now() + sameMs);
    if (timer) this.#time = Math.max(this.#time, timer.due);
    this.#arm();
    timer?.callback();
  }
}
