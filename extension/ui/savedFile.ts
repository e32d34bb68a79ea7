import * as vscode from 'vscode';

/** What is read is what is on disk: what was changed in an editor is saved first. */
export async function saved(file: vscode.Uri): Promise<void> {
  const document = vscode.workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.toString() === file.toString());
  await document?.save();
}
