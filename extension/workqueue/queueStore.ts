import { GrowingRing } from '../base/growingRing.ts';

/** What a work queue keeps its order in; another one makes another order (client-go's `workqueue.Queue`, W-12). */
export interface QueueStore {
  /** A key that is queued already was added again. */
  touch(key: string): void;
  push(key: string): void;
  readonly length: number;
  /** The key that `pop` would take; undefined when there is none. */
  peek(): string | undefined;
  /** Takes a key; called only when there is one. */
  pop(): string;
  /** All keys, in the order in which they would be taken; for people to look at. */
  keys(): Iterable<string>;
}

/** First in, first out: what is added again stays where it is. */
export class FifoQueueStore implements QueueStore {
  readonly #keys = new GrowingRing<string>();

  touch(): void {
    // Adding again gains nothing.
  }

  push(key: string): void {
    this.#keys.push(key);
  }

  get length(): number {
    return this.#keys.length;
  }

  peek(): string | undefined {
    return this.#keys.peek();
  }

  pop(): string {
    return this.#keys.shift()!;
  }

  *keys(): Generator<string> {
    for (let index = 0; index < this.#keys.length; index++) yield this.#keys.at(index)!;
  }
}
