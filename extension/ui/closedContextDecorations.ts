import * as vscode from 'vscode';
import { rowScheme } from './contributions.ts';

const path = '/context';

/** Greys the rows of contexts that are not open, and marks those that look like production where a narrow view cuts off the words for it. */
export class ClosedContextDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  provideFileDecoration({ scheme, path: of, fragment }: vscode.Uri): vscode.FileDecoration | undefined {
    if (scheme !== rowScheme || of !== path) return undefined;
    const isProduction = fragment !== '';
    return new vscode.FileDecoration(isProduction ? 'P' : undefined, isProduction ? vscode.l10n.t('looks like production') : undefined, new vscode.ThemeColor('list.deemphasizedForeground'));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** What a row is decorated by. It names no document. */
export function closedContextUri(name: string, isProduction: boolean): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, path, query: JSON.stringify({ context: name }), fragment: isProduction ? 'production' : '' });
}
