import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { views } from '../contributions.ts';
import type { Ui } from '../ui.ts';
import { mayEndPlayground } from './mayEndPlayground.ts';

/** The playground comes and goes, and lends its kubeconfig to other clients. */
export function playgroundCommands({ inspector, notifier }: Ui) {
  return {
    async startPlayground(): Promise<void> {
      await vscode.commands.executeCommand(`${views.informers}.focus`);
      await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.startPlayground());
    },

    async stopPlayground(): Promise<void> {
      const ending = { question: vscode.l10n.t('Stop the playground?'), proceed: vscode.l10n.t('Stop Playground'), saveFirst: vscode.l10n.t('Save Snapshot and Stop') };
      if (!(await mayEndPlayground(inspector, ending))) return;
      await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.stopPlayground());
    },

    async copyPlaygroundKubeconfig(): Promise<void> {
      await vscode.env.clipboard.writeText(await readFile(await inspector.playground.kubeconfigPath(), 'utf8'));
      vscode.window.setStatusBarMessage(vscode.l10n.t('Playground kubeconfig copied'), 3000);
    },

    async savePlaygroundKubeconfig(): Promise<void> {
      const target = await vscode.window.showSaveDialog({
        title: vscode.l10n.t('Save Playground Kubeconfig'),
        defaultUri: vscode.Uri.file(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), 'playground.kubeconfig')),
      });
      if (!target) return;
      const { paths: own } = await inspector.kubeconfig.upToDate().catch(() => ({ paths: [path.join(homedir(), '.kube', 'config')] }));
      if (own.some((file) => path.resolve(file) === path.resolve(target.fsPath))) {
        const text = vscode.l10n.t('{0} is your own kubeconfig and was not overwritten. Save the kubeconfig of the playground in another file.', target.fsPath);
        return notifier.warn({ text, remedies: [] });
      }
      // It holds a token: nobody else on this machine may read it.
      await writeFile(target.fsPath, await readFile(await inspector.playground.kubeconfigPath()), { mode: 0o600 });
      vscode.window.setStatusBarMessage(vscode.l10n.t('Saved as {0}', target.fsPath), 3000);
    },
  };
}
