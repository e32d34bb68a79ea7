import * as vscode from 'vscode';
import type { EntrySource } from '../../inspector/informerSet/informerEntry.ts';
import { addToInformerSet, newInformerSet, readInformerSet } from '../../inspector/informerSet/informerSet.ts';
import type { InformerRequest } from '../../inspector/informerRequest.ts';
import type { Session } from '../../inspector/session.ts';
import type { Ui } from '../ui.ts';
import { setFileOf } from './informerSetFiles.ts';
import { pickFolder } from './pickFolder.ts';
import { readSetFile } from './readSetFile.ts';
import { tellSetProblems } from './tellSetProblems.ts';

/** Keeps informers in the file of a workspace folder, and shows it there. The file names no cluster; that it was the playground is kept, since it is the same for everybody. */
export async function addToWorkspace(ui: Ui, title: string, informers: readonly { readonly session: Session; readonly name: string }[]): Promise<void> {
  const folder = await pickFolder(title);
  if (!folder) {
    if (!vscode.workspace.workspaceFolders?.length) void ui.notifier.warn({ text: vscode.l10n.t('No folder is open in which informers could be kept. Open the folder of your project first.'), remedies: [] });
    return;
  }
  const uri = setFileOf(folder);
  const before = await readSetFile(uri);
  const { problems } = before === undefined || before.trim() === '' ? { problems: [] } : await readInformerSet(before);
  // Nothing is written into what is not understood; that the list is not there yet is no fault of it.
  const faults = problems.filter(({ fault }) => !(fault.kind === 'missing' && fault.field === 'informers'));
  if (faults.length > 0) return tellSetProblems(ui, uri, before ?? '', faults);
  if (before === undefined || before.trim() === '') await create(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  for (const { session, name } of informers) {
    const request = requestOf(session, name);
    if (request) await add(document, request, sourceOf(session));
  }
  await document.save();
  const shown = await vscode.window.showTextDocument(document, { preview: true });
  const end = document.positionAt(document.getText().lastIndexOf(']'));
  shown.revealRange(new vscode.Range(end, end));
}

async function create(uri: vscode.Uri): Promise<void> {
  const comment = vscode.l10n.t('Informers that everybody can open together here, by Informer Inspector: Open Workspace Informers. None starts by itself.');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(newInformerSet(comment)));
}

async function add(document: vscode.TextDocument, request: InformerRequest, source: EntrySource): Promise<void> {
  const edits = await addToInformerSet(document.getText(), request, source);
  if (edits.length === 0) return;
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of edits) change.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), content);
  if (!(await vscode.workspace.applyEdit(change))) throw new Error(vscode.l10n.t('{0} could not be changed', vscode.workspace.asRelativePath(document.uri)));
}

function requestOf({ informers }: Session, name: string): InformerRequest | undefined {
  const found = informers.all.find((informer) => informer.name === name);
  return found && { resource: found.informer.resource, scope: found.informer.scope, chosen: found.chosen ?? {} };
}

function sourceOf({ source }: Session): EntrySource {
  return source.kind === 'playground' ? 'playground' : undefined;
}
