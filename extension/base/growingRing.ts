/**
 * A first-in first-out queue without bound, as client-go's `buffer.RingGrowing`: a ring that doubles when
 * it is full and never shrinks (S-41). Taking an element forgets it, so that nothing is kept alive.
 */
export class GrowingRing<T> {
  #slots: (T | undefined)[];
  #head = 0;
  #length = 0;

  /** @param capacity elements that fit before it grows for the first time; a power of two */
  constructor(capacity = 16) {
    if (capacity < 1 || (capacity & (capacity - 1)) !== 0) throw new RangeError(`capacity must be a power of two, not ${capacity}`);
    this.#slots = Array.from({ length: capacity });
  }

  get length(): number {
    return this.#length;
  }

  /** How many fit before it grows. */
  get capacity(): number {
    return this.#slots.length;
  }

  push(element: T): void {
    if (this.#length === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.#length) & (this.#slots.length - 1)] = element;
    this.#length++;
  }

  /** The oldest element, left where it is; undefined when there is none. */
  peek(): T | undefined {
    return this.#slots[this.#head];
  }

  /** Takes the oldest element; undefined when there is none. */
  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const element = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#length--;
    return element;
  }

  /** The element `index` places behind the oldest; undefined outside. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    return this.#slots[(this.#head + index) & (this.#slots.length - 1)];
  }

  clear(): void {
    this.#slots.fill(undefined);
    this.#head = 0;
    this.#length = 0;
  }

  #grow(): void {
    const capacity = this.#slots.length;
    this.#slots = [...this.#slots.slice(this.#head), ...this.#slots.slice(0, this.#head)];
    this.#slots.length = 2 * capacity;
    this.#head = 0;
  }
}
