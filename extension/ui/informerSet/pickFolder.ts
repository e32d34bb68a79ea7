import * as vscode from 'vscode';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import { folders } from './informerSetFiles.ts';

/** The only one, or the one that is chosen. Undefined: dismissed, or there is none. */
export async function pickFolder(title: string, among: readonly vscode.WorkspaceFolder[] = folders()): Promise<vscode.WorkspaceFolder | undefined> {
  if (among.length <= 1) return among[0];
  const choices = among.map((value) => ({ label: withoutIcons(value.name), description: withoutIcons(value.uri.path), iconPath: new vscode.ThemeIcon('folder'), value }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('In which folder of the workspace?'), none: '', choices });
  return picked === back ? undefined : picked;
}
