import { createHmac } from 'node:crypto';
import type { Clock } from '../../extension/base/clock.ts';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster, type ClusterOptions } from '../../extension/cluster/cluster.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The same in every run, so that a test can compare. */
export const testHash = (value: string): string => createHmac('sha256', 'test').update(value).digest('hex');

/** Opens the current context of a kubeconfig that is given as text. */
export async function openCluster(kubeconfig: string, options: Partial<ClusterOptions> & { readonly clock?: Clock } = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-test-'));
  try {
    const path = join(folder, 'config');
    await writeFile(path, kubeconfig);
    const loaded = await loadKubeconfig({ path, env: {}, home: folder });
    return await Cluster.open(loaded, { allowExec: false, keyedHash: testHash, clock: systemClock, logger: silentLogger, env: {}, ...options });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
