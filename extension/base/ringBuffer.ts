/** Keeps the newest `capacity` elements; pushing onto a full ring drops the oldest. */
export class RingBuffer<T> {
  #capacity: number;
  #slots: T[] = [];
  /** Index in `#slots` of the oldest element. */
  #head = 0;

  constructor(capacity: number) {
    this.#capacity = checked(capacity);
  }

  /** Keeps another number of elements from now on; what no longer fits is dropped, the oldest first. */
  resize(capacity: number): void {
    if (capacity === this.#capacity) return;
    this.#capacity = checked(capacity);
    this.#slots = [...this].slice(-capacity);
    this.#head = 0;
  }

  get length(): number {
    return this.#slots.length;
  }

  push(element: T): void {
    if (this.#slots.length < this.#capacity) {
      this.#slots.push(element);
      return;
    }
    this.#slots[this.#head] = element;
    this.#head = (this.#head + 1) % this.#capacity;
  }

  /** The element `index` places after the oldest; undefined outside the ring. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.#slots.length) return undefined;
    return this.#slots[(this.#head + index) % this.#slots.length];
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index)!;
  }
}

function checked(capacity: number): number {
  if (Number.isInteger(capacity) && capacity >= 1) return capacity;
  throw new RangeError(`capacity must be a positive integer, not ${capacity}`);
}
