import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import { english } from '../base/saying.ts';
import { settingsSection } from './contributions.ts';
import type { KubeconfigFollowingOptions } from './kubeconfigFollowing.ts';

export interface KubeconfigReadingOptions extends KubeconfigFollowingOptions {
  readonly view: vscode.TreeView<unknown>;
}

/**
 * Reads the kubeconfig when somebody looks at the view, and again when another may be meant or its files change: nobody who does not look is asked for
 * a file, until a command needs it. What is left out of it is said in the log.
 */
export function kubeconfigReading(options: KubeconfigReadingOptions): vscode.Disposable {
  const { inspector, view, log } = options;
  const { kubeconfig } = inspector;
  const read = (): void => {
    if (!view.visible) return;
    kubeconfig.read().catch((error: unknown) => log.warn('kubeconfig', messageOf(error))); // the empty view tells
  };
  const owned = new DisposableStore();
  const follow = async (): Promise<void> => {
    const { kubeconfigFollowing } = await import('./kubeconfigFollowing.ts');
    owned.add(kubeconfigFollowing(options));
  };
  // Before it is read for the first time nobody has looked: until then nothing of that is loaded.
  const first = owned.add(
    kubeconfig.onChange(() => {
      owned.release(first);
      follow().catch((error: unknown) => log.error('kubeconfig', messageOf(error), error));
    }),
  );
  const readAnother = (): void => {
    kubeconfig.outdate();
    read();
  };
  owned.add(view.onDidChangeVisibility(read));
  owned.add(vscode.workspace.onDidGrantWorkspaceTrust(readAnother));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${settingsSection}.kubeconfig`)) readAnother();
    }),
  );
  let told: readonly string[] = [];
  owned.add(
    kubeconfig.onChange(() => {
      if (kubeconfig.state.kind !== 'read') return;
      const problems = kubeconfig.state.kubeconfig.problems.map(english);
      for (const problem of problems) if (!told.includes(problem)) log.warn('kubeconfig', problem);
      told = problems;
    }),
  );
  read();
  return owned;
}
