import * as vscode from 'vscode';
import { playgroundId, sourceId } from '../inspector/sessionSource.ts';
import { sourceTitleOf } from './stateWords.ts';

const separator = ' — ';

/** `Informer Inspector — kind-dev` */
export function panelTitle(source: string): string {
  return [vscode.l10n.t('Informer Inspector'), source].filter(Boolean).join(separator);
}

/**
 * The source that a panel's title names: VS Code keeps the title with the editor, so it is there even when the page was
 * ended before it could keep anything. Without a name it is the playground, which can always be started.
 */
export function sourceTitled(title: string): string {
  const at = title.indexOf(separator);
  const name = at < 0 ? '' : title.slice(at + separator.length);
  return name === '' || name === sourceTitleOf(playgroundId) ? playgroundId : sourceId({ kind: 'context', context: name });
}
