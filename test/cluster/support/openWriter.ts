import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Cluster } from '../../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import type { ControlPlane } from '../apiServer.ts';

/** A connection of its own for whoever changes things, straight to the server. Whoever opens it closes it. */
export async function openWriter({ kubeconfig }: Pick<ControlPlane, 'kubeconfig'>): Promise<Cluster> {
  return Cluster.open(await loadKubeconfig({ path: kubeconfig, env: {}, home: '/' }), { allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger: silentLogger, env: {} });
}
