import type { ControllerNode, KeyNode, KeyRangeNode } from './controllerNode.ts';
import { PagedNodes } from './pagedNodes.ts';
import { nodeId, rangeId } from './treeNode.ts';

type Pages = PagedNodes<ControllerNode, KeyRangeNode>;

/** The nodes of one controller's keys, in ranges where there are many. Reads the table only when somebody looks. */
export class ControllerKeyNodes {
  readonly #node: ControllerNode;
  /** Undefined while nobody has looked. */
  #pages: Pages | undefined;
  /** A key has come or gone since. */
  #isStale = false;
  readonly #shown = new Map<string, KeyNode>();

  constructor(node: ControllerNode) {
    this.#node = node;
  }

  /** There are other keys than before. */
  reset(): void {
    this.#isStale = true;
  }

  children(node: ControllerNode | KeyRangeNode): readonly (KeyNode | KeyRangeNode)[] {
    return this.#upToDate().children(node, (key, parent) => this.#key(key, parent));
  }

  range(node: KeyRangeNode): { readonly count: number; readonly first: string; readonly last: string } {
    const pages = this.#upToDate();
    const [first, last] = pages.bounds(node) ?? ['', ''];
    return { count: pages.count(node), first, last };
  }

  find(key: string): KeyNode | undefined {
    return this.#node.controller.record.keys.get(key) && this.#key(key, this.#upToDate().parentOf(key));
  }

  shownNode(key: string): KeyNode | undefined {
    return this.#shown.get(key);
  }

  shown(): readonly KeyNode[] {
    return [...this.#shown.values()];
  }

  #upToDate(): Pages {
    const { keys } = this.#node.controller.record;
    this.#pages ??= new PagedNodes(this.#node, [...keys.keys()].toSorted(), (level, from, parent) => ({ type: 'keyRange', id: rangeId('keyRange', this.#node.id, level, from), parent, level, from }));
    if (!this.#isStale) return this.#pages;
    this.#isStale = false;
    this.#pages.setAll(new Set(keys.keys()));
    for (const key of this.#shown.keys()) if (!keys.get(key)) this.#shown.delete(key);
    return this.#pages;
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
