import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { GrowingRing } from '../../base/growingRing.ts';

interface Waiting<T> {
  readonly due: number;
  readonly value: T;
}

/** Sums of times differ by less than this, in milliseconds. */
const sameMs = 1e-6;

/**
 * Hands things over in the order in which they came, each after a while, or at once where that is nothing and nothing
 * waits. One at a time: what comes while one is being handed over has its turn after it.
 */
export class DelayLine<T> implements Disposable {
  readonly #clock: Clock;
  readonly #hand: (value: T) => void;
  readonly #waiting = new GrowingRing<Waiting<T>>();
  #delayMs: number;
  #lastDue = -Infinity;
  #isHanding = false;
  #timer: Disposable | undefined;

  constructor(clock: Clock, hand: (value: T) => void, delayMs = 0) {
    this.#clock = clock;
    this.#hand = hand;
    this.#delayMs = delayMs;
  }

  get delayMs(): number {
    return this.#delayMs;
  }

  /** For what comes from now on; it does not overtake what waits. */
  set delayMs(ms: number) {
    this.#delayMs = ms;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  push(value: T): void {
    if (this.#delayMs === 0 && this.#waiting.length === 0 && !this.#isHanding) {
      this.#handOver(value);
      if (this.#waiting.length === 0) return;
    } else {
      this.#lastDue = Math.max(this.#lastDue, this.#clock.now() + this.#delayMs);
      this.#waiting.push({ due: this.#lastDue, value });
    }
    this.#run();
  }

  /** Everything that waits, now. */
  flush(): void {
    this.#handUntil(Infinity);
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#arm();
  }

  /** What waits is handed to nobody. */
  clear(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#waiting.clear();
  }

  dispose(): void {
    this.clear();
  }

  #run(): void {
    if (this.#isHanding) return;
    this.#handUntil(this.#clock.now() + sameMs);
    this.#arm();
  }

  #handUntil(time: number): void {
    if (this.#isHanding) return;
    for (let first = this.#waiting.peek(); first && first.due <= time; first = this.#waiting.peek()) {
      this.#waiting.shift();
      this.#handOver(first.value);
    }
  }

  #handOver(value: T): void {
    this.#isHanding = true;
    try {
      this.#hand(value);
    } finally {
      this.#isHanding = false;
    }
  }

  #arm(): void {
    const first = this.#waiting.peek();
    if (!first || this.#timer) return;
    this.#timer = this.#clock.setTimer(first.due - this.#clock.now(), () => {
      this.#timer = undefined;
      this.#run();
    });
  }
}
