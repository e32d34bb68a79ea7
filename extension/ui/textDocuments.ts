import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { textScheme } from './contributions.ts';
import { pathPart } from './inertText.ts';

/**
 * Read-only documents that show a text as it was when it was asked for: a side of a comparison, figures. A text is kept as long as its document is
 * open; what VS Code restores after a reload says that it is gone.
 */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<vscode.Uri>());
  /** By URI. */
  readonly #texts = new Map<string, string>();
  readonly #scheme: string;

  /** @param scheme what a condition of a menu or of a key can tell them by */
  constructor(scheme: string = textScheme) {
    this.#scheme = scheme;
    this.onDidChange = this.#changed.event;
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /**
   * @param name what its tab says, with an ending that tells the language
   * @param id one document for each: another text takes the place of the one before
   */
  put(name: string, id: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${pathPart(name.slice(-200))}`, query: id });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  async show(uri: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? `# ${vscode.l10n.t('This text is gone with the window that it was made for. Ask for it again.')}\n`;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
