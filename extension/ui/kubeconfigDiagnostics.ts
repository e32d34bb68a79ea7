import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import type { KubeconfigStore } from '../inspector/kubeconfigStore.ts';
import { sayingWords } from './sayingWords.ts';

/** What is wrong in the kubeconfig, at its line in the file, until it is read without a fault. */
export class KubeconfigDiagnostics implements vscode.Disposable {
  readonly #store: KubeconfigStore;
  readonly #owned = new DisposableStore();
  readonly #diagnostics = this.#owned.add(vscode.languages.createDiagnosticCollection('informerInspector.kubeconfig'));

  constructor(store: KubeconfigStore) {
    this.#store = store;
    this.#owned.add(store.onChange(() => this.#update()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    this.#diagnostics.clear();
    const { state } = this.#store;
    if (state.kind !== 'failed' || !KubeconfigError.is(state.error)) return;
    const { said, data } = state.error;
    const [file] = data.paths;
    if (file === undefined || data.line === undefined) return;
    const line = Math.max(0, data.line - 1);
    const diagnostic = new vscode.Diagnostic(new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER), sayingWords(said), vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'Informer Inspector';
    this.#diagnostics.set(vscode.Uri.file(file), [diagnostic]);
  }
}
