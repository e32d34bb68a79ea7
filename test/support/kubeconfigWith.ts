export interface KubeconfigParts {
  /** By name, as a kubeconfig has them. */
  readonly clusters: Readonly<Record<string, object>>;
  readonly users: Readonly<Record<string, object>>;
  /** By name; the first is the current one. */
  readonly contexts: Readonly<Record<string, { readonly cluster: string; readonly user: string }>>;
}

/** A kubeconfig as text. */
export function kubeconfigWith({ clusters, users, contexts }: KubeconfigParts): string {
  const named = <Kind extends string>(kind: Kind, of: Readonly<Record<string, object>>) => Object.entries(of).map(([name, value]) => ({ name, [kind]: value }));
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': Object.keys(contexts)[0],
    clusters: named('cluster', clusters),
    users: named('user', users),
    contexts: named('context', contexts),
  });
}
