import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { informersFile } from '../../inspector/informerSet/informersFile.ts';

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

/** In their order. Never rejects. */
export async function foldersWithSets(): Promise<readonly vscode.WorkspaceFolder[]> {
  return (await Promise.all(folders().map(async (folder) => ((await exists(setFileOf(folder))) ? [folder] : [])))).flat();
}

export function folders(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? [];
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    // A link in a repository may lead to a folder, or to a device that has no end.
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
