import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { slowMotions } from '../../protocol/stepping.ts';
import { gatePoints, type GatePoint } from '../../trace/gate.ts';
import { settingsSection } from '../contributions.ts';
import { pointWord } from '../controllerWords.ts';
import { askRunTo } from '../picks/askRunTo.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Sentence } from '../sentences.ts';
import { stepByHand } from '../stepByHand.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';
import { steppedSession } from './steppedSession.ts';

const setting = 'stepping.points';

/** Pause, the steps and Continue, as VS Code's debugger has them, for the pipeline that was clicked, else the one in front. */
export function steppingCommands(ui: Ui) {
  const { focus, milestones, notifier, settings } = ui;
  const pipeline = (args: readonly unknown[], title: string, isMeant?: (session: Session) => boolean): Promise<Session | undefined> => steppedSession(ui, args, title, isMeant);
  const go = async (how: 'step' | 'stepOver' | 'stepOut', args: readonly unknown[], title: string): Promise<void> => {
    const session = await pipeline(args, title, holds);
    if (session) stepByHand(session.stepper, how, milestones);
    else if (!focus.sessions.some((each) => holds(each) || focus.whyNotStepped(each))) await notifier.warn(nothingHeld(focus.stepping.paused));
  };

  return {
    async pause(...args: readonly unknown[]): Promise<void> {
      if (focus.sessions.length === 0) return notifier.warn({ text: vscode.l10n.t('Nothing runs that could be paused: start an informer, or the playground, first.'), remedies: ['startPlayground'] });
      (await pipeline(args, vscode.l10n.t('Pause Pipeline'), ({ stepper }) => !stepper.paused))?.stepper.pause();
    },

    async continue(...args: readonly unknown[]): Promise<void> {
      (await pipeline(args, vscode.l10n.t('Continue Pipeline'), (session) => session.stepper.paused || holds(session)))?.stepper.continue();
    },

    async stepOver(...args: readonly unknown[]): Promise<void> {
      await go('stepOver', args, vscode.l10n.t('Step Over'));
    },

    async step(...args: readonly unknown[]): Promise<void> {
      await go('step', args, vscode.l10n.t('Step'));
    },

    async stepOut(...args: readonly unknown[]): Promise<void> {
      await go('stepOut', args, vscode.l10n.t('Step Out'));
    },

    async runToKey(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Run to Key');
      const session = await pipeline(args, title);
      if (!session) return;
      const [clicked] = nodesOf('object', args);
      if (clicked) return session.stepper.runTo(clicked.key);
      await askRunTo(session, nodesOf('informer', args)[0]?.name);
    },

    async slowMotion(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Slow Motion');
      const session = await pipeline(args, title);
      const ms = session && (await pickSlowMotion(title, session.stepper.slowMotionMs ?? 0));
      if (ms !== undefined) session?.stepper.setSlowMotion(ms === 0 ? null : ms);
    },

    /** Kept as a setting, which every session heeds at once. */
    async choosePoints(): Promise<void> {
      const chosen = settings.get(setting);
      const picked = await pickPoints(chosen);
      if (!picked || (picked.length === chosen.length && picked.every((point) => chosen.includes(point)))) return;
      await vscode.workspace.getConfiguration(settingsSection).update(setting, picked, target());
    },
  };
}

function holds({ stepper }: Session): boolean {
  return stepper.held.length > 0;
}

/** The walkthrough has these commands also while there is nothing to step. */
function nothingHeld(paused: boolean): Sentence {
  return paused
    ? { text: vscode.l10n.t('Nothing is held yet: wait until something changes in the cluster, then step.'), remedies: [] }
    : { text: vscode.l10n.t('Nothing is held that could be stepped: pause the pipeline first.'), remedies: ['pause'] };
}

async function pickSlowMotion(title: string, current: number): Promise<number | undefined> {
  const choices = slowMotions.map((ms) => ({
    label: ms === 0 ? vscode.l10n.t('Full speed') : vscode.l10n.t('{0} s at each gate', ms / 1000),
    description: ms === current ? vscode.l10n.t('current') : '',
    value: ms as number,
  }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('How long does each gate stay closed?'), none: '', choices, active: (ms) => ms === current });
  return picked === back ? undefined : picked;
}

interface PointItem extends vscode.QuickPickItem {
  /** Absent for a separator. */
  readonly point?: GatePoint;
  readonly stage: string;
}

function stageOf(point: GatePoint): string {
  switch (point.slice(0, point.indexOf('.'))) {
    case 'queue':
      return vscode.l10n.t('Delta queue and cache');
    case 'handler':
      return vscode.l10n.t('Event handlers');
    case 'workqueue':
      return vscode.l10n.t('Work queue');
    case 'reconcile':
      return vscode.l10n.t('Reconcile');
    default:
      return vscode.l10n.t('Reflector');
  }
}

async function pickPoints(chosen: readonly GatePoint[]): Promise<readonly GatePoint[] | undefined> {
  const items: PointItem[] = [];
  for (const point of gatePoints) {
    const stage = stageOf(point);
    if (items.at(-1)?.stage !== stage) items.push({ label: stage, kind: vscode.QuickPickItemKind.Separator, stage });
    items.push({ label: vscode.l10n.t('Before {0}', pointWord(point)), description: point, picked: chosen.includes(point), point, stage });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose Where Pause Holds'),
    placeHolder: vscode.l10n.t('What is held there goes on by Step, or all of it by Continue'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked?.flatMap(({ point }) => point ?? []);
}

/** Where it is set already, so that the choice has an effect. */
function target(): vscode.ConfigurationTarget {
  const { workspaceFolderValue, workspaceValue } = vscode.workspace.getConfiguration(settingsSection).inspect(setting) ?? {};
  if (workspaceFolderValue !== undefined) return vscode.ConfigurationTarget.WorkspaceFolder;
  return workspaceValue !== undefined ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}
