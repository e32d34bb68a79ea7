import * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { mayLeave } from './commands/mayLeave.ts';
import { withoutLinks } from './inertText.ts';
import type { Notifier } from './notifier.ts';
import type { NoticeName, SilencedNotices } from './silencedNotices.ts';
import { sourceTitle } from './stateWords.ts';

/**
 * Offers to connect again what is connected with something else than the kubeconfig says now. Told once for each change, which may be often where another program writes
 * the file, so that it can be silenced, source by source; nothing is done unasked.
 */
export async function offerReconnect(outdated: readonly Session[], inspector: Inspector, notifier: Notifier, silenced: SilencedNotices): Promise<void> {
  const told = outdated.filter((session) => !silenced.isSilent(noticeOf(session), textOf([session])));
  if (told.length === 0) return;
  const reconnect = vscode.l10n.t('Reconnect');
  const silence = vscode.l10n.t('Don’t Show Again');
  const chosen = await vscode.window.showInformationMessage(withoutLinks(textOf(told)), reconnect, silence);
  if (chosen === silence) silenced.silence(...told.map(noticeOf));
  if (chosen !== reconnect) return;
  const left = told.filter((session) => inspector.sessions.get(session.id) === session);
  if (!(await mayLeave(left, { question: vscode.l10n.t('Reconnect to {0}?', left.map(sourceTitle).join(', ')), proceed: reconnect }))) return;
  for (const session of left) {
    try {
      await inspector.reconnect(session);
    } catch (error) {
      await notifier.error(error, sourceTitle(session));
    }
  }
}

function textOf(outdated: readonly Session[]): string {
  const names = outdated.map(sourceTitle).join(', ');
  return vscode.l10n.t('The kubeconfig entry for {0} has changed. Reconnect to use it; until then the connection goes on with the old one.', names);
}

function noticeOf({ id }: Session): NoticeName {
  return `outdated ${id}`;
}
