/** What can stand in an {@link IndexedHeap}: the heap notes in it where it stands. */
export interface HeapNode {
  position: number;
}

/** A binary heap that finds its nodes again, so that one can be moved or taken out wherever it stands. */
export class IndexedHeap<T extends HeapNode> {
  readonly #nodes: T[] = [];
  readonly #compare: (one: T, other: T) => number;

  /** @param compare negative when `one` comes out first */
  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#nodes.length;
  }

  /** The first; undefined when there is none. */
  get first(): T | undefined {
    return this.#nodes[0];
  }

  add(node: T): void {
    this.#place(node, this.#nodes.length);
    this.#rise(node);
  }

  /** Takes out a node that is in here. */
  remove(node: T): void {
    const last = this.#nodes.pop()!;
    if (last === node) return;
    this.#place(last, node.position);
    this.moved(last);
  }

  /** A node that is in here compares otherwise than before. */
  moved(node: T): void {
    this.#rise(node);
    this.#sink(node);
  }

  clear(): void {
    this.#nodes.length = 0;
  }

  /** All nodes in their order; for people to look at. */
  sorted(): T[] {
    return this.#nodes.toSorted(this.#compare);
  }

  #rise(node: T): void {
    while (node.position > 0) {
      const parent = this.#nodes[(node.position - 1) >> 1]!;
      if (this.#compare(parent, node) <= 0) return;
      this.#swap(parent, node);
    }
  }

  #sink(node: T): void {
    for (;;) {
      const left = this.#nodes[2 * node.position + 1];
      const right = this.#nodes[2 * node.position + 2];
      const child = left && right && this.#compare(right, left) < 0 ? right : left;
      if (!child || this.#compare(node, child) <= 0) return;
      this.#swap(node, child);
    }
  }

  #swap(one: T, other: T): void {
    const { position } = one;
    this.#place(one, other.position);
    this.#place(other, position);
  }

  #place(node: T, position: number): void {
    node.position = position;
    this.#nodes[position] = node;
  }
}
