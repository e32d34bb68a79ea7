import * as vscode from 'vscode';
import { messageOf } from '../../base/codedError.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { isSetFile } from './informerSetFiles.ts';

/** What is wrong in a file of informers that is open in an editor, at its place, while it is written. */
export class InformerSetDiagnostics implements vscode.Disposable {
  readonly #logger: Logger;
  readonly #owned = new DisposableStore();
  readonly #diagnostics = this.#owned.add(vscode.languages.createDiagnosticCollection('informerInspector.informers'));

  constructor(logger: Logger) {
    this.#logger = logger;
    const look = (document: vscode.TextDocument): void => {
      if (isSetFile(document.uri)) this.#look(document).catch((error: unknown) => this.#logger.warn('informers', messageOf(error)));
    };
    this.#owned.add(vscode.workspace.onDidOpenTextDocument(look));
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)));
    for (const document of vscode.workspace.textDocuments) look(document);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const [{ readInformerSet }, { problemText }] = await Promise.all([import('../../inspector/informerSet/informerSet.ts'), import('./problemText.ts')]);
    const { problems } = await readInformerSet(document.getText());
    if (document.isClosed || document.version !== version) return; // what comes of the newer text is told
    this.#diagnostics.set(
      document.uri,
      problems.map((problem) => {
        const range = new vscode.Range(document.positionAt(problem.offset), document.positionAt(problem.offset + problem.length));
        const diagnostic = new vscode.Diagnostic(range, problemText(problem), vscode.DiagnosticSeverity.Error);
        diagnostic.source = 'Informer Inspector';
        return diagnostic;
      }),
    );
  }
}
