import { access, constants, stat } from 'node:fs/promises';
import { type Saying, say } from '../base/saying.ts';
import { execVersions, supportedExecVersions } from './execPlugin.ts';
import type { ClusterEntry, ExecConfig, Material, UserEntry } from './kubeconfigEntries.ts';
import { KubeconfigError } from './kubeconfigError.ts';
import { proxySchemes, withoutPassword } from './proxyAddress.ts';
import type { SelectedContext } from './selectContext.ts';
import { whyUnreadable } from './whyUnreadable.ts';

/**
 * Refuses what kubectl refuses before it asks anybody (clientcmd `validation.go`, and what client-go's transport adds to that): where a
 * kubeconfig contradicts itself it is not for us to choose, and a file that is not there is said before anything else is begun.
 * @throws KubeconfigError `invalidCluster`, `invalidUser`
 */
export async function validateContext({ cluster, user, server }: SelectedContext): Promise<void> {
  const what = await clusterFault(cluster, server);
  if (what !== undefined) throw new KubeconfigError('invalidCluster', say`The cluster "${cluster.name}" in ${cluster.path} ${what}`, { paths: [cluster.path], name: cluster.name });
  const why = user && (await userFault(user, server.protocol === 'https:'));
  if (user && why !== undefined) throw new KubeconfigError('invalidUser', say`The user "${user.name}" in ${user.path} ${why}`, { paths: [user.path], name: user.name });
}

/** Those of client-node. Of any other kubectl says that there is none, too. */
const authProviders: ReadonlySet<string> = new Set(['oidc', 'gcp', 'azure']);

/** What is wrong, as the rest of a sentence that begins with the cluster, and what to do. */
async function clusterFault({ certificateAuthority, insecureSkipTlsVerify, proxyUrl }: ClusterEntry, server: URL): Promise<Saying | undefined> {
  if (certificateAuthority) {
    const fault = await materialFault(certificateAuthority, 'certificate-authority');
    if (fault !== undefined) return fault;
    if (insecureSkipTlsVerify && server.protocol === 'https:') {
      return say`has a certificate authority and also says insecure-skip-tls-verify, by which it would not be looked at. Remove one of them.`;
    }
  }
  if (proxyUrl !== undefined && !proxySchemes.test(proxyUrl)) {
    return say`names a proxy-url, "${withoutPassword(proxyUrl)}", that is not an http, https or socks5 address. Correct it.`;
  }
  return undefined;
}

/** @param isTold whether the server is told of the user at all */
async function userFault(user: UserEntry, isTold: boolean): Promise<Saying | undefined> {
  const { clientCertificate, clientKey, exec } = user;
  if (clientCertificate) {
    const fault = (await materialFault(clientCertificate, 'client-certificate')) ?? (clientKey && (await materialFault(clientKey, 'client-key')));
    if (fault !== undefined) return fault;
    if (!clientKey) return say`has a client certificate without its key. Add client-key or client-key-data.`;
  }
  const basic = (user.username ?? user.password) !== undefined;
  if (basic && (user.token !== undefined || user.tokenFile !== undefined)) return say`has both a token and a password. Remove one of them.`;
  if (isTold && user.tokenFile !== undefined && user.token === undefined) {
    const fault = await fileFault(user.tokenFile, 'tokenFile');
    if (fault !== undefined) return fault;
  }
  if (exec && user.authProvider) return say`has both a credential plugin (exec) and an auth-provider. Remove one of them.`;
  if (user.authProvider && !authProviders.has(user.authProvider.name)) {
    return say`has an auth-provider, "${user.authProvider.name}", that is not supported. Use a credential plugin (exec) in its place.`;
  }
  if (user.impersonate && user.impersonate.user === undefined) return say`asks for the groups, uid or extra of somebody else (as-groups, as-uid, as-user-extra) without saying whose. Add "as".`;
  return exec && execFault(exec);
}

function execFault({ command, apiVersion, interactiveMode, env }: ExecConfig): Saying | undefined {
  if (command === '') return say`has a credential plugin without a command. Add one.`;
  if (apiVersion === '') return say`has a credential plugin without an apiVersion. Add ${execVersions()}.`;
  if (!supportedExecVersions.includes(apiVersion)) return say`has a credential plugin that speaks ${apiVersion}, which is not supported. Use ${execVersions()}.`;
  if (Object.hasOwn(env, '')) return say`gives its credential plugin a variable without a name. Add its name.`;
  const modes = ['Never', 'IfAvailable', 'Always'];
  if (modes.includes(interactiveMode)) return undefined;
  const how = interactiveMode === '' ? say`no interactiveMode` : say`the unknown interactiveMode "${interactiveMode}"`;
  return say`has a credential plugin with ${how}. Say whether it asks for input: ${modes.join(', ')}.`;
}

async function materialFault({ data, file }: Material, field: string): Promise<Saying | undefined> {
  if (file === undefined) return undefined;
  if (data !== undefined) return say`has both ${field} and ${field}-data. Remove one of them.`;
  return fileFault(file, field);
}

async function fileFault(file: string, field: string): Promise<Saying | undefined> {
  try {
    await access(file, constants.R_OK);
    // Not read: it may be a pipe, which gives what it has only once.
    return (await stat(file)).isDirectory() ? say`names ${file} as its ${field}, which is a folder. Correct the path in the kubeconfig.` : undefined;
  } catch (error) {
    const { why, whatToDo } = whyUnreadable(file, error);
    return say`names ${file} as its ${field}, which ${why}. ${whatToDo}`;
  }
}
