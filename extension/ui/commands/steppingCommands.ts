import * as vscode from 'vscode';
import { gatePoints, type GatePoint } from '../../trace/gate.ts';
import { settingsSection } from '../contributions.ts';
import { pointWord } from '../controllerWords.ts';
import type { Ui } from '../ui.ts';

const setting = 'stepping.points';

/** Where Pause holds: kept as a setting, which every session heeds at once. */
export function steppingCommands({ settings }: Ui) {
  return {
    async choosePoints(): Promise<void> {
      const chosen = settings.get(setting);
      const picked = await pickPoints(chosen);
      if (!picked || (picked.length === chosen.length && picked.every((point) => chosen.includes(point)))) return;
      await vscode.workspace.getConfiguration(settingsSection).update(setting, picked, target());
    },
  };
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
