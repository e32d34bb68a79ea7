import type { GroupVersionResource } from '../../kube/resource.ts';
import type { SessionCluster } from '../sessionCluster.ts';

const namespaces: GroupVersionResource = { group: '', version: 'v1', resource: 'namespaces' };

/** How many are asked for; any other can be named. */
const most = 500;

export interface NamespaceNames {
  /** Sorted. */
  readonly names: readonly string[];
  /** False: nobody told. Many people may read in one namespace and nowhere else, and not even list namespaces. */
  readonly told: boolean;
  /** There are others besides. */
  readonly more: boolean;
}

/** The namespaces that there are, as far as the server tells. Never rejects: whoever needs one can be asked for its name. */
export async function namespaceNames(cluster: Pick<SessionCluster, 'listerWatcher'>, signal: AbortSignal): Promise<NamespaceNames> {
  try {
    const { items, continue: next } = await cluster.listerWatcher(namespaces, { metadataOnly: true }).list({ limit: most }, signal);
    // Some servers pay no heed to the limit.
    const names = items.map(({ metadata }) => metadata.name ?? '').filter(Boolean).toSorted();
    return { names: names.slice(0, most), told: true, more: names.length > most || Boolean(next) };
  } catch {
    return { names: [], told: false, more: true };
  }
}
