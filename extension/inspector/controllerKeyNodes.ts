import type { ControllerNode, KeyNode, KeyRangeNode } from './controllerNode.ts';
import { keysInRange, rangeOf, rangeStarts } from './nameRanges.ts';
import { nodeId } from './treeNode.ts';

/** The nodes of one controller's keys, in ranges where there are many. Reads the table only when somebody looks. */
export class ControllerKeyNodes {
  readonly #node: ControllerNode;
  /** Sorted; undefined when a key has come or gone since. */
  #keys: readonly string[] | undefined;
  #starts: readonly string[] = [];
  #ranges: ReadonlyMap<string, KeyRangeNode> = new Map();
  readonly #shown = new Map<string, KeyNode>();

  constructor(node: ControllerNode) {
    this.#node = node;
  }

  /** There are other keys than before. */
  reset(): void {
    this.#keys = undefined;
  }

  top(): readonly (KeyNode | KeyRangeNode)[] {
    const keys = this.#sorted();
    return this.#starts.length > 0 ? [...this.#ranges.values()] : keys.map((key) => this.#key(key, this.#node));
  }

  ofRange(node: KeyRangeNode): readonly KeyNode[] {
    return this.#inRange(node).map((key) => this.#key(key, node));
  }

  range(node: KeyRangeNode): { readonly count: number; readonly first: string; readonly last: string } {
    const keys = this.#inRange(node);
    return { count: keys.length, first: keys[0] ?? '', last: keys.at(-1) ?? '' };
  }

  find(key: string): KeyNode | undefined {
    if (!this.#node.controller.record.keys.get(key)) return undefined;
    this.#sorted();
    const start = rangeOf(this.#starts, key);
    return this.#key(key, start === undefined ? this.#node : this.#ranges.get(start)!);
  }

  shownNode(key: string): KeyNode | undefined {
    return this.#shown.get(key);
  }

  shown(): readonly KeyNode[] {
    return [...this.#shown.values()];
  }

  #inRange(node: KeyRangeNode): readonly string[] {
    const keys = this.#sorted();
    return this.#ranges.get(node.from) === node ? keysInRange(this.#starts, node.from, keys) : [];
  }

  #sorted(): readonly string[] {
    if (this.#keys) return this.#keys;
    const { keys: table } = this.#node.controller.record;
    const keys = [...table.keys()].toSorted();
    this.#keys = keys;
    this.#starts = rangeStarts(this.#starts, keys);
    this.#ranges = new Map(this.#starts.map((start) => [start, this.#ranges.get(start) ?? this.#newRange(start)]));
    for (const key of this.#shown.keys()) if (!table.get(key)) this.#shown.delete(key);
    return keys;
  }

  #newRange(from: string): KeyRangeNode {
    return { type: 'keyRange', id: nodeId('keyRange', this.#node.id, from), parent: this.#node, from };
  }

  #key(key: string, parent: KeyNode['parent']): KeyNode {
    let node = this.#shown.get(key);
    if (node?.parent !== parent) {
      node = { type: 'key', id: nodeId('key', this.#node.id, key), parent, key };
      this.#shown.set(key, node);
    }
    return node;
  }
}
