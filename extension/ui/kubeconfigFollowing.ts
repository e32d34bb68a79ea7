import { DisposableStore } from '../base/disposable.ts';
import { systemClock } from '../base/systemClock.ts';
import { kubeconfigPaths } from '../cluster/kubeconfig.ts';
import { diskFiles } from '../inspector/diskFiles.ts';
import type { Inspector } from '../inspector/inspector.ts';
import { KubeconfigChanges } from '../inspector/kubeconfigChanges.ts';
import { kubeconfigPlace } from './kubeconfigPlace.ts';
import type { LogChannel } from './logChannel.ts';
import type { Notifier } from './notifier.ts';
import { offerReconnect } from './outdatedSessions.ts';
import type { SettingsReader } from './settings.ts';
import type { SilencedNotices } from './silencedNotices.ts';

export interface KubeconfigFollowingOptions {
  readonly inspector: Inspector;
  readonly settings: SettingsReader;
  readonly notifier: Notifier;
  readonly silenced: SilencedNotices;
  readonly log: LogChannel;
}

/** Follows the files of a kubeconfig that has been read, and offers to connect again what is connected with something else than they say. */
export function kubeconfigFollowing({ inspector, settings, notifier, silenced, log }: KubeconfigFollowingOptions): DisposableStore {
  const { kubeconfig, sessions } = inspector;
  const owned = new DisposableStore();
  const changes = owned.add(new KubeconfigChanges({ kubeconfig, sessions, paths: () => kubeconfigPaths(kubeconfigPlace(settings)), files: diskFiles, clock: systemClock, logger: log }));
  owned.add(changes.onOutdated((outdated) => void offerReconnect(outdated, inspector, notifier, silenced)));
  return owned;
}
