import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';

/** What is about to happen, as a question that names the object, and as the button that does it. */
export interface Leaving {
  readonly question: string;
  readonly proceed: string;
}

/** Asks once, and only when a reconciler runs there, before something stops it that does not say so in its name. */
export async function mayLeave(sessions: readonly Session[], { question, proceed }: Leaving): Promise<boolean> {
  const running = sessions.flatMap(({ controllers }) => controllers.all.map(({ name }) => name));
  if (running.length === 0) return true;
  const detail = vscode.l10n.t('This stops the reconciler {0}.', running.join(', '));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, proceed)) === proceed;
}
