import * as vscode from 'vscode';
import { systemRandom } from '../base/random.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Logger } from '../base/logger.ts';
import type { RateLimit } from '../cluster/requestThrottle.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { Inspector, type InspectorSettings } from '../inspector/inspector.ts';
import { KubeconfigStore } from '../inspector/kubeconfigStore.ts';
import { PlaygroundProcess } from '../inspector/playgroundProcess.ts';
import { kubeconfigPlace } from './kubeconfigPlace.ts';
import { openCluster } from './openCluster.ts';
import type { Recents } from './recents.ts';
import { playgroundSettings } from './playgroundSettings.ts';
import type { SettingsReader } from './settings.ts';

/** The use cases, with VS Code's ways to settings, memory and this machine. */
export function createInspector(extensionUri: vscode.Uri, settings: SettingsReader, recents: Recents, breakpoints: Breakpoints, logger: Logger): Inspector {
  const clock = systemClock;
  return new Inspector({
    kubeconfig: new KubeconfigStore({
      // What reads it is loaded when somebody looks, not at activation.
      load: async () => (await import('../cluster/kubeconfig.ts')).loadKubeconfig(kubeconfigPlace(settings)),
      chosen: { get: () => recents.context, set: (context) => recents.chooseContext(context) },
    }),
    playground: new PlaygroundProcess({
      program: vscode.Uri.joinPath(extensionUri, 'dist', 'playground.js').fsPath,
      execPath: process.execPath,
      env: process.env,
      clock,
      logger,
    }),
    breakpoints,
    loadLauncher: async () => (await import('./createLauncher.ts')).createLauncher(extensionUri, { clock, logger }),
    openCluster: (kubeconfig, context, as) => openCluster(kubeconfig, context, { clock, logger, ...rateLimit(settings), ...(as && { as }) }),
    openClient: (kubeconfig, client) => openCluster(kubeconfig, undefined, { clock, logger, client }),
    settings: () => inspectorSettings(settings),
    rememberedNamespaces: (place) => recents.namespacesOf(place),
    clock,
    random: systemRandom,
    logger,
  });
}

/** None for a rate of 0. */
function rateLimit(settings: SettingsReader): { readonly rateLimit?: RateLimit } {
  const qps = settings.get('client.qps');
  return qps > 0 ? { rateLimit: { qps, burst: settings.get('client.burst') } } : {};
}

function inspectorSettings(settings: SettingsReader): InspectorSettings {
  const resyncSeconds = settings.get('informer.resyncSeconds');
  return {
    recordingBytes: settings.get('recording.megabytes') * 1_000_000,
    informer: {
      clientGo: settings.get('informer.clientGo'),
      queue: settings.get('informer.queue'),
      // Without one the rules have their own: `article` resyncs by itself.
      ...(resyncSeconds > 0 && { resyncPeriodMs: resyncSeconds * 1000 }),
      featureGates: settings.get('informer.featureGates'),
      locksWhileHeld: settings.get('informer.lockWhileHeld'),
      detectsMutations: settings.get('informer.mutationDetector'),
      checksStreamedLists: settings.get('informer.checkStreamedLists'),
    },
    mostDeltas: settings.get('stepping.mostDeltas'),
    playground: playgroundSettings(settings),
  };
}
