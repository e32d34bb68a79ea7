import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';

/** Asks once before reconcilers are stopped by something that does not say so in its name. */
export async function mayLeave(sessions: readonly Session[]): Promise<boolean> {
  const running = sessions.flatMap(({ controllers }) => controllers.all.map(({ name }) => name));
  if (running.length === 0) return true;
  const proceed = vscode.l10n.t('Stop and Go On');
  const text = vscode.l10n.t('This stops {0}.', running.join(', '));
  return (await vscode.window.showWarningMessage(text, { modal: true }, proceed)) === proceed;
}
