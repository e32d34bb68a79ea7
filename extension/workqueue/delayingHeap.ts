import { type HeapNode, IndexedHeap } from '../base/indexedHeap.ts';
import type { Seq } from '../trace/entry.ts';
import { Causes } from './causes.ts';
import type { WorkQueueState } from './workQueueState.ts';

/** A key that waits for its time. */
export interface WaitingItem {
  readonly key: string;
  /** On the queue's clock. */
  readyAt: number;
  /** Every request to add it. */
  readonly causes: Causes;
}

interface Node extends WaitingItem, HeapNode {
  /** Of arrival: keys that are due at the same time come out in this order (C-05). */
  readonly order: number;
}

/** Makes the entry of a request to add a key; `link` adds to its causes what it takes the place of. */
export type RecordWait = (link: (own: readonly Seq[]) => readonly Seq[]) => Seq;

/** What waits in a delaying queue, earliest first; a key is in it once (W-21, W-22). */
export class DelayingHeap {
  readonly #heap = new IndexedHeap<Node>((one, other) => one.readyAt - other.readyAt || one.order - other.order);
  readonly #byKey = new Map<string, Node>();
  #order = 0;

  get size(): number {
    return this.#heap.size;
  }

  get earliest(): WaitingItem | undefined {
    return this.#heap.first;
  }

  /** A key that waits already is moved only to an earlier time, never to a later one (W-22). */
  insert(key: string, readyAt: number, record: RecordWait): void {
    const waiting = this.#byKey.get(key);
    if (waiting) {
      waiting.causes.add(record((own) => waiting.causes.link(own)));
      if (readyAt >= waiting.readyAt) return;
      waiting.readyAt = readyAt;
      this.#heap.moved(waiting);
      return;
    }
    const node: Node = { key, readyAt, causes: new Causes(record((own) => own)), order: this.#order++, position: 0 };
    this.#byKey.set(key, node);
    this.#heap.add(node);
  }

  /** Takes the earliest item if it is due at `now`. */
  takeDue(now: number): WaitingItem | undefined {
    const { first } = this.#heap;
    if (!first || first.readyAt > now) return undefined;
    return this.remove(first.key);
  }

  /** Takes a key out before its time; undefined when it does not wait. */
  remove(key: string): WaitingItem | undefined {
    const node = this.#byKey.get(key);
    if (!node) return undefined;
    this.#byKey.delete(key);
    this.#heap.remove(node);
    return node;
  }

  /** Goes on from what waited in another one. */
  restore(waiting: WorkQueueState['waiting']): void {
    for (const { key, readyAt, causes } of waiting) {
      const node: Node = { key, readyAt, causes: Causes.of(causes), order: this.#order++, position: 0 };
      this.#byKey.set(key, node);
      this.#heap.add(node);
    }
  }

  get(key: string): WaitingItem | undefined {
    return this.#byKey.get(key);
  }

  clear(): void {
    this.#heap.clear();
    this.#byKey.clear();
  }

  /** The first `limit`, earliest first; for people to look at. */
  list(limit: number): WaitingItem[] {
    return this.#heap.sorted().slice(0, limit);
  }
}
