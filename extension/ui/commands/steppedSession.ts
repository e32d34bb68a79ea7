import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { chooseSession } from '../picks/pickSession.ts';
import type { Sentence } from '../sentences.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';

/**
 * The session that a command steps or changes: that of what was clicked, else the one in front, else the one that is chosen. Where it is clear which is meant,
 * and nothing in it can be stepped from where the person is, that is said. @param isMeant of several, those that it makes sense for
 */
export async function steppedSession({ focus, notifier }: Pick<Ui, 'focus' | 'notifier'>, args: readonly unknown[], title: string, isMeant: (session: Session) => boolean = () => true): Promise<Session | undefined> {
  const clicked = sessionIn(args);
  const candidates = clicked ? [clicked] : focus.sessions;
  const [only] = candidates;
  const why = only && candidates.length === 1 ? focus.whyNotStepped(only) : undefined;
  if (only && why) {
    await notifier.warn(sentenceFor(only, why));
    return undefined;
  }
  return clicked ?? chooseSession(candidates.filter((session) => !focus.whyNotStepped(session) && isMeant(session)), title);
}

/** Why a session cannot be stepped, and what to do. */
export function sentenceFor(session: Session, why: NonNullable<ReturnType<Ui['focus']['whyNotStepped']>>): Sentence {
  const title = sourceTitle(session);
  return why === 'past'
    ? { text: vscode.l10n.t('The panel of {0} shows a time that has passed: what has happened can be looked at, not stepped or changed. Go back to the present in the panel, and try again.', title), remedies: [] }
    : { text: vscode.l10n.t('Nothing runs in {0}: it is shown as it was recorded. Replay the recording, and try again.', title), remedies: session.recording?.whyNot === undefined ? ['replayRecording'] : [] };
}
