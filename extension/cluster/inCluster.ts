import { readFile, stat } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { type Saying, say } from '../base/saying.ts';
import { type ClusterEntry, clusterEntry, type ContextEntry, contextEntry, type UserEntry, userEntry } from './kubeconfigEntries.ts';

/** Where a pod finds the token, the CA and the namespace of its ServiceAccount. */
export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Its context, cluster and user have one name. */
export const inClusterName = 'in-cluster';

export interface InCluster {
  readonly folder: string;
  readonly cluster: ClusterEntry;
  readonly user: UserEntry;
  readonly context: ContextEntry;
  /** What is missing, and can be done without. */
  readonly problems: readonly Saying[];
}

/**
 * The cluster in whose pod this process runs, as client-go finds it (`rest.InClusterConfig`, `clientcmd.inClusterClientConfig`): the address from the
 * environment, all else from files, of which the token is read again as it is rotated.
 * @returns undefined outside of a pod
 */
export async function inCluster(env: Readonly<Record<string, string | undefined>>, folder = serviceAccountFolder): Promise<InCluster | undefined> {
  const [host, port] = [env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT']];
  if (!host || !port || !(await isFile(join(folder, 'token')))) return undefined;
  const authority = join(folder, 'ca.crt');
  const trusted = await isFile(authority);
  return {
    folder,
    cluster: clusterEntry(folder, inClusterName, { server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`, ...(trusted && { 'certificate-authority': authority }) }),
    user: userEntry(folder, inClusterName, { tokenFile: join(folder, 'token') }),
    context: contextEntry(folder, inClusterName, { cluster: inClusterName, user: inClusterName, namespace: env['POD_NAMESPACE'] || (await namespaceIn(folder)) }),
    problems: trusted ? [] : [say`${authority}: there is no certificate authority; the cluster is trusted only if the machine trusts it`],
  };
}

async function namespaceIn(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, 'namespace'), 'utf8')).trim() || 'default';
  } catch {
    return 'default'; // as client-go
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isDirectory();
  } catch {
    return false; // not there, or not for us
  }
}
