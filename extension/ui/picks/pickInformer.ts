import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import type { SessionInformer } from '../../inspector/sessionInformers.ts';
import { informerWords } from '../informerWords.ts';
import { back, quickPick } from './quickPick.ts';

/**
 * One of the informers that run: the only one there is, or the one that is chosen.
 * @param isOfUse which of them can be meant; default: all
 */
export async function pickInformer(session: Session, title: string, isOfUse: (informer: SessionInformer) => boolean = () => true): Promise<SessionInformer | undefined> {
  const all = session.informers.all.filter(isOfUse);
  if (all.length <= 1) return all[0];
  const choices = all.map((informer) => ({
    label: informer.name,
    description: informerWords(session, informer.name).word,
    value: informer,
  }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('Which informer?'), none: vscode.l10n.t('No informer runs'), choices });
  return picked === back ? undefined : picked;
}
