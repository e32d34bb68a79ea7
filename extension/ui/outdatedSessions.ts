import * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { mayLeave } from './commands/mayLeave.ts';
import { withoutLinks } from './inertText.ts';
import type { Notifier } from './notifier.ts';
import { sourceTitle } from './stateWords.ts';

/** Offers to connect again what is connected with something else than the kubeconfig says now. Told once for each change; nothing is done unasked. */
export async function offerReconnect(outdated: readonly Session[], inspector: Inspector, notifier: Notifier): Promise<void> {
  const names = outdated.map(sourceTitle).join(', ');
  const reconnect = vscode.l10n.t('Reconnect');
  const text = vscode.l10n.t('The kubeconfig entry for {0} has changed. Reconnect to use it; until then the connection goes on with the old one.', names);
  if ((await vscode.window.showInformationMessage(withoutLinks(text), reconnect)) !== reconnect) return;
  const left = outdated.filter((session) => inspector.sessions.get(session.id) === session);
  if (!(await mayLeave(left, { question: vscode.l10n.t('Reconnect to {0}?', left.map(sourceTitle).join(', ')), proceed: reconnect }))) return;
  for (const session of left) {
    try {
      await inspector.reconnect(session);
    } catch (error) {
      await notifier.error(error, sourceTitle(session));
    }
  }
}
