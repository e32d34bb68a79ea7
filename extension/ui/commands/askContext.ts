import * as vscode from 'vscode';
import { pickContext } from '../picks/pickContext.ts';
import type { Ui } from '../ui.ts';

/**
 * A context of the kubeconfig, which is read again. Undefined: dismissed, or there is none, which is said.
 * @param isMeant which of them are of use; default: all
 * @throws KubeconfigError
 */
export async function askContext({ inspector, notifier }: Pick<Ui, 'inspector' | 'notifier'>, title: string, isMeant: (context: string) => boolean = () => true): Promise<string | undefined> {
  const kubeconfig = await inspector.kubeconfig.read();
  const contexts = kubeconfig.contexts.filter(({ name }) => isMeant(name));
  if (contexts.length > 0) return pickContext({ ...kubeconfig, contexts }, inspector.kubeconfig.context, title);
  if (kubeconfig.contexts.length > 0) return void vscode.window.setStatusBarMessage(vscode.l10n.t('Every context of the kubeconfig is connected already'), 4000);
  const text = vscode.l10n.t('There is no context in {0}. Choose another kubeconfig, or try the playground.', kubeconfig.paths.join(', '));
  void notifier.warn({ text, remedies: ['chooseKubeconfig', 'startPlayground'] });
  return undefined;
}
