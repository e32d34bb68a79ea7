import * as vscode from 'vscode';
import { type Sample, samples } from '../../controller/samples.ts';
import type { ReconcilerSource } from '../../inspector/reconcilerSource.ts';
import type { Session } from '../../inspector/session.ts';
import type { AskHow, RunOptions, SessionController } from '../../inspector/sessionController.ts';
import { touchedResources } from '../../inspector/touchedResources.ts';
import { views } from '../contributions.ts';
import { isScript, pickReconcilerFile } from '../picks/pickReconcilerFile.ts';
import { pickSample } from '../picks/pickSample.ts';
import { pickSession } from '../picks/pickSession.ts';
import { saved } from '../savedFile.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';
import { askHowToRun } from './askHowToRun.ts';
import { newReconciler } from './newReconciler.ts';

/** A reconciler is run: one that ships with the extension, or a person's own. In a trusted workspace only. */
export function reconcilerCommands(ui: Ui) {
  const { inspector, controllersUi: { debugging }, notifier } = ui;

  const pickWhere = async (args: readonly unknown[], title: string): Promise<Session | undefined> => sessionIn(args) ?? pickSession(inspector, { title, canOpen: true });

  /** It crashed: the notice of that tells. */
  const run = async (session: Session, source: ReconcilerSource, ask: AskHow, debug: boolean): Promise<void> => {
    const folder = source.kind === 'file' ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(source.path)) : undefined;
    const own = (): SessionController | undefined => session.controllers.all.find((controller) => controller.source === source);
    const onDebugger = (port: number): void => {
      void debugging.attach(own()?.name ?? '', port, folder, () => void own()?.stop());
    };
    await session.controllers.run(source, debug ? { ask, debug: onDebugger } : { ask });
    if (debug) debugging.debugged.add(source);
    await vscode.commands.executeCommand(`${views.controllers}.focus`);
  };

  const runFile = async (args: readonly unknown[], title: string, debug: boolean): Promise<void> => {
    if (!vscode.workspace.isTrusted) return notifier.warn(untrusted());
    const [node] = nodesOf('controller', args);
    const [given] = args;
    const file = node?.controller.source.kind === 'file' ? vscode.Uri.file(node.controller.source.path) : given instanceof vscode.Uri && isScript(given) ? given : await pickReconcilerFile(title);
    const session = file && (await pickWhere(args, title));
    if (!session) return;
    await saved(file);
    const running = session.controllers.all.find(({ source }) => source.kind === 'file' && source.path === file.fsPath);
    // It takes its own place, and asks again: what was allowed before was allowed for that run.
    if (running && !debug && !debugging.debugged.has(running.source)) return running.restart();
    await running?.stop();
    await run(session, { kind: 'file', path: file.fsPath }, askHowToRun(ui, session, { title }), debug);
  };

  return {
    /** With the name of a sample as its argument, that one. */
    async runSampleReconciler(...args: readonly unknown[]): Promise<void> {
      if (!vscode.workspace.isTrusted) return notifier.warn(untrusted());
      const title = vscode.l10n.t('Run Sample Reconciler');
      const sample = samples.find(({ name }) => name === args[0]) ?? (await pickSample(title, (each) => void openSampleSource(ui, each)));
      const session = sample && (await pickWhere(args, title));
      if (!session) return;
      const ask = askOnce(askHowToRun(ui, session, { title, writesNothing: sample.safeAnywhere }));
      for (const name of sample.files) await run(session, { kind: 'sample', name }, ask, false);
    },

    runReconciler: (...args: readonly unknown[]) => runFile(args, vscode.l10n.t('Run Reconciler'), false),

    debugReconciler: (...args: readonly unknown[]) => runFile(args, vscode.l10n.t('Debug Reconciler'), true),

    newReconciler: () => newReconciler(ui),
  };
}

function untrusted() {
  return { text: vscode.l10n.t('Reconcilers do not run while this workspace is not trusted. Trust it to run one.'), remedies: [], manageTrust: true } as const;
}

/** Reconcilers that make up one sample are answered alike, where they work with the same; whoever of them comes again is another run. */
function askOnce(ask: AskHow): AskHow {
  let first: { readonly resources: string; readonly answer: Promise<RunOptions | undefined> } | undefined;
  const answered = new Set<string>();
  return (reconciler) => {
    const resources = touchedResources(reconciler).join();
    if (answered.has(reconciler.name) || (first && first.resources !== resources)) return ask(reconciler);
    answered.add(reconciler.name);
    first ??= { resources, answer: ask(reconciler) };
    return first.answer;
  };
}

/** As it is shipped, to be read: a change of it would be gone with the next version. */
export async function openSampleSource({ extensionUri }: Pick<Ui, 'extensionUri'>, { files }: Pick<Sample, 'files'>): Promise<void> {
  for (const name of files) {
    const uri = vscode.Uri.joinPath(extensionUri, 'dist', 'samples', `${name}.ts`);
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
  }
}
