import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';

/** Opens a cluster with what VS Code allows. What talks to it is loaded now, not at activation. */
export async function openCluster(kubeconfig: Kubeconfig, context: string | undefined, ports: { readonly clock: Clock; readonly logger: Logger }): Promise<Cluster> {
  const [{ Cluster: cluster }, { createKeyedHash }] = await Promise.all([import('../cluster/cluster.ts'), import('../cluster/keyedHash.ts')]);
  return cluster.open(kubeconfig, {
    ...ports,
    ...(context !== undefined && { context }),
    allowExec: vscode.workspace.isTrusted,
    keyedHash: createKeyedHash(),
  });
}
