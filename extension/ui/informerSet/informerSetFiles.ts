import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { informersFile, mostBytes } from '../../inspector/informerSet/informerSet.ts';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import { saved } from '../savedFile.ts';

/** Whether a folder of the workspace keeps informers to be opened together. Only whether a file is there is looked at; it is read when somebody asks for that. */
export class InformerSetFiles implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  readonly #onChange = this.#owned.add(new vscode.EventEmitter<void>());
  #watchers = new DisposableStore();
  #isFound = false;
  #looks = 0;

  constructor() {
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#follow()));
    this.#follow();
  }

  readonly onChange = this.#onChange.event;

  /** One of them does. */
  get isFound(): boolean {
    return this.#isFound;
  }

  dispose(): void {
    this.#watchers.dispose();
    this.#owned.dispose();
  }

  #follow(): void {
    this.#watchers.dispose();
    this.#watchers = new DisposableStore();
    for (const folder of folders()) {
      const watcher = this.#watchers.add(vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, informersFile), false, true, false));
      this.#watchers.add(watcher.onDidCreate(() => void this.#look()));
      this.#watchers.add(watcher.onDidDelete(() => void this.#look()));
    }
    void this.#look();
  }

  /** Never rejects: a file that cannot be looked at is none. */
  async #look(): Promise<void> {
    const look = ++this.#looks;
    const { length } = await foldersWithSets();
    if (look !== this.#looks || length > 0 === this.#isFound) return;
    this.#isFound = length > 0;
    this.#onChange.fire();
  }
}

export function setFileOf({ uri }: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(uri, ...informersFile.split('/'));
}

export function isSetFile(uri: vscode.Uri): boolean {
  // Asked at each change of any document.
  return uri.path.endsWith(`/${informersFile}`) && folders().some((folder) => String(setFileOf(folder)) === String(uri));
}

/** The only one, or the one that is chosen. Undefined: dismissed, or there is none. */
export async function pickFolder(title: string, among: readonly vscode.WorkspaceFolder[] = folders()): Promise<vscode.WorkspaceFolder | undefined> {
  if (among.length <= 1) return among[0];
  const choices = among.map((value) => ({ label: withoutIcons(value.name), description: withoutIcons(value.uri.path), iconPath: new vscode.ThemeIcon('folder'), value }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('In which folder of the workspace?'), none: '', choices });
  return picked === back ? undefined : picked;
}

/** What is on disk; undefined: there is none. One that is longer than such files are comes as a text that is too long. */
export async function readSetFile(uri: vscode.Uri): Promise<string | undefined> {
  await saved(uri);
  if (!(await exists(uri))) return undefined;
  if ((await vscode.workspace.fs.stat(uri)).size > 4 * mostBytes) return ' '.repeat(mostBytes + 1);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** In their order. Never rejects. */
export async function foldersWithSets(): Promise<readonly vscode.WorkspaceFolder[]> {
  return (await Promise.all(folders().map(async (folder) => ((await exists(setFileOf(folder))) ? [folder] : [])))).flat();
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? [];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    // A link in a repository may lead to a folder, or to a device that has no end.
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
