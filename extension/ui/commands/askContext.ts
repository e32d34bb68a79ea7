import * as vscode from 'vscode';
import { pickContext } from '../picks/pickContext.ts';
import type { Ui } from '../ui.ts';

/** A context of the kubeconfig, which is read again. Undefined: dismissed, or there is none, which is said. @throws KubeconfigError */
export async function askContext({ inspector, notifier }: Pick<Ui, 'inspector' | 'notifier'>, title: string): Promise<string | undefined> {
  const kubeconfig = await inspector.kubeconfig.read();
  if (kubeconfig.contexts.length > 0) return pickContext(kubeconfig, inspector.kubeconfig.context, title);
  const text = vscode.l10n.t('There is no context in {0}. Choose another kubeconfig, or try the playground.', kubeconfig.paths.join(', '));
  void notifier.warn({ text, remedies: ['chooseKubeconfig', 'startPlayground'] });
  return undefined;
}
