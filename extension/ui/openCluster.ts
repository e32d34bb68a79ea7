import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';
import type { RateLimit } from '../cluster/requestThrottle.ts';

export interface OpenOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateLimit?: RateLimit;
}

/** Opens a cluster with what VS Code allows. What talks to it is loaded now, not at activation. */
export async function openCluster(kubeconfig: Kubeconfig, context: string | undefined, options: OpenOptions): Promise<Cluster> {
  const [{ Cluster: cluster }, { createKeyedHash }] = await Promise.all([import('../cluster/cluster.ts'), import('../cluster/keyedHash.ts')]);
  return cluster.open(kubeconfig, {
    ...options,
    ...(context !== undefined && { context }),
    allowExec: vscode.workspace.isTrusted,
    keyedHash: createKeyedHash(),
  });
}
