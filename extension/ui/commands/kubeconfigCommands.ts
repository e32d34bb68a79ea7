import * as vscode from 'vscode';
import { sourceId } from '../../inspector/sessionSource.ts';
import { views } from '../contributions.ts';
import { kubeconfigFiles } from '../kubeconfigFiles.ts';
import { revealSource } from '../revealInformer.ts';
import type { Ui } from '../ui.ts';
import { closedContextsOf } from './arguments.ts';
import { askContext } from './askContext.ts';
import { mayLeave } from './mayLeave.ts';

/** Which kubeconfig and which of its contexts. The file is read and shown, never written. */
export function kubeconfigCommands(ui: Ui) {
  const { inspector, notifier, settings } = ui;
  /** Beside what is open, all of which stays. What keeps one from being opened, the view tells. */
  const connect = async (context: string): Promise<void> => {
    const session = await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.openContext(context));
    revealSource(ui, session);
  };
  const isClosed = (context: string): boolean => !inspector.sessions.get(sourceId({ kind: 'context', context }));
  return {
    async connect(...args: readonly unknown[]): Promise<void> {
      for (const context of closedContextsOf(args)) await connect(context);
    },

    async connectContext(): Promise<void> {
      const context = await askContext(ui, vscode.l10n.t('Connect to Context'), isClosed);
      if (context === undefined) return;
      await vscode.commands.executeCommand(`${views.informers}.focus`);
      await connect(context);
    },

    async switchContext(): Promise<void> {
      const context = await askContext({ inspector, notifier }, vscode.l10n.t('Switch Context'));
      if (context === undefined) return;
      const left = inspector.sessions.all.filter(({ source }) => source.kind === 'context' && source.context !== context);
      const leaving = { question: vscode.l10n.t('Switch to {0}?', context), proceed: vscode.l10n.t('Switch Context') };
      if (!(await mayLeave(left, leaving))) return;
      await vscode.commands.executeCommand(`${views.informers}.focus`);
      await inspector.switchContext(context);
    },

    async chooseKubeconfig(): Promise<void> {
      const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Choose Kubeconfig'), openLabel: vscode.l10n.t('Choose') })) ?? [];
      if (file) await settings.setKubeconfig(file.fsPath); // the change of the setting has it read
    },

    async openKubeconfig(): Promise<void> {
      await inspector.kubeconfig.upToDate().catch(() => undefined); // the state tells
      const { paths, line } = kubeconfigFiles(inspector.kubeconfig.state);
      const [first] = paths;
      if (first === undefined) return;
      const chosen = paths.length > 1 ? await vscode.window.showQuickPick([...paths], { title: vscode.l10n.t('Open Kubeconfig') }) : first;
      if (chosen === undefined) return;
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(chosen));
      const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
    },
  };
}
