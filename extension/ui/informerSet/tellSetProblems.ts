import * as vscode from 'vscode';
import type { SetProblem } from '../../inspector/informerSet/informerSet.ts';
import { oneLine } from '../inertText.ts';
import type { Ui } from '../ui.ts';
import { problemText } from './problemText.ts';

/** Says the first fault of a file with its place, and leads there; the editor marks the others. */
export function tellSetProblems({ notifier }: Pick<Ui, 'notifier'>, uri: vscode.Uri, text: string, problems: readonly SetProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const { line, character } = placeIn(text, first.offset);
  const place = `${oneLine(vscode.workspace.asRelativePath(uri))}:${line + 1}`;
  const said = vscode.l10n.t('{0}: {1}', place, problemText(first));
  const range = new vscode.Range(line, character, line, character);
  void notifier.warn({
    text: problems.length === 1 ? said : vscode.l10n.t('{0} ({1} more)', said, problems.length - 1),
    remedies: [],
    offers: [{ title: vscode.l10n.t('Open File'), run: () => vscode.window.showTextDocument(uri, { selection: range }) }],
  });
}

/** Both from 0. */
function placeIn(text: string, offset: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)!.length };
}
