import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { nodeId, type SourceNode } from '../inspector/treeNode.ts';
import { commands, views } from './contributions.ts';
import type { Problem } from './problem.ts';

/** What could not be reached: a source, which can be acted on like any, or something without a session. */
type Row = SourceNode | { readonly type: 'problem'; readonly id: string };

/**
 * Why there is nothing to inspect: the source with its state, and above it the whole sentence. A view of its own, which is there only as long as the
 * view of informers is empty because something is wrong: that one shows what to do, and a message in it would hide that.
 */
export class ConnectionView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
  readonly #tree: TreeModel;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Row>;
  #problem: Problem | undefined;
  #row: Row | undefined;

  constructor(tree: TreeModel) {
    this.#tree = tree;
    this.onDidChangeTreeData = this.#changed.event;
    this.#view = this.#owned.add(vscode.window.createTreeView(views.connection, { treeDataProvider: this }));
  }

  /** Shows this problem from now on. */
  show(problem: Problem | undefined): void {
    const before = this.#problem;
    this.#problem = problem;
    this.#row = problem && rowOf(problem, this.#tree);
    this.count();
    if (before?.brief !== problem?.brief || before?.subject !== problem?.subject || before?.session !== problem?.session) this.#changed.fire(undefined);
  }

  /** Only the sentence moves with each second: a row that was made again would lose its tooltip. */
  count(): void {
    const text = this.#problem?.text();
    const view: { message?: string | undefined } = this.#view;
    if (view.message !== text) view.message = text;
  }

  getChildren(row?: Row): Row[] {
    return row || !this.#row ? [] : [this.#row];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { subject, brief } = this.#problem ?? { subject: '', brief: '' };
    const item = new vscode.TreeItem(subject);
    item.id = row.id;
    item.description = brief;
    item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    item.contextValue = row.type === 'source' ? `source+context+failed${row.session.cluster.credentials?.command === undefined ? '' : '+plugin'}` : 'problem';
    item.accessibilityInformation = { label: [subject, brief].filter(Boolean).join(', ') };
    if (row.type === 'problem') item.command = { command: commands.openKubeconfig, title: vscode.l10n.t('Open Kubeconfig') };
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem): vscode.TreeItem {
    item.tooltip = new vscode.MarkdownString().appendText(this.#problem?.text() ?? '');
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

function rowOf({ session, subject }: Problem, tree: TreeModel): Row {
  return (session && tree.sourceOf(session)) ?? { type: 'problem', id: nodeId('source', subject) };
}
