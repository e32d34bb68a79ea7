import { createHmac } from 'node:crypto';
import type { Clock } from '../../extension/base/clock.ts';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster, type ClusterOptions } from '../../extension/cluster/cluster.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type OpenOptions = Partial<ClusterOptions> & { readonly clock?: Clock };

/** The same in every run, so that a test can compare. */
export const testHash = (value: string): string => createHmac('sha256', 'test').update(value).digest('hex');

/** Opens the current context of a kubeconfig that is given as text. */
export async function openCluster(kubeconfig: string, options: OpenOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-test-'));
  try {
    const path = join(folder, 'config');
    await writeFile(path, kubeconfig);
    return await openClusterAt(path, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens the current context of a kubeconfig by the path of its file. Whoever opens it closes it. */
export async function openClusterAt(path: string, options: OpenOptions = {}): Promise<Cluster> {
  const loaded = await loadKubeconfig({ path, env: {}, home: dirname(path) });
  return Cluster.open(loaded, { allowExec: false, keyedHash: testHash, clock: systemClock, logger: silentLogger, env: {}, ...options });
}
