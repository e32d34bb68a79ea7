import * as vscode from 'vscode';
import { withoutIcons } from '../inertText.ts';
import { textOfFile } from '../textOfFile.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

const endings = /\.[cm]?[jt]s$/i;
/** Files that are looked at, and how much of each. */
const maxFiles = 500;
const maxBytes = 256 * 1024;

/** The file in front, if it is a reconciler; else one of those in the workspace. */
export async function pickReconcilerFile(title: string): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  if (active && isScript(active.uri) && isReconciler(active.getText())) return active.uri;
  const picked = await quickPick({
    title,
    placeholder: vscode.l10n.t('Which file of the workspace?'),
    none: vscode.l10n.t('No file of the workspace imports informer-inspector: make one by New Reconciler'),
    choices: findFiles(),
  });
  return picked === back ? undefined : picked;
}

async function findFiles(): Promise<Choice<vscode.Uri>[]> {
  const found = await vscode.workspace.findFiles('**/*.{ts,mts,cts,js,mjs,cjs}', '**/{node_modules,dist,out,build}/**', maxFiles);
  const files = await Promise.all(found.filter(isScript).map(async (uri) => ((await hasReconciler(uri)) ? [uri] : [])));
  return files
    .flat()
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map((uri) => ({ label: withoutIcons(uri.path.slice(uri.path.lastIndexOf('/') + 1)), description: withoutIcons(vscode.workspace.asRelativePath(uri)), iconPath: new vscode.ThemeIcon('file-code'), value: uri }));
}

export function isScript({ scheme, path }: vscode.Uri): boolean {
  return scheme === 'file' && endings.test(path) && !path.endsWith('.d.ts');
}

/** One that cannot be read is not to be run either. */
async function hasReconciler(uri: vscode.Uri): Promise<boolean> {
  const text = await textOfFile(uri, maxBytes);
  return text !== undefined && isReconciler(text);
}

function isReconciler(text: string): boolean {
  return /['"]informer-inspector['"]/.test(text);
}
