import { delimiter, join, resolve } from 'node:path';
import { type Saying, say } from '../base/saying.ts';
import { type InCluster, inCluster } from './inCluster.ts';
import {
  type ClusterEntry,
  clusterEntry,
  type ContextEntry,
  contextEntry,
  namedEntries,
  type UserEntry,
  userEntry,
} from './kubeconfigEntries.ts';
import { KubeconfigError } from './kubeconfigError.ts';
import { type KubeconfigFile, readKubeconfigFile } from './kubeconfigFile.ts';

/**
 * What the kubeconfig files say together. They are read, never written (K12). This layer is ours because
 * client-node 2.0.1 refuses files that kubectl takes (several files, missing ones, an entry that is
 * broken but not used) and resolves relative paths against one folder only.
 */
export interface Kubeconfig {
  /** The files that were read, in the order in which they count. None where there is only {@link serviceAccountFolder}. */
  readonly paths: readonly string[];
  readonly contexts: readonly KubeconfigContext[];
  readonly currentContext?: string;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  /** Entries that were left out, or cannot be used, each with file and reason. */
  readonly problems: readonly Saying[];
  /** This process runs in a pod, and the context of its ServiceAccount, of which this is the folder, is the current one. */
  readonly serviceAccountFolder?: string;
}

export interface KubeconfigContext {
  readonly name: string;
  readonly cluster: string;
  /** Empty: anonymous. */
  readonly user: string;
  readonly namespace?: string;
  /** Absent when the context names a cluster that is in no file. */
  readonly server?: string;
  /** What makes it unusable, as the rest of a sentence that begins with it. */
  readonly fault?: Saying;
}

export interface KubeconfigPlace {
  /** Chosen by the person: read alone, and must be there. */
  readonly path?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** From where relative paths are meant; default: the working folder of the process. */
  readonly cwd?: string;
  /** Between the paths in `KUBECONFIG`; default: the platform's (K3). */
  readonly delimiter?: string;
  /** Where a pod finds its ServiceAccount; default: where Kubernetes mounts it. */
  readonly serviceAccountFolder?: string;
}

/**
 * Reads `path`, else the files of `KUBECONFIG`, else `~/.kube/config`. Missing files of several are
 * skipped; the first file to define a name wins (K2, K3). Where none of them names a current context, a pod's own cluster is it.
 * @throws KubeconfigError `missing`, `unreadable`, `invalid`; the signal's reason
 */
export async function loadKubeconfig(place: KubeconfigPlace, signal?: AbortSignal): Promise<Kubeconfig> {
  const paths = kubeconfigPaths(place);
  const files = await Promise.all(paths.map((path) => readKubeconfigFile(path, signal)));
  const found = files.filter((file) => file !== undefined);
  const merged = merge(found);
  const chosen = place.path !== undefined;
  // A file that somebody has chosen must be there, in a pod too.
  const pod = merged.currentContext !== undefined || (chosen && found.length === 0) ? undefined : await inCluster(place.env, place.serviceAccountFolder);
  if (pod) return withInCluster(merged, pod);
  if (found.length === 0) throw missing(paths, chosen);
  return merged;
}

function withInCluster(merged: Kubeconfig, { folder, cluster, user, context, problems }: InCluster): Kubeconfig {
  if (merged.contexts.some(({ name }) => name === context.name)) return merged;
  const clusters = new Map([...merged.clusters, [cluster.name, cluster] as const]);
  return {
    ...merged,
    contexts: [...merged.contexts, describeContext(context, clusters)],
    currentContext: context.name,
    clusters,
    users: new Map([...merged.users, [user.name, user] as const]),
    problems: [...merged.problems, ...problems],
    serviceAccountFolder: folder,
  };
}

/** The files that count, absolute and each once, whether they are there or not. */
export function kubeconfigPaths({ path, env, home, cwd = '.', delimiter: separator = delimiter }: KubeconfigPlace): string[] {
  if (path !== undefined) return [resolve(cwd, path)];
  const list = env['KUBECONFIG'] ?? '';
  if (list === '') return [join(home, '.kube', 'config')];
  // One of separators alone names no file, and is no reason to take another one (clientcmd `loader.go`).
  const named = list.split(separator).filter((entry) => entry !== '');
  return [...new Set(named.map((entry) => resolve(cwd, entry)))];
}

function merge(files: readonly KubeconfigFile[]): Kubeconfig {
  const clusters = new Map<string, ClusterEntry>();
  const users = new Map<string, UserEntry>();
  const contexts = new Map<string, ContextEntry>();
  const problems: Saying[] = [];
  let currentContext: string | undefined;
  for (const { path, root } of files) {
    const onProblem = (problem: Saying): void => void problems.push(say`${path}: ${problem}`);
    keepFirst(clusters, namedEntries(root['clusters'], 'clusters', clusterEntry.bind(undefined, path), onProblem));
    keepFirst(users, namedEntries(root['users'], 'users', userEntry.bind(undefined, path), onProblem));
    keepFirst(contexts, namedEntries(root['contexts'], 'contexts', contextEntry.bind(undefined, path), onProblem));
    const current = root['current-context'];
    if (typeof current === 'string' && current !== '') currentContext ??= current;
    else if (current !== undefined && current !== null && current !== '') onProblem(say`current-context is not text: put it in quotes`);
  }
  return {
    paths: files.map((file) => file.path),
    contexts: Array.from(contexts.values(), (context) => describeContext(context, clusters)),
    ...(currentContext !== undefined && { currentContext }),
    clusters,
    users,
    problems,
  };
}

function keepFirst<T extends { readonly name: string }>(map: Map<string, T>, entries: readonly T[]): void {
  for (const entry of entries) if (!map.has(entry.name)) map.set(entry.name, entry);
}

function describeContext(context: ContextEntry, clusters: ReadonlyMap<string, ClusterEntry>): KubeconfigContext {
  const server = clusters.get(context.cluster)?.server;
  return {
    name: context.name,
    cluster: context.cluster,
    user: context.user,
    ...(context.namespace !== undefined && { namespace: context.namespace }),
    ...(server !== undefined && { server }),
    ...(context.fault !== undefined && { fault: context.fault }),
  };
}

function missing(paths: readonly string[], chosen: boolean): KubeconfigError {
  const message = chosen
    ? say`There is no kubeconfig ${paths[0] ?? ''}. Check the path.`
    : paths.length === 0
      ? say`There is no kubeconfig: KUBECONFIG names no file. Correct it, or choose a file.`
      : paths.length === 1
        ? say`There is no kubeconfig: ${paths[0]!} does not exist. Set KUBECONFIG, or choose a file.`
        : say`There is no kubeconfig: ${paths.join(', ')} do not exist. Set KUBECONFIG, or choose a file.`;
  return new KubeconfigError('missing', message, { paths });
}
