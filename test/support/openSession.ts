import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import type { Discovered } from '../../extension/cluster/discovery.ts';
import type { Breakpoints } from '../../extension/debugger/breakpoints.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import type { LaunchReconciler } from '../../extension/inspector/launchReconciler.ts';
import { Session } from '../../extension/inspector/session.ts';
import type { SessionCluster } from '../../extension/inspector/sessionCluster.ts';
import type { SessionSource } from '../../extension/inspector/sessionSource.ts';
import type { ApiResource } from '../../extension/kube/resource.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeCluster } from './fakeCluster.ts';
import { launchHere } from './inProcessReconcilers.ts';

export interface OpenSession {
  readonly session: Session;
  readonly cluster: FakeCluster;
  readonly clock: FakeClock;
  /** How often the cluster was closed. */
  readonly closed: () => number;
}

export interface SessionOverrides {
  readonly source?: SessionSource;
  readonly clock?: FakeClock;
  readonly recordingBytes?: number;
  readonly informerSettings?: () => InformerChoices;
  readonly cluster?: Partial<SessionCluster>;
  readonly breakpoints?: Breakpoints;
  /** Default: the rollout sample, in the test itself. */
  readonly launchReconciler?: LaunchReconciler;
}

const discovered: readonly ApiResource[] = (
  [
    ['', 'configmaps', 'ConfigMap'],
    ['', 'pods', 'Pod'],
    ['apps', 'deployments', 'Deployment'],
    ['apps', 'replicasets', 'ReplicaSet'],
  ] as const
).map(([group, resource, kind]) => ({ group, version: 'v1', resource, kind, namespaced: true, verbs: ['list', 'watch'], shortNames: [], singularName: kind.toLowerCase() }));

/** A session on a fake cluster, with a clock that a test moves. */
export function openSession({ source = { kind: 'context', context: 'kind-dev' }, clock = new FakeClock(), recordingBytes = 64_000_000, informerSettings = () => ({}), cluster: overrides = {}, breakpoints, launchReconciler = launchHere() }: SessionOverrides = {}): OpenSession {
  const cluster = new FakeCluster();
  let closed = 0;
  const sessionCluster = {
    context: 'kind-dev',
    namespace: 'd',
    server: 'https://127.0.0.1:6443',
    version: () => Promise.resolve({ gitVersion: 'v1.34.0' }),
    discover: (): Promise<Discovered> => Promise.resolve({ resources: discovered, failures: [], requests: 2 }),
    listerWatcher: (resource) => cluster.listerWatcher(resource),
    objects: cluster,
    close: () => {
      closed++;
      return Promise.resolve();
    },
    ...overrides,
  } as SessionCluster;
  const session = new Session({
    source,
    cluster: sessionCluster,
    clock,
    random: seededRandom(1),
    logger: silentLogger,
    launchReconciler,
    recordingBytes,
    informerSettings,
    ...(breakpoints && { breakpoints }),
  });
  return { session, cluster, clock, closed: () => closed };
}
