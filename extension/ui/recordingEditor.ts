import * as vscode from 'vscode';
import type { Inspector, RecordingSource } from '../inspector/inspector.ts';
import { isRefusal } from '../inspector/recordings/recording.ts';
import { fileName, sourceId } from '../inspector/sessionSource.ts';
import { recordingEditorType } from './contributions.ts';
import type { Panels } from './panels.ts';
import { readRecordingFile } from './readRecordingFile.ts';
import { refusalText } from './recordingWords.ts';

/**
 * Opens a recording by double click: its panel is the editor of the file. It needs no cluster, and nothing of the file is run, so it works in
 * an untrusted workspace too.
 */
export class RecordingEditor implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  readonly #inspector: Inspector;
  readonly #panels: Panels;
  readonly #registration: vscode.Disposable;
  /** The editor that shows each recording now, by the id of its source. */
  readonly #editors = new Map<string, vscode.WebviewPanel>();

  constructor(inspector: Inspector, panels: Panels) {
    this.#inspector = inspector;
    this.#panels = panels;
    this.#registration = vscode.window.registerCustomEditorProvider(recordingEditorType, this, { supportsMultipleEditorsPerDocument: false });
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, webviewPanel: vscode.WebviewPanel, token: vscode.CancellationToken): Promise<void> {
    const source: RecordingSource = { kind: 'recording', uri: uri.toString(), title: fileName(uri.path) };
    const id = sourceId(source);
    this.#editors.set(id, webviewPanel);
    // Closed, and not replaced by another editor of the same file.
    const isOpen = (): boolean => this.#editors.get(id) === webviewPanel;
    webviewPanel.onDidDispose(() => {
      if (!isOpen()) return;
      this.#editors.delete(id);
      void this.#inspector.closeRecording(source);
    });
    webviewPanel.webview.html = textHtml('status', vscode.l10n.t('Reading {0} …', source.title));
    const read = await readRecordingFile(uri);
    if (token.isCancellationRequested || !isOpen()) return;
    if (isRefusal(read)) {
      webviewPanel.webview.html = textHtml('alert', refusalText(read, source.title));
      return;
    }
    await this.#inspector.openRecording(source, { recording: read });
    if (isOpen()) this.#panels.adopt(id, webviewPanel);
    else if (!this.#editors.has(id)) await this.#inspector.closeRecording(source);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** A page that says one thing, and runs nothing. */
function textHtml(role: 'status' | 'alert', text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head>
<body><p role="${role}">${escaped}</p></body></html>
`;
}
