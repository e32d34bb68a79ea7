import { type Disposable, toDisposable } from './disposable.ts';
import { type HeapNode, IndexedHeap } from './indexedHeap.ts';

/** What a clock has been asked to call, and when. */
export interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

interface QueuedTimer extends Timer, HeapNode {
  readonly order: number;
}

/** The timers of a clock, in the order in which they are due; of those that are due at one time, in that in which they were set. */
export class TimerQueue {
  readonly #timers = new IndexedHeap<QueuedTimer>((one, other) => one.due - other.due || one.order - other.order);
  #order = 0;

  /** The one that is due first; undefined when there is none. */
  get first(): Timer | undefined {
    return this.#timers.first;
  }

  /**
   * @param onTakenOut called when it was there and somebody took it out
   * @returns takes it out again
   */
  add(due: number, callback: () => void, onTakenOut?: () => void): Disposable {
    const timer: QueuedTimer = { due, order: this.#order++, callback, position: -1 };
    this.#timers.add(timer);
    return toDisposable(() => {
      if (timer.position < 0) return;
      this.#remove(timer);
      onTakenOut?.();
    });
  }

  /** Takes out the one that is due first, if that is by `time`. */
  takeDue(time: number): Timer | undefined {
    const timer = this.#timers.first;
    if (!timer || timer.due > time) return undefined;
    this.#remove(timer);
    return timer;
  }

  #remove(timer: QueuedTimer): void {
    this.#timers.remove(timer);
    timer.position = -1;
  }
}
