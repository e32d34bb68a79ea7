import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { controllerNodeOf, type ControllerTreeNode, type KeyNode } from '../inspector/controllerNode.ts';
import type { ControllerTree } from '../inspector/controllerTree.ts';
import { placeOf } from '../inspector/keyTable.ts';
import { views } from './contributions.ts';
import { controllerItem } from './controllerItems.ts';
import { controllerNodeTooltip } from './controllerTooltips.ts';

/** How often rows that count down are looked at, while somebody looks at them. */
const lookMs = 1000;

/** Shows the tree of controllers in the side bar. Holds nothing of its own but what the rows say, to see which of them count on. */
export class ControllersView implements vscode.TreeDataProvider<ControllerTreeNode>, vscode.Disposable {
  readonly view: vscode.TreeView<ControllerTreeNode>;
  readonly onDidChangeTreeData: vscode.Event<ControllerTreeNode[] | undefined>;
  readonly #tree: ControllerTree;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<ControllerTreeNode[] | undefined>());
  /** Descriptions of keys that wait, by the id of their row. */
  readonly #waiting = new Map<string, { readonly node: KeyNode; readonly description: string }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tree: ControllerTree) {
    this.#tree = tree;
    this.onDidChangeTreeData = this.#changed.event;
    this.view = this.#owned.add(vscode.window.createTreeView(views.controllers, { treeDataProvider: this, showCollapseAll: true, canSelectMany: true }));
    this.#owned.add(tree.onChange((nodes) => this.#changed.fire(nodes && [...nodes])));
    this.#owned.add(this.view.onDidChangeVisibility(() => this.#countWhileShown()));
  }

  getTreeItem(node: ControllerTreeNode): vscode.TreeItem {
    const item = controllerItem(node, this.#tree);
    if (node.type === 'key') this.#note(node, String(item.description));
    return item;
  }

  getChildren(node?: ControllerTreeNode): ControllerTreeNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: ControllerTreeNode): ControllerTreeNode | undefined {
    return this.#tree.parentOf(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: ControllerTreeNode): vscode.TreeItem {
    item.tooltip = controllerNodeTooltip(node, this.#tree);
    return item;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#owned.dispose();
  }

  #note(node: KeyNode, description: string): void {
    const row = this.#tree.rowOf(node);
    if (row && placeOf(row, controllerNodeOf(node).session.now()) === 'waiting') this.#waiting.set(node.id, { node, description });
    else this.#waiting.delete(node.id);
    this.#countWhileShown();
  }

  #countWhileShown(): void {
    const isNeeded = this.view.visible && this.#waiting.size > 0;
    if (isNeeded === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isNeeded ? setInterval(() => this.#count(), lookMs) : undefined;
  }

  #count(): void {
    const changed: KeyNode[] = [];
    for (const [id, { node, description }] of this.#waiting) {
      if (!this.#tree.rowOf(node)) this.#waiting.delete(id);
      else if (controllerItem(node, this.#tree).description !== description) changed.push(node);
    }
    if (changed.length > 0) this.#changed.fire(changed);
    this.#countWhileShown();
  }
}
