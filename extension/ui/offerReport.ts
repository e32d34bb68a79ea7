import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

export interface OfferedReport {
  readonly recording?: { readonly file: string; readonly text: string };
  /** Where the extension says that problems are reported; undefined: nowhere. */
  readonly issues: string | undefined;
}

/**
 * Says what can be done with a report that the person has before them, until they have done all of it or dismiss it. What is copied is the report as it then
 * stands in its editor, with what the person has written and taken out.
 */
export async function offerReport(document: vscode.TextDocument, { recording, issues }: OfferedReport): Promise<void> {
  const copy = vscode.l10n.t('Copy Report');
  const save = vscode.l10n.t('Save Recording...');
  const open = vscode.l10n.t('Open Issue Page');
  const left = new Set([copy, ...(recording ? [save] : []), ...(issues === undefined ? [] : [open])]);
  let said = recording
    ? vscode.l10n.t('Nothing has left this machine. Look through the report and the recording, and write into the report what happened; then copy it.')
    : vscode.l10n.t('Nothing has left this machine. Look through the report, and write into it what happened; then copy it.');
  while (left.size > 0) {
    const chosen = await vscode.window.showInformationMessage(said, ...left);
    if (chosen === undefined || document.isClosed) return;
    if (chosen === copy) {
      await vscode.env.clipboard.writeText(document.getText());
      said = issues === undefined ? vscode.l10n.t('The report is copied. Paste it where you got this extension from.') : vscode.l10n.t('The report is copied. Paste it into a new issue.');
    } else if (chosen === save && recording) {
      const saved = await saveRecording(recording);
      if (saved === undefined) continue;
      said = vscode.l10n.t('The recording is saved as {0}. Attach it to the report.', saved);
    } else if (issues !== undefined) {
      await vscode.env.openExternal(vscode.Uri.parse(issues, true));
    }
    left.delete(chosen);
  }
  vscode.window.setStatusBarMessage(said, 8000);
}

/** Where it was saved; undefined: dismissed. */
async function saveRecording({ file, text }: NonNullable<OfferedReport['recording']>): Promise<string | undefined> {
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Recording'),
    defaultUri: vscode.Uri.file(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), file)),
    filters: { [vscode.l10n.t('Recordings')]: ['ndjson', 'informertrace'] },
  });
  if (!uri) return undefined;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return uri.fsPath;
}
