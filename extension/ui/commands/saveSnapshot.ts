import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { insideOf } from '../insideOf.ts';

/** Of the storage, by which it is found again. */
const snapshotExtension = 'playground';

/** Asks where, and saves what the playground holds now. False: dismissed, and nothing was saved. @throws what it could not be saved for */
export async function saveSnapshot(inspector: Inspector): Promise<boolean> {
  const inside = await insideOf(inspector);
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Playground Snapshot'),
    defaultUri: vscode.Uri.file(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), `snapshot.${snapshotExtension}`)),
    filters: snapshotFilters(),
  });
  if (!target) return false;
  const { revision } = await inside.saveSnapshot(target.fsPath);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Revision {0} saved as {1}', revision, target.fsPath), 5000);
  return true;
}

export function snapshotFilters(): Readonly<Record<string, string[]>> {
  return { [vscode.l10n.t('Playground snapshots')]: [snapshotExtension], [vscode.l10n.t('All files')]: ['*'] };
}
