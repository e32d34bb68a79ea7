import { type Saying, say } from '../base/saying.ts';
import type { Kubeconfig, KubeconfigContext } from './kubeconfig.ts';
import type { ClusterEntry, Impersonation, UserEntry } from './kubeconfigEntries.ts';
import { KubeconfigError } from './kubeconfigError.ts';

/** A context with what it names. `user` is undefined for an anonymous one. */
export interface SelectedContext {
  readonly context: KubeconfigContext;
  readonly cluster: ClusterEntry;
  readonly user: UserEntry | undefined;
  readonly server: URL;
  /** As whom the user would act by the kubeconfig, where another choice took its place. */
  readonly replaced?: Impersonation;
}

/**
 * Follows a context's names to a server that can be asked.
 * @param name default: the kubeconfig's current context
 * @throws KubeconfigError `noContext`, `missingCluster`, `missingUser`, `invalidContext`, `invalidCluster`, `invalidUser`
 */
export function selectContext(kubeconfig: Kubeconfig, name: string | undefined = kubeconfig.currentContext): SelectedContext {
  const { paths } = kubeconfig;
  const where = paths.join(', ');
  const context = kubeconfig.contexts.find((candidate) => candidate.name === name);
  if (!context) throw new KubeconfigError('noContext', whyNoContext(kubeconfig, name, where), { paths, ...(name !== undefined && { name }) });
  // Before what it names: a name that is not text names nothing.
  refuseFault('context', context, where, paths);
  const cluster = kubeconfig.clusters.get(context.cluster);
  if (!cluster) {
    throw new KubeconfigError(
      'missingCluster',
      context.cluster === ''
        ? say`The context "${context.name}" names no cluster. Add one to it in ${where}, or choose another context.`
        : say`The context "${context.name}" names the cluster "${context.cluster}", which is not in ${where}. Add it, or choose another context.`,
      { paths, name: context.cluster },
    );
  }
  const user = context.user === '' ? undefined : kubeconfig.users.get(context.user);
  if (!user && context.user !== '') {
    throw new KubeconfigError(
      'missingUser',
      say`The context "${context.name}" names the user "${context.user}", which is not in ${where}. Add it, or choose another context.`,
      { paths, name: context.user },
    );
  }
  refuseFault('cluster', cluster, cluster.path, paths);
  if (user) refuseFault('user', user, user.path, paths);
  return { context, cluster, user, server: serverUrl(cluster) };
}

/** Who has hundreds of contexts looks for one elsewhere than in a sentence. */
const mostOffered = 20;

const faultCodes = { context: 'invalidContext', cluster: 'invalidCluster', user: 'invalidUser' } as const;

function refuseFault(what: keyof typeof faultCodes, { name, fault }: { readonly name: string; readonly fault?: Saying }, where: string, paths: readonly string[]): void {
  if (fault !== undefined) throw new KubeconfigError(faultCodes[what], faulty(what, name, where, fault), { paths, name });
}

function faulty(what: keyof typeof faultCodes, name: string, where: string, fault: Saying): Saying {
  switch (what) {
    case 'context':
      return say`The context "${name}" in ${where} ${fault}. Correct it, or choose another context.`;
    case 'cluster':
      return say`The cluster "${name}" in ${where} ${fault}. Correct it, or choose another context.`;
    case 'user':
      return say`The user "${name}" in ${where} ${fault}. Correct it, or choose another context.`;
  }
}

function whyNoContext({ contexts, problems }: Kubeconfig, name: string | undefined, where: string): Saying {
  if (contexts.length === 0 && problems[0] !== undefined) return say`There is no context that can be used: ${problems[0]}. Correct it, or choose another kubeconfig.`;
  if (contexts.length === 0) return say`There is no context in ${where}. Add one with "kubectl config set-context", or choose another kubeconfig.`;
  const more = contexts.length - mostOffered;
  const names = contexts.slice(0, mostOffered).map((context) => context.name).join(', ');
  const choice = more > 0 ? say`Choose one of: ${names}, and ${more} more.` : say`Choose one of: ${names}.`;
  return name === undefined ? say`No current context is set in ${where}. ${choice}` : say`There is no context "${name}" in ${where}. ${choice}`;
}

/** A server without scheme is asked over plain http, as by kubectl, which looks at the scheme before it looks at what is said of TLS. */
function serverUrl(cluster: ClusterEntry): URL {
  const { server = '' } = cluster;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `http://${server}`;
  const url = server !== '' && URL.canParse(full) ? new URL(full) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !/%(?![0-9a-f]{2})/i.test(url.username + url.password)) return url;
  throw new KubeconfigError(
    'invalidCluster',
    server === ''
      ? say`The cluster "${cluster.name}" in ${cluster.path} has no server. Add its address, such as https://10.0.0.1:6443.`
      : say`The server "${server}" of the cluster "${cluster.name}" in ${cluster.path} is not an http or https address. Correct it.`,
    { paths: [cluster.path], name: cluster.name },
  );
}
