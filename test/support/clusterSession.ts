import type { Clock } from '../../extension/base/clock.ts';
import { type Logger, silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import { Session } from '../../extension/inspector/session.ts';
import type { SessionCluster } from '../../extension/inspector/sessionCluster.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { launchHere } from './inProcessReconcilers.ts';

export interface ClusterSessionOptions {
  /** Of the session alone: what the cluster sends and waits for goes by the machine's clock. */
  readonly clock?: Clock;
  readonly settings?: InformerChoices;
  readonly remembered?: readonly string[];
  readonly logger?: Logger;
  /** Looks at what passes between informers and the cluster. */
  readonly observe?: (resource: GroupVersionResource, scope: InformerScope, server: ListerWatcher) => ListerWatcher;
}

/** A session on a real connection, as the extension opens one. Closing it closes the cluster. */
export function clusterSession(cluster: Cluster, { clock = systemClock, settings = {}, remembered = [], logger = silentLogger, observe = (_resource, _scope, server) => server }: ClusterSessionOptions = {}): Session {
  const sessionCluster: SessionCluster = {
    context: cluster.context,
    namespace: cluster.namespace,
    server: cluster.server,
    identity: cluster.identity,
    credentials: cluster.credentials,
    requests: cluster.requests,
    version: (signal) => cluster.version(signal),
    discover: (signal, onPart) => cluster.discover(signal, onPart),
    reviewAccess: (question, signal) => cluster.reviewAccess(question, signal),
    listerWatcher: (resource, scope) => observe(resource, scope, cluster.listerWatcher(resource, scope)),
    objects: cluster.objects,
    close: () => cluster.close(),
  };
  return new Session({
    source: { kind: 'context', context: cluster.context },
    cluster: sessionCluster,
    clock,
    random: seededRandom(1),
    logger,
    launchReconciler: launchHere({}),
    rememberedNamespaces: () => remembered,
    informerSettings: () => settings,
  });
}
