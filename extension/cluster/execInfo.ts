import { say } from '../base/saying.ts';
import { CredentialError } from './credentialError.ts';
import type { ClusterEntry, ExecConfig } from './kubeconfigEntries.ts';
import { readMaterial } from './material.ts';

export interface ExecInfoSubject {
  readonly user: string;
  readonly exec: ExecConfig;
  readonly cluster: ClusterEntry;
  /** Standard input is a terminal. */
  readonly interactive: boolean;
}

/** The plugin may use the terminal, if there is one. */
export function mayAsk({ exec, interactive }: Pick<ExecInfoSubject, 'exec' | 'interactive'>): boolean {
  return interactive && exec.interactiveMode !== 'Never';
}

/**
 * What a plugin may want to know: the value of `KUBERNETES_EXEC_INFO`. The cluster, with what its entry holds for plugins, stands in
 * it only where the kubeconfig says so (client-go `rest/exec.go`, `ConfigToExecCluster`).
 * @throws CredentialError `unreadable` for a certificate authority that cannot be read, `execInvalid` for what JSON cannot say; the signal's reason
 */
export async function execInfo(subject: ExecInfoSubject, signal: AbortSignal): Promise<string> {
  const { exec, user, cluster } = subject;
  const spec = { ...(exec.provideClusterInfo && { cluster: await clusterInfo(subject, signal) }), interactive: mayAsk(subject) };
  try {
    return JSON.stringify({ kind: 'ExecCredential', apiVersion: exec.apiVersion, spec });
  } catch (error) {
    // In YAML a list can hold itself.
    const message = say`What the cluster "${cluster.name}" holds for the credential plugin of the user "${user}" cannot be passed on. Correct its extensions in the kubeconfig.`;
    throw new CredentialError('execInvalid', message, { user, command: exec.command }, { cause: error });
  }
}

/** Names are those of the API; what is not set is left out. */
async function clusterInfo({ cluster, user }: ExecInfoSubject, signal: AbortSignal): Promise<object> {
  const { certificateAuthority: authority } = cluster;
  return {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'certificate-authority-data': authority && (await readMaterial(authority, user, signal, say`the cluster "${cluster.name}"`)).toString('base64'),
    'proxy-url': cluster.proxyUrl,
    'disable-compression': cluster.disableCompression || undefined,
    // There also when it is nothing, as client-go writes it.
    config: cluster.execConfig ?? null,
  };
}
