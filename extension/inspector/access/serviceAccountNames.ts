import type { GroupVersionResource } from '../../kube/resource.ts';
import type { SessionCluster } from '../sessionCluster.ts';

const serviceAccounts: GroupVersionResource = { group: '', version: 'v1', resource: 'serviceaccounts' };

/** How many are offered; any other can be named. */
const most = 500;

/** The ServiceAccounts of a namespace, sorted; none where the server does not tell. Never rejects: whoever needs one can be asked for its name. */
export async function serviceAccountNames(cluster: Pick<SessionCluster, 'listerWatcher'>, namespace: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { items } = await cluster.listerWatcher(serviceAccounts, { namespace, metadataOnly: true }).list({ limit: most }, signal);
    const names = items.map(({ metadata }) => metadata.name ?? '').filter(Boolean).toSorted();
    return names.slice(0, most); // some servers pay no heed to the limit
  } catch {
    return [];
  }
}
