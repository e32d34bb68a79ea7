import { systemRandom } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Cluster } from '../../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../../extension/cluster/keyedHash.ts';
import type { Kubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { clusterEntry } from '../../../extension/cluster/kubeconfigEntries.ts';
import type { SharedInformer } from '../../../extension/informer/sharedInformer.ts';
import { SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import { type Gate, openGate } from '../../../extension/trace/gate.ts';
import type { Probe } from '../../../extension/trace/probe.ts';

/** Warnings go where the bench's own go. */
export const logger = { trace: () => undefined, info: () => undefined, warn: console.error, error: console.error };

export const podsResource = { group: '', version: 'v1', resource: 'pods' };

/** The engine as the product composes it, on the server of the bench. */
export async function openEngine(port: number, probe: Probe, gate: Gate = openGate): Promise<{ readonly cluster: Cluster; readonly factory: SharedInformerFactory }> {
  const cluster = await openCluster(port);
  const factory = new SharedInformerFactory({
    clock: systemClock,
    random: systemRandom,
    probe,
    gate,
    logger,
    listerWatcherFor: (resource, scope) => cluster.listerWatcher(resource, scope),
  });
  return { cluster, factory };
}

/** The server of the bench, as any other cluster is reached. */
export function openCluster(port: number): Promise<Cluster> {
  return Cluster.open(kubeconfigOf(port), { allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger });
}

function kubeconfigOf(port: number): Kubeconfig {
  const server = `http://127.0.0.1:${port}/paged`;
  return {
    paths: [],
    contexts: [{ name: 'bench', cluster: 'bench', user: '', server }],
    currentContext: 'bench',
    clusters: new Map([['bench', clusterEntry('bench', 'bench', { server })]]),
    users: new Map(),
    problems: [],
  };
}

export async function untilWatching(informer: SharedInformer): Promise<void> {
  while (informer.phase.name !== 'watch') await new Promise((resolve) => setTimeout(resolve, 5));
}
