import * as vscode from 'vscode';

/** What stands beside a choice: first whether it is what holds now. */
export function currentWord(isCurrent: boolean, description = ''): string {
  return [isCurrent ? vscode.l10n.t('current') : '', description].filter(Boolean).join(' · ');
}
