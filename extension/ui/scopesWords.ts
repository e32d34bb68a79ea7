import * as vscode from 'vscode';

/** So many are named; of more, their number. */
const named = 3;

/** `in all namespaces`, `in default`, `in a, b, c`, `in 7 namespaces`. @param namespaces `['']`: all of them */
export function scopesWords(namespaces: readonly string[]): string {
  if (namespaces.length === 1 && namespaces[0] === '') return vscode.l10n.t('in all namespaces');
  return namespaces.length <= named ? vscode.l10n.t('in {0}', namespaces.join(', ')) : vscode.l10n.t('in {0} namespaces', namespaces.length);
}
