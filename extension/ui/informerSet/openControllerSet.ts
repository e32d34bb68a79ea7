import * as vscode from 'vscode';
import { declaredInformers, readDeclaration, TooManyInformers } from '../../inspector/declaredInformers.ts';
import { ReconcilerError } from '../../inspector/reconcilerError.ts';
import type { Session } from '../../inspector/session.ts';
import { views } from '../contributions.ts';
import { pickCluster, type ClusterChoice, openChosen } from '../picks/pickCluster.ts';
import { pickScopes } from '../picks/pickScopes.ts';
import { back } from '../picks/quickPick.ts';
import { sayingWords } from '../sayingWords.ts';
import { sourceTitle } from '../stateWords.ts';
import { startRequests } from '../startRequests.ts';
import type { Ui } from '../ui.ts';
import { mayStartHere } from './mayStartHere.ts';

/**
 * Starts the informers that the controller of a reconciler's file would have: neither its `setup` nor its `reconcile` is called. The file is loaded to learn what it watches, in a process of
 * its own, which runs the code at its top level: so this is for trusted workspaces, as a run is. @param given the session that was clicked
 */
export async function openControllerSet(ui: Ui, title: string, file: vscode.Uri, given: Session | undefined): Promise<void> {
  const { inspector, recents, notifier } = ui;
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const choice: ClusterChoice | undefined = given ? choiceOf(given) : await pickCluster(inspector, recents, title, vscode.l10n.t('On which cluster do the informers of {0} start?', name));
  // Before the connection, and before any code of the file runs.
  if (choice && !(await mayStartHere(ui, choice, { file: name }))) return;
  const session = given ?? (choice && (await openChosen(inspector, choice)));
  if (!session) return;
  try {
    const reconciler = await inView(async () => readDeclaration(await inspector.loadLauncher(), { kind: 'file', path: file.fsPath }, session.signal));
    const discover = async () => (await session.catalog.upToDate()).resources;
    const everywhere = await inView(() => declaredInformers(reconciler, discover, ['']));
    const kinds = await discover();
    const own = everywhere.find(({ resource }) => kinds.some((kind) => kind.namespaced && kind.group === resource.group && kind.version === resource.version && kind.resource === resource.resource));
    const namespaces = own ? await pickScopes(session, own.resource, recents, { title, step: { number: 1, of: 1 } }) : [''];
    if (namespaces === undefined || namespaces === back || session.ended) return;
    const requests = await declaredInformers(reconciler, discover, namespaces);
    if (!session.ended) await startRequests(ui, session, requests);
  } catch (error) {
    if (TooManyInformers.is(error)) return void notifier.warn({ text: vscode.l10n.t('The controller of {0} would have {1} informers, and {2} at most can be opened together. Choose fewer namespaces, or all of them at once.', name, error.data.count, error.data.most), remedies: [] });
    if (!ReconcilerError.is(error)) return void notifier.error(error, sourceTitle(session));
    void notifier.warn({ text: sayingWords(error.said), remedies: [], offers: [{ title: vscode.l10n.t('Open File'), run: () => vscode.window.showTextDocument(file) }] });
  }
}

/** Undefined for a recording, which is nowhere. */
function choiceOf({ source }: Session): ClusterChoice | undefined {
  if (source.kind === 'context') return { kind: 'context', context: source.context };
  return source.kind === 'playground' ? { kind: 'playground' } : undefined;
}

function inView<T>(run: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId: views.informers } }, run);
}
