import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposable.ts';
import { RowMarks } from '../inspector/marks/rowMarks.ts';
import { RowClock } from '../inspector/rowClock.ts';
import type { Sessions } from '../inspector/sessions.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import type { TreeNode } from '../inspector/treeNode.ts';
import { views } from './contributions.ts';
import { ObjectDecorations } from './objectDecorations.ts';
import { rowText } from './rowTexts.ts';
import { tooltip } from './tooltips.ts';
import { treeItem } from './treeItems.ts';

/** Shows the tree model in the side bar. Holds nothing of its own: what changes is fired, and asked for again; so is what goes by time, while somebody looks. */
export class InformersView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly view: vscode.TreeView<TreeNode>;
  readonly onDidChangeTreeData: vscode.Event<TreeNode[] | undefined>;
  readonly #tree: TreeModel;
  readonly #rows: RowClock;
  readonly #marks: RowMarks;
  readonly #owned = new DisposableStore();

  constructor(tree: TreeModel, sessions: Sessions, clock: Clock) {
    this.#tree = tree;
    const changed = this.#owned.add(new vscode.EventEmitter<TreeNode[] | undefined>());
    this.onDidChangeTreeData = changed.event;
    this.#owned.add(tree.onChange((nodes) => changed.fire(nodes && [...nodes])));
    const marks = this.#owned.add(new RowMarks(sessions, clock));
    this.#marks = marks;
    this.#owned.add(marks.onRows((rows) => changed.fire([...rows])));
    this.#owned.add(new ObjectDecorations(sessions, marks));
    this.#rows = this.#owned.add(new RowClock({ clock, textOf: (row) => rowText(row, tree, marks) }));
    this.#owned.add(this.#rows.onTick((rows) => changed.fire([...rows])));
    const view = this.#owned.add(
      vscode.window.createTreeView(views.informers, { treeDataProvider: this, showCollapseAll: true, canSelectMany: true }),
    );
    this.view = view;
    const show = (visible: boolean): void => [this.#rows, marks].forEach((each) => each.setVisible(visible));
    show(view.visible);
    this.#owned.add(view.onDidChangeVisibility(({ visible }) => show(visible)));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node, this.#tree, this.#rows, this.#marks);
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#tree.parentOf(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    this.#rows.reads(node);
    item.tooltip = tooltip(node, this.#tree, this.#marks);
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
