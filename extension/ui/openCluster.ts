import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';
import { asServiceAccount, asUser } from '../cluster/impersonation.ts';
import type { RateLimit } from '../cluster/requestThrottle.ts';
import type { ClientOptions } from '../inspector/scenarios/live/scenarioClient.ts';
import type { ServiceAccountName } from '../kube/serviceAccount.ts';

export interface OpenOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateLimit?: RateLimit;
  /** Through whose eyes; what has no namespace is meant in its own. */
  readonly as?: ServiceAccountName;
  /** Of the playground: by which program, and as which user. */
  readonly client?: ClientOptions;
}

/** Opens a cluster with what VS Code allows. What talks to it is loaded now, not at activation. */
export async function openCluster(kubeconfig: Kubeconfig, context: string | undefined, { as, client, ...options }: OpenOptions): Promise<Cluster> {
  const [{ Cluster: cluster }, { createKeyedHash }] = await Promise.all([import('../cluster/cluster.ts'), import('../cluster/keyedHash.ts')]);
  return cluster.open(kubeconfig, {
    ...options,
    ...(context !== undefined && { context }),
    ...(client && { userAgent: client.userAgent, ...(client.user !== undefined && { as: asUser(client.user) }) }),
    ...(as && { as: asServiceAccount(as), namespace: as.namespace }),
    allowExec: vscode.workspace.isTrusted,
    keyedHash: createKeyedHash(),
  });
}
