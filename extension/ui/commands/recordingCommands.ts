import * as vscode from 'vscode';
import type { ReplaySpeed } from '../../inspector/recordings/replayClock.ts';
import type { Session } from '../../inspector/session.ts';
import { chooseSession } from '../picks/pickSession.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';

/** Recordings: of what a session does, and those that are opened. */
export function recordingCommands({ focus, panels, recordings }: Ui) {
  const meant = async (args: readonly unknown[], title: string, isMeant: (session: Session) => boolean = () => true): Promise<Session | undefined> =>
    sessionIn(args) ?? chooseSession(focus.sessions.filter(isMeant), title);

  return {
    openRecording: () => recordings.open(),

    async exportRecording(...args: readonly unknown[]): Promise<void> {
      const session = await meant(args, vscode.l10n.t('Export Recording'));
      if (session) await recordings.export(session);
    },

    async replayRecording(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Replay Recording');
      const session = await meant(args, title, canReplay);
      const how = session && canReplay(session) ? await pickHow(title) : undefined;
      if (session && how) await recordings.replay(session, how);
    },

    /** What comes of it is on a page of the panel. */
    async compareQueues(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Compare Queues');
      const session = await meant(args, title);
      const hold = session && (await pickHold(title));
      if (!session || hold === undefined) return;
      panels.open(session);
      panels.openPage(session, 'recording');
      await session.comparisons.compare(hold);
    },
  };
}

function canReplay({ recording }: Session): boolean {
  return recording !== undefined && recording.whyNot === undefined;
}

async function pickHow(title: string): Promise<{ readonly speed: ReplaySpeed; readonly paused: boolean } | undefined> {
  const picked = await quickPick<{ readonly speed: ReplaySpeed; readonly paused: boolean }>({
    title,
    placeholder: vscode.l10n.t('How is it to be played?'),
    none: '',
    choices: [
      { label: vscode.l10n.t('Paused, at the speed that was recorded'), value: { speed: 1, paused: true } },
      { label: vscode.l10n.t('At the speed that was recorded'), value: { speed: 1, paused: false } },
      { label: vscode.l10n.t('Ten times as fast'), value: { speed: 10, paused: false } },
      { label: vscode.l10n.t('As fast as the engine goes'), value: { speed: 'fast', paused: false } },
    ],
  });
  return picked === back ? undefined : picked;
}

async function pickHold(title: string): Promise<number | 'all' | undefined> {
  const picked = await quickPick<number | 'all'>({
    title,
    placeholder: vscode.l10n.t('How slow is the consumer?'),
    none: '',
    choices: [
      { label: vscode.l10n.t('It pops at once'), value: 0 },
      { label: vscode.l10n.t('It waits for 10 events'), value: 10 },
      { label: vscode.l10n.t('It waits for 100 events'), value: 100 },
      { label: vscode.l10n.t('It waits until the end'), value: 'all' },
    ],
  });
  return picked === back ? undefined : picked;
}
