import * as vscode from 'vscode';
import type { ReplaySpeed } from '../../inspector/recordings/replayClock.ts';
import type { Session } from '../../inspector/session.ts';
import { chooseSession } from '../picks/pickSession.ts';
import { pickRemembered } from '../picks/pickRemembered.ts';
import type { Recents } from '../recents.ts';
import { whyNotText } from '../recordingWords.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';

/** Recordings: of what a session does, and those that are opened. */
export function recordingCommands({ inspector, focus, notifier, panels, recents, recordings }: Ui) {
  const meant = async (args: readonly unknown[], title: string): Promise<Session | undefined> => sessionIn(args) ?? chooseSession(focus.sessions, title);

  return {
    openRecording: () => recordings.open(),

    async exportRecording(...args: readonly unknown[]): Promise<void> {
      const session = await meant(args, vscode.l10n.t('Export Recording'));
      if (session) await recordings.export(session);
    },

    async replayRecording(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Replay Recording');
      const inFront = focus.sessions.filter(canReplay);
      const session = sessionIn(args) ?? (await chooseSession(inFront.length > 0 ? inFront : inspector.sessions.all.filter(canReplay), title));
      if (!session?.recording) return;
      const { whyNot } = session.recording;
      if (whyNot) return notifier.warn({ text: whyNotText(whyNot, sourceTitle(session)), remedies: [] });
      const how = await pickHow(title, recents);
      if (how) await recordings.replay(session, how);
    },

    /** What comes of it is on a page of the panel. */
    async compareQueues(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Compare Queues');
      const session = await meant(args, title);
      const hold = session && (await pickHold(title, recents));
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

interface How {
  readonly speed: ReplaySpeed;
  readonly paused: boolean;
}

function pickHow(title: string, recents: Recents): Promise<How | undefined> {
  return pickRemembered<How>({
    title,
    placeholder: vscode.l10n.t('How is it to be played?'),
    recents,
    name: 'replay',
    choices: {
      paused: { label: vscode.l10n.t('Paused, at the speed that was recorded'), value: { speed: 1, paused: true } },
      asRecorded: { label: vscode.l10n.t('At the speed that was recorded'), value: { speed: 1, paused: false } },
      tenfold: { label: vscode.l10n.t('Ten times as fast'), value: { speed: 10, paused: false } },
      fast: { label: vscode.l10n.t('As fast as the engine goes'), value: { speed: 'fast', paused: false } },
    },
  });
}

function pickHold(title: string, recents: Recents): Promise<number | 'all' | undefined> {
  return pickRemembered<number | 'all'>({
    title,
    placeholder: vscode.l10n.t('How slow is the consumer?'),
    recents,
    name: 'compareQueues',
    choices: {
      atOnce: { label: vscode.l10n.t('It pops at once'), value: 0 },
      ten: { label: vscode.l10n.t('It waits for 10 events'), value: 10 },
      hundred: { label: vscode.l10n.t('It waits for 100 events'), value: 100 },
      all: { label: vscode.l10n.t('It waits until the end'), value: 'all' },
    },
  });
}
