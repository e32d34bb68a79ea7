import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { Breakpoint } from '../debugger/breakpoint.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { BreakpointChanges } from '../inspector/breakpointChanges.ts';
import { breakpointItem, breakpointTooltip } from './breakpointItems.ts';
import { views } from './contributions.ts';

/** The least time between two looks at the view: a logpoint may be hit thousands of times a second. */
const refreshMs = 250;

/** A breakpoint as a row: VS Code knows it again by its identity, whatever has become of it. */
export interface BreakpointNode {
  readonly type: 'breakpoint';
  readonly id: string;
}

/** Lists the breakpoints in the side bar, with a check box for each. */
export class BreakpointsView implements vscode.TreeDataProvider<BreakpointNode>, vscode.Disposable {
  readonly view: vscode.TreeView<BreakpointNode>;
  readonly onDidChangeTreeData: vscode.Event<BreakpointNode[] | undefined>;
  readonly #breakpoints: Breakpoints;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<BreakpointNode[] | undefined>());
  readonly #nodes = new Map<string, BreakpointNode>();
  readonly #changes = new BreakpointChanges();
  #timer: NodeJS.Timeout | undefined;

  constructor(breakpoints: Breakpoints) {
    this.#breakpoints = breakpoints;
    this.onDidChangeTreeData = this.#changed.event;
    this.view = this.#owned.add(
      vscode.window.createTreeView(views.breakpoints, { treeDataProvider: this, canSelectMany: true, manageCheckboxStateManually: true }),
    );
    this.#owned.add(breakpoints.onChange(() => this.#refreshSoon()));
    this.#owned.add(
      this.view.onDidChangeCheckboxState(({ items }) => {
        for (const [{ id }, state] of items) breakpoints.setEnabled(id, state === vscode.TreeItemCheckboxState.Checked);
      }),
    );
  }

  getTreeItem({ id }: BreakpointNode): vscode.TreeItem {
    const breakpoint = this.#breakpoints.get(id);
    return breakpoint ? breakpointItem(breakpoint) : new vscode.TreeItem('');
  }

  getChildren(node?: BreakpointNode): BreakpointNode[] {
    return node ? [] : this.#breakpoints.all.map(({ id }) => this.nodeOf(id));
  }

  getParent(): undefined {
    return undefined;
  }

  resolveTreeItem(item: vscode.TreeItem, { id }: BreakpointNode): vscode.TreeItem {
    const breakpoint = this.#breakpoints.get(id);
    if (breakpoint) item.tooltip = breakpointTooltip(breakpoint);
    return item;
  }

  nodeOf(id: string): BreakpointNode {
    const node = this.#nodes.get(id) ?? { type: 'breakpoint', id };
    this.#nodes.set(id, node);
    return node;
  }

  /** Brings a row into view. */
  async reveal({ id }: Breakpoint): Promise<void> {
    this.#refresh();
    await this.view.reveal(this.nodeOf(id), { select: false, focus: false });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => this.#refresh(), refreshMs);
  }

  /** Only the rows that are others: a hit redraws its own alone. */
  #refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { all } = this.#breakpoints;
    const changed = this.#changes.since(all);
    if (changed !== 'all') {
      if (changed.length > 0) this.#changed.fire(changed.map((id) => this.nodeOf(id)));
      return;
    }
    const present = new Set(all.map(({ id }) => id));
    for (const id of this.#nodes.keys()) if (!present.has(id)) this.#nodes.delete(id);
    this.#changed.fire(undefined);
  }
}
