import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';

/** The last report of a problem that was made, while its editor is open. */
export class LastReport implements vscode.Disposable {
  #document: vscode.TextDocument | undefined;
  #resources: readonly [string] | undefined;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();

  constructor() {
    // It is closed and opened as well when a person chooses another language for it; then it is still among the documents.
    this.#owned.add(vscode.workspace.onDidCloseTextDocument((document) => document === this.#document && !vscode.workspace.textDocuments.includes(document) && this.#set(undefined)));
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get document(): vscode.TextDocument | undefined {
    return this.#document;
  }

  /** Its address as a condition asks for it, `resource in …`; undefined: there is none. */
  get resources(): readonly [string] | undefined {
    return this.#resources;
  }

  put(document: vscode.TextDocument): void {
    this.#set(document);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#onChange.dispose();
  }

  #set(document: vscode.TextDocument | undefined): void {
    this.#document = document;
    this.#resources = document && [document.uri.toString()];
    this.#onChange.fire();
  }
}
