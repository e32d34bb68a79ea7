import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { ClosedContextRow, ClosedContexts } from '../inspector/closedContexts.ts';
import { RowMarks } from '../inspector/marks/rowMarks.ts';
import { RowClock } from '../inspector/rowClock.ts';
import type { Sessions } from '../inspector/sessions.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import type { TreeNode } from '../inspector/treeNode.ts';
import { ClosedContextDecorations } from './closedContextDecorations.ts';
import { closedContextItem, closedContextTooltip, type IsProduction } from './closedContextItems.ts';
import { settingsSection, views } from './contributions.ts';
import { ObjectDecorations } from './objectDecorations.ts';
import { rowText } from './rowTexts.ts';
import { tooltip } from './tooltips.ts';
import { treeItem } from './treeItems.ts';

/** What is inspected, and below it what could be. */
export type InformersRow = TreeNode | ClosedContextRow;

export interface InformersViewOptions {
  readonly tree: TreeModel;
  readonly closed: ClosedContexts;
  readonly isProduction: IsProduction;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** Shows the tree model in the side bar. Holds nothing of its own: what changes is fired, and asked for again; so is what goes by time, while somebody looks. */
export class InformersView implements vscode.TreeDataProvider<InformersRow>, vscode.Disposable {
  readonly view: vscode.TreeView<InformersRow>;
  readonly onDidChangeTreeData: vscode.Event<InformersRow[] | undefined>;
  readonly #tree: TreeModel;
  readonly #rows: RowClock;
  readonly #marks: RowMarks;
  readonly #closed: ClosedContexts;
  readonly #isProduction: IsProduction;
  readonly #owned = new DisposableStore();

  constructor({ tree, closed, isProduction, sessions, clock }: InformersViewOptions) {
    this.#tree = tree;
    this.#closed = closed;
    this.#isProduction = isProduction;
    const changed = this.#owned.add(new vscode.EventEmitter<InformersRow[] | undefined>());
    this.onDidChangeTreeData = changed.event;
    this.#owned.add(tree.onChange((nodes) => changed.fire(nodes && [...nodes])));
    // Where nothing is open there are no such rows, and the empty view tells.
    const redraw = (): void => void (tree.roots().length > 0 && changed.fire(undefined));
    this.#owned.add(closed.onChange(redraw));
    this.#owned.add(vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(`${settingsSection}.productionContexts`) && redraw()));
    this.#owned.add(new ClosedContextDecorations());
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

  getTreeItem(row: InformersRow): vscode.TreeItem {
    return isClosed(row) ? closedContextItem(row, this.#isProduction) : treeItem(row, this.#tree, this.#rows, this.#marks);
  }

  getChildren(row?: InformersRow): InformersRow[] | Promise<InformersRow[]> {
    if (row) return isClosed(row) ? (row.type === 'moreContexts' ? [...this.#closed.more()] : []) : this.#below(row);
    const roots = this.#tree.roots();
    return roots.length > 0 ? [...roots, ...this.#closed.rows()] : [];
  }

  getParent(row: InformersRow): TreeNode | undefined {
    return isClosed(row) ? undefined : this.#tree.parentOf(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: InformersRow): vscode.TreeItem {
    if (!isClosed(row)) this.#rows.reads(row);
    item.tooltip = isClosed(row) ? closedContextTooltip(row, this.#isProduction) : tooltip(row, this.#tree, this.#marks);
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Where so much is to be sorted that it takes a while, VS Code shows meanwhile that it waits. */
  #below(node: TreeNode): TreeNode[] | Promise<TreeNode[]> {
    return this.#tree.whenSorted(node)?.then(() => this.#below(node)) ?? [...this.#tree.children(node)];
  }
}

/** It is of what is not open. */
export function isClosed(row: InformersRow): row is ClosedContextRow {
  return row.type === 'closedContext' || row.type === 'moreContexts';
}
