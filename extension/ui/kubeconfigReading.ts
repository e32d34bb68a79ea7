import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { KubeconfigStore } from '../inspector/kubeconfigStore.ts';
import { settingsSection } from './contributions.ts';
import type { LogChannel } from './logChannel.ts';

/** Reads the kubeconfig when somebody looks at the view, and again when another may be meant: nobody who does not look is asked for a file. */
export function kubeconfigReading(kubeconfig: KubeconfigStore, view: vscode.TreeView<unknown>, log: LogChannel): vscode.Disposable {
  const read = (): void => {
    if (!view.visible) return;
    kubeconfig.read().catch((error: unknown) => log.warn('kubeconfig', messageOf(error))); // the empty view tells
  };
  const owned = new DisposableStore();
  owned.add(view.onDidChangeVisibility(read));
  owned.add(vscode.workspace.onDidGrantWorkspaceTrust(read));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${settingsSection}.kubeconfig`)) read();
    }),
  );
  read();
  return owned;
}
