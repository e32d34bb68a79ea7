import * as vscode from 'vscode';
import type { ReadEntry } from '../../inspector/informerSet/informerEntry.ts';
import { informersFile } from '../../inspector/informerSet/informersFile.ts';
import { readInformerSet } from '../../inspector/informerSet/informerSet.ts';
import type { InformerRequest } from '../../inspector/informerRequest.ts';
import { oneLine } from '../inertText.ts';
import { type ClusterChoice, openChosen, pickCluster } from '../picks/pickCluster.ts';
import { startRequests } from '../startRequests.ts';
import type { Ui } from '../ui.ts';
import { foldersWithSets, setFileOf } from './informerSetFiles.ts';
import { mayStartHere } from './mayStartHere.ts';
import { pickFolder } from './pickFolder.ts';
import { readSetFile } from './readSetFile.ts';
import { tellSetProblems } from './tellSetProblems.ts';

interface Group {
  readonly choice: ClusterChoice;
  readonly isNamedByFile: boolean;
  readonly requests: readonly InformerRequest[];
}

/** Starts the informers that a workspace folder keeps, those without a source on a cluster that the person chooses. With a fault in the file none starts. */
export async function openWorkspaceInformers(ui: Ui, title: string): Promise<void> {
  const folders = await foldersWithSets();
  const folder = await pickFolder(title, folders);
  const uri = folder && setFileOf(folder);
  const text = uri && (await readSetFile(uri));
  if (uri === undefined || text === undefined) {
    if (folders.length <= 1) void ui.notifier.warn({ text: vscode.l10n.t('There is no {0} in this workspace. Add to Workspace, in the menu of an informer, makes one.', informersFile), remedies: [] });
    return;
  }
  const { entries, problems } = await readInformerSet(text);
  if (problems.length > 0) return tellSetProblems(ui, uri, text, problems);
  if (entries.length === 0) return void ui.notifier.warn({ text: vscode.l10n.t('{0} has no informers yet. Add to Workspace, in the menu of an informer, puts one into it.', oneLine(vscode.workspace.asRelativePath(uri))), remedies: [] });
  const groups = await groupsOf(ui, title, entries);
  if (!groups) return;
  for (const { choice, isNamedByFile, requests } of groups) if (!(await mayStartHere(ui, choice, requests.length, isNamedByFile))) return;
  for (const { choice, requests } of groups) {
    const session = await openChosen(ui.inspector, choice);
    if (!session.ended) await startRequests(ui, session, requests);
  }
}

/** By where they start; undefined: dismissed, or a context is named that there is not, which is said. */
async function groupsOf(ui: Ui, title: string, entries: readonly ReadEntry[]): Promise<readonly Group[] | undefined> {
  const { inspector, recents, notifier } = ui;
  const unnamed = entries.filter(({ source }) => source === undefined).flatMap(({ requests }) => requests);
  const placeholder = unnamed.length === 1 ? vscode.l10n.t('On which cluster does the informer start?') : vscode.l10n.t('On which cluster do the {0} informers start?', unnamed.length);
  const chosen = unnamed.length > 0 ? await pickCluster(inspector, recents, title, placeholder) : undefined;
  if (unnamed.length > 0 && !chosen) return undefined;
  const groups = new Map<string, Group>();
  const add = (choice: ClusterChoice, requests: readonly InformerRequest[], isNamedByFile: boolean): void => {
    const key = JSON.stringify(choice);
    const before = groups.get(key);
    groups.set(key, { choice, isNamedByFile: before ? before.isNamedByFile && isNamedByFile : isNamedByFile, requests: [...(before?.requests ?? []), ...requests] });
  };
  if (chosen) add(chosen, unnamed, false);
  for (const { source, requests } of entries) {
    if (source === 'playground') add({ kind: 'playground' }, requests, true);
    else if (source !== undefined) add({ kind: 'context', context: source.context }, requests, true);
  }
  const contexts = [...groups.values()].flatMap(({ choice }) => (choice.kind === 'context' ? [choice.context] : []));
  if (contexts.length === 0) return [...groups.values()];
  const kubeconfig = await inspector.kubeconfig.read();
  const missing = contexts.find((context) => !kubeconfig.contexts.some(({ name }) => name === context));
  if (missing === undefined) return [...groups.values()];
  void notifier.warn({ text: vscode.l10n.t('{0} names the context {1}, which is not in the kubeconfig. Add it there, or take the source out of the file to be asked for a cluster.', informersFile, oneLine(missing)), remedies: ['openKubeconfig'] });
  return undefined;
}
