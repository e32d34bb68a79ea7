import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { pickKeyPattern } from './pickKeyPattern.ts';
import { back } from './quickPick.ts';

/** Which key, and on to it. @param informer the one whose keys are offered; default: all of them */
export async function askRunTo(session: Session, informer?: string): Promise<void> {
  const key = await pickKeyPattern({
    title: vscode.l10n.t('Run to Key'),
    placeholder: vscode.l10n.t('Until something of which key comes to a gate? Type a pattern like web/* for several.'),
    sessions: [session],
    informer,
  });
  if (key !== undefined && key !== back && !session.ended) session.stepper.runTo(key);
}
