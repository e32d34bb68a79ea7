import { SortedPages } from './sortedPages.ts';
import { type GroupNode, type InformerNode, nodeId, type RangeNode } from './treeNode.ts';

type Base = InformerNode | GroupNode;

/** What stands below one node, sorted, with ranges in between where it is too much to be shown at once. A range stays the same object for as long as it is there. */
export class PagedNodes {
  readonly #base: Base;
  readonly #of: RangeNode['of'];
  readonly #pages: SortedPages;
  /** Those that have been shown, by their id. */
  readonly #ranges = new Map<string, RangeNode>();

  constructor(base: Base, of: RangeNode['of'], keys: Iterable<string>) {
    this.#base = base;
    this.#of = of;
    this.#pages = new SortedPages([...keys].toSorted());
  }

  /** @param leaf the node of a key below its parent; empty for a range that has gone */
  children<Leaf>(node: Base | RangeNode, leaf: (key: string, parent: Base | RangeNode) => Leaf): readonly (Leaf | RangeNode)[] {
    const isRange = node.type === 'range';
    const level = isRange ? node.level : this.#pages.depth;
    const inside = isRange ? this.#inside(node) : this.#pages.top();
    return inside.map((key) => (level === 0 ? leaf(key, node) : this.#range(level - 1, key, node)));
  }

  /** The node right above a key. */
  parentOf(key: string): Base | RangeNode {
    const path = this.#pages.pathTo(key);
    return path.reduce<Base | RangeNode>((parent, from, depth) => this.#range(path.length - 1 - depth, from, parent), this.#base);
  }

  /** How many of what it holds. */
  count(node: RangeNode): number {
    return this.has(node) ? this.#pages.count(node.level, node.from) : 0;
  }

  /** The first and the last key in a range; undefined when it has gone. */
  bounds(node: RangeNode): readonly [string, string] | undefined {
    return this.has(node) ? this.#pages.bounds(node.level, node.from) : undefined;
  }

  has(node: RangeNode): boolean {
    return this.#ranges.get(node.id) === node;
  }

  /** Has a key there or not. @returns the node whose children are others now, as far as anybody has seen them; undefined: it was so already */
  set(key: string, isThere: boolean): Base | RangeNode | undefined {
    const change = isThere ? this.#pages.add(key) : this.#pages.delete(key);
    if (change === 'page') return this.nearest(key);
    if (change === undefined) return undefined;
    for (const [id, { level, from }] of this.#ranges) if (!this.#pages.within(level, from)) this.#ranges.delete(id);
    return this.#base;
  }

  /** Of those that have been shown, the lowest above a key. */
  nearest(key: string): Base | RangeNode {
    const path = this.#pages.pathTo(key);
    for (const [level, from] of path.toReversed().entries()) {
      const shown = this.#ranges.get(this.#id(level, from));
      if (shown) return shown;
    }
    return this.#base;
  }

  #inside(node: RangeNode): readonly string[] {
    return this.has(node) ? (this.#pages.within(node.level, node.from) ?? []) : [];
  }

  #range(level: number, from: string, parent: Base | RangeNode): RangeNode {
    const id = this.#id(level, from);
    let node = this.#ranges.get(id);
    if (node?.parent !== parent) {
      node = { type: 'range', id, parent, of: this.#of, level, from };
      this.#ranges.set(id, node);
    }
    return node;
  }

  #id(level: number, from: string): string {
    return nodeId(this.#of === 'objects' ? 'range' : 'groups', this.#base.id, ...(level > 0 ? [String(level)] : []), from);
  }
}
