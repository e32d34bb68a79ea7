import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { foldedAtFirst, yamlFolds } from '../inspector/yamlFolds.ts';
import { objectScheme } from './contributions.ts';

/**
 * VS Code finds out what is different in a text that an extension gives anew, so that cursors and folds stay. A longer one it replaces as a whole, and where an object
 * has come in place of a sentence all is different: there the cursors are put back. In characters.
 */
const replacedFrom = 100_000;

/**
 * What can be folded in the document of an object, and what is when it is opened: once for each tab, and never again, since from then on it is the person's. VS Code
 * folds in the active editor alone, so a document that opens behind another is folded when it comes to the front, and one without its object when that has come.
 */
export class ObjectFolding implements vscode.FoldingRangeProvider, vscode.Disposable {
  readonly #owned = new DisposableStore();
  /** Addresses of tabs in which it is done. */
  readonly #folded = new Set<string>();

  constructor() {
    this.#owned.add(vscode.languages.registerFoldingRangeProvider({ scheme: objectScheme }, this));
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(() => this.#foldOnce()));
    this.#owned.add(vscode.workspace.onDidChangeTextDocument((event) => event.document.uri.scheme === objectScheme && this.#onChange(event)));
    this.#owned.add(vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.length > 0 && this.#forgetClosed()));
    this.#foldOnce();
  }

  provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
    const text = document.getText();
    const regions = new Set(foldedAtFirst(text));
    return yamlFolds(text).map(({ start, end }) => new vscode.FoldingRange(start, end, regions.has(start) ? vscode.FoldingRangeKind.Region : undefined));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #foldOnce(): void {
    const { document } = vscode.window.activeTextEditor ?? {};
    if (document?.uri.scheme !== objectScheme || this.#folded.has(document.uri.toString())) return;
    const selectionLines = foldedAtFirst(document.getText());
    if (selectionLines.length === 0) return;
    this.#folded.add(document.uri.toString());
    void vscode.commands.executeCommand('editor.fold', { selectionLines, levels: 1, direction: 'down' });
  }

  #onChange({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const isFilled = !this.#folded.has(document.uri.toString());
    if (isFilled || contentChanges.some(({ rangeLength }) => rangeLength >= replacedFrom)) {
      // Where the cursors have gone is told after this.
      for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) editor.selections = editor.selections.slice();
    }
    this.#foldOnce();
  }

  #forgetClosed(): void {
    const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : ''))));
    for (const uri of this.#folded) if (!open.has(uri)) this.#folded.delete(uri);
  }
}
