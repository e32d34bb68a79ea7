import type { Seq } from '../trace/entry.ts';

/** A key that waits for its time. */
export interface WaitingItem {
  readonly key: string;
  /** On the queue's clock. */
  readyAt: number;
  /** Every request to add it. */
  readonly causes: Seq[];
}

interface Node extends WaitingItem {
  /** Of arrival: keys that are due at the same time come out in this order (C-05). */
  readonly order: number;
  position: number;
}

/** What waits in a delaying queue, earliest first; a key is in it once (W-21, W-22). */
export class DelayingHeap {
  readonly #heap: Node[] = [];
  readonly #byKey = new Map<string, Node>();
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  get earliest(): WaitingItem | undefined {
    return this.#heap[0];
  }

  /** A key that waits already is moved only to an earlier time, never to a later one (W-22). */
  insert(key: string, readyAt: number, cause: Seq): void {
    const waiting = this.#byKey.get(key);
    if (waiting) {
      waiting.causes.push(cause);
      if (readyAt >= waiting.readyAt) return;
      waiting.readyAt = readyAt;
      this.#rise(waiting);
      return;
    }
    const node: Node = { key, readyAt, causes: [cause], order: this.#order++, position: this.#heap.length };
    this.#byKey.set(key, node);
    this.#heap.push(node);
    this.#rise(node);
  }

  /** Takes the earliest item if it is due at `now`. */
  takeDue(now: number): WaitingItem | undefined {
    const first = this.#heap[0];
    if (!first || first.readyAt > now) return undefined;
    const last = this.#heap.pop()!;
    this.#byKey.delete(first.key);
    if (last !== first) {
      this.#place(last, 0);
      this.#sink(last);
    }
    return first;
  }

  clear(): void {
    this.#heap.length = 0;
    this.#byKey.clear();
  }

  /** The first `limit`, earliest first; for people to look at. */
  list(limit: number): WaitingItem[] {
    return this.#heap.toSorted(compare).slice(0, limit);
  }

  #place(node: Node, position: number): void {
    node.position = position;
    this.#heap[position] = node;
  }

  #rise(node: Node): void {
    while (node.position > 0) {
      const parent = this.#heap[(node.position - 1) >> 1]!;
      if (compare(parent, node) <= 0) return;
      this.#swap(parent, node);
    }
  }

  #sink(node: Node): void {
    for (;;) {
      const left = this.#heap[2 * node.position + 1];
      const right = this.#heap[2 * node.position + 2];
      const child = left && right && compare(right, left) < 0 ? right : left;
      if (!child || compare(node, child) <= 0) return;
      this.#swap(node, child);
    }
  }

  #swap(one: Node, other: Node): void {
    const position = one.position;
    this.#place(one, other.position);
    this.#place(other, position);
  }
}

function compare(one: Node, other: Node): number {
  return one.readyAt - other.readyAt || one.order - other.order;
}
