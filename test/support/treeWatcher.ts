import type { TreeModel } from '../../extension/inspector/treeModel.ts';
import type { ObjectNode, TreeNode } from '../../extension/inspector/treeNode.ts';

/** A row as somebody sees it, with what is open below it. */
export interface SeenRow {
  readonly id: string;
  readonly text: string;
  readonly rows: readonly SeenRow[];
}

interface Row {
  readonly node: TreeNode;
  text: string;
  rows: Row[];
  /** What was below it when it was closed. */
  closed: Row[] | undefined;
}

/**
 * Looks at a tree as VS Code does: asks for what is open, keeps what it was told, and asks again only for the nodes that are fired, with all that is open below them.
 * Each node is known by its object: one that is fired and is not known is nothing to it.
 */
export class TreeWatcher {
  readonly #tree: TreeModel;
  readonly #isOpen: (node: TreeNode) => boolean;
  readonly #objectText: (node: ObjectNode) => string;
  readonly #known = new Map<TreeNode, Row>();
  #roots: Row[] = [];
  /** Rows whose children are still being put in order. */
  waits = 0;
  /** How many rows it has asked for since the last time somebody looked. */
  asked = 0;

  /**
   * @param isOpen which nodes somebody has opened, by what stays the same when the tree is made anew
   * @param objectText what stands in the row of an object; default: key and version
   */
  constructor(tree: TreeModel, isOpen: (node: TreeNode) => boolean, objectText?: (node: ObjectNode) => string) {
    this.#tree = tree;
    this.#objectText = objectText ?? ((node) => `${node.key}@${tree.informerOf(node)?.indexer.get(node.key)?.metadata.resourceVersion}`);
    this.#isOpen = isOpen;
    tree.onChange((nodes) => {
      if (!nodes) this.open();
      else for (const node of nodes) this.#refresh(node);
    });
    this.open();
  }

  /** Asks for everything, as when the view is opened. */
  open(): void {
    this.#known.clear();
    this.#roots = this.#tree.roots().map((node) => this.#read(node));
  }

  /** Somebody has opened or closed a row. What was below it once is kept, until it is fired itself, or what it is below. */
  show(node: TreeNode): void {
    const row = this.#known.get(node);
    if (!row) return;
    const isOpen = this.#isOpen(node);
    if (!isOpen) row.closed = row.rows;
    row.rows = isOpen ? (row.closed ?? this.#below(node)) : [];
    if (isOpen) row.closed = undefined;
  }

  /** What is seen, without ranges: where they begin and end is of no account. */
  get seen(): readonly SeenRow[] {
    return this.#roots.flatMap(withoutRanges);
  }

  /** The rows that are there. */
  get nodes(): readonly TreeNode[] {
    return [...this.#known.keys()];
  }

  #refresh(node: TreeNode): void {
    const row = this.#known.get(node);
    if (!row) return;
    this.#forget(row);
    Object.assign(row, this.#read(node));
    this.#known.set(node, row);
  }

  #read(node: TreeNode): Row {
    this.asked++;
    const row: Row = { node, text: this.#textOf(node), rows: [], closed: undefined };
    this.#known.set(node, row);
    if (this.#isOpen(node)) row.rows = this.#below(node);
    return row;
  }

  /** Where it takes a while there is nothing yet, and all of it when it is there. */
  #below(node: TreeNode): Row[] {
    const ready = this.#tree.whenSorted(node);
    if (!ready) return this.#tree.children(node).map((child) => this.#read(child));
    void this.#fill(node, ready);
    return [];
  }

  async #fill(node: TreeNode, ready: Promise<void>): Promise<void> {
    this.waits++;
    await ready;
    this.waits--;
    const row = this.#known.get(node);
    if (row && this.#isOpen(node)) row.rows = this.#below(node);
  }

  #forget(row: Row): void {
    this.#known.delete(row.node);
    for (const below of [...row.rows, ...(row.closed ?? [])]) this.#forget(below);
  }

  #textOf(node: TreeNode): string {
    switch (node.type) {
      case 'source':
        return '';
      case 'object':
        return this.#objectText(node);
      case 'informer':
        return `${this.#tree.count(node)} of ${this.#tree.total(node)}`;
      case 'range':
        return `${this.#tree.count(node)}: ${this.#tree.bounds(node).join(' … ')}`;
      default:
        return String(this.#tree.count(node));
    }
  }
}

function withoutRanges({ node, text, rows }: Row): readonly SeenRow[] {
  const below = rows.flatMap(withoutRanges);
  return node.type === 'range' || node.type === 'ownedRange' ? below : [{ id: node.id, text, rows: below }];
}
