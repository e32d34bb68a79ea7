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
 * @param known ids of sources that were there before: a title alone does not tell a ServiceAccount of a context from a context
 */
export function sourceTitled(title: string, known: readonly string[]): string {
  const at = title.indexOf(separator);
  const name = at < 0 ? '' : title.slice(at + separator.length);
  if (name === '' || name === sourceTitleOf(playgroundId)) return playgroundId;
  return known.find((id) => sourceTitleOf(id) === name) ?? sourceId({ kind: 'context', context: name });
}
