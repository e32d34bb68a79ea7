import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { recentMs } from './marks/recentChanges.ts';
import type { ObjectNode, TreeNode } from './treeNode.ts';

/** So many at once: of more, the newest. */
const most = 200;
const tickMs = 1000;

/**
 * Rows of objects that have just been deleted: they stay where they were for a few seconds, so that a person sees them go. Of those that were shown only; one timer for
 * all, which runs only while there are any.
 */
export class Tombstones implements Disposable {
  readonly #clock: Clock;
  readonly #changed: (node: TreeNode) => void;
  /** With the time at which each went, oldest first. */
  readonly #gone = new Map<ObjectNode, number>();
  #timer: Disposable | undefined;

  /** @param changed told of each node that has one child less */
  constructor(clock: Clock, changed: (node: TreeNode) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** It has just gone from the cache. */
  add(node: ObjectNode): void {
    this.#gone.set(node, this.#clock.now());
    if (this.#gone.size > most) this.#gone.delete(this.#gone.keys().next().value!);
    this.#timer ??= this.#clock.setTimer(tickMs, () => this.#tick());
  }

  /** The children of a node with those that have just gone, each in its place. One that is there again is there once. */
  among(parent: TreeNode, children: readonly TreeNode[]): readonly TreeNode[] {
    if (this.#gone.size === 0) return children;
    const gone = [...this.#gone.keys()].filter((node) => node.parent === parent);
    if (gone.length === 0) return children;
    const present = new Set(children.map(({ id }) => id));
    const all = [...children, ...gone.filter(({ id }) => !present.has(id))];
    const isOfObjects = all.every(({ type }) => type === 'object');
    return isOfObjects ? (all as ObjectNode[]).toSorted(byKey) : all;
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#gone.clear();
  }

  #tick(): void {
    const before = this.#clock.now() - recentMs;
    for (const [node, at] of this.#gone) {
      if (at > before) break;
      this.#gone.delete(node);
      this.#changed(node.parent);
    }
    this.#timer = this.#gone.size > 0 ? this.#clock.setTimer(tickMs, () => this.#tick()) : undefined;
  }
}

function byKey(one: ObjectNode, other: ObjectNode): number {
  return one.key < other.key ? -1 : Number(one.key > other.key);
}
