import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import { systemClock } from '../base/systemClock.ts';
import { kubeconfigPaths } from '../cluster/kubeconfig.ts';
import { diskFiles } from '../inspector/diskFiles.ts';
import type { Inspector } from '../inspector/inspector.ts';
import { KubeconfigChanges } from '../inspector/kubeconfigChanges.ts';
import { settingsSection } from './contributions.ts';
import { kubeconfigPlace } from './kubeconfigPlace.ts';
import type { LogChannel } from './logChannel.ts';
import type { Notifier } from './notifier.ts';
import { offerReconnect } from './outdatedSessions.ts';
import type { SettingsReader } from './settings.ts';

export interface KubeconfigReadingOptions {
  readonly inspector: Inspector;
  readonly view: vscode.TreeView<unknown>;
  readonly settings: SettingsReader;
  readonly notifier: Notifier;
  readonly log: LogChannel;
}

/**
 * Reads the kubeconfig when somebody looks at the view, and again when another may be meant or its files change: nobody who does not look is asked for
 * a file. What is left out of it is said in the log.
 */
export function kubeconfigReading({ inspector, view, settings, notifier, log }: KubeconfigReadingOptions): vscode.Disposable {
  const { kubeconfig, sessions } = inspector;
  const read = (): void => {
    if (!view.visible) return;
    kubeconfig.read().catch((error: unknown) => log.warn('kubeconfig', messageOf(error))); // the empty view tells
  };
  const owned = new DisposableStore();
  const changes = owned.add(new KubeconfigChanges({ kubeconfig, sessions, paths: () => kubeconfigPaths(kubeconfigPlace(settings)), files: diskFiles, clock: systemClock, logger: log }));
  owned.add(changes.onOutdated((outdated) => void offerReconnect(outdated, inspector, notifier)));
  owned.add(view.onDidChangeVisibility(read));
  owned.add(vscode.workspace.onDidGrantWorkspaceTrust(read));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${settingsSection}.kubeconfig`)) read();
    }),
  );
  let told: readonly string[] = [];
  owned.add(
    kubeconfig.onChange(() => {
      if (kubeconfig.state.kind !== 'read') return;
      const { problems } = kubeconfig.state.kubeconfig;
      for (const problem of problems) if (!told.includes(problem)) log.warn('kubeconfig', problem);
      told = problems;
    }),
  );
  read();
  return owned;
}
