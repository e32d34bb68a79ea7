import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import type { WriteVerb } from '../../extension/trace/entry.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import type { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { Session } from '../../extension/inspector/session.ts';
import type { CacheVerification } from '../../extension/inspector/verify/verifyCache.ts';
import { hasMetadata } from '../../extension/kube/object.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { openClusterAt } from '../support/openCluster.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const count = 700;
const patience = { timeout: 30_000, interval: 20 };

let plane: ControlPlane;
let cluster: Cluster;
let session: Session;
/** Events that do not reach the informers. */
let isLost: (event: WatchEvent) => boolean = () => false;

/** A server whose watch loses what the test says; its lists are true. */
function lossy(inner: ListerWatcher): ListerWatcher {
  return {
    list: (options, signal, observer) => inner.list(options, signal, observer),
    watch: async (options, signal, observer) => {
      const watch = await inner.watch(options, signal, observer);
      return {
        next: async () => {
          for (;;) {
            const batch = (await watch.next())?.filter((event) => !isLost(event));
            if (batch?.length !== 0) return batch;
          }
        },
        close: () => watch.close(),
      };
    },
  };
}

async function synced(scope: Parameters<Session['informers']['start']>[1] = {}): Promise<SharedInformer> {
  const informer = session.informers.start(configMaps, scope);
  await expect.poll(() => informer.hasSynced(), patience).toBe(true);
  return informer;
}

async function write(verb: WriteVerb, name: string, value = ''): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'test', labels: { half: String(name.length % 2) } }, data: { value } };
  await cluster.objects.write({ verb, resource: configMaps, namespace: 'test', name, ...(verb !== 'delete' && { body }) }, { dryRun: false, fieldManager: 'test' }, AbortSignal.timeout(30_000));
}

const found = ({ differences }: CacheVerification): string[] => differences.map(({ kind, key }) => `${kind} ${key}`).toSorted();

describeCluster('a cache compared with a real kube-apiserver', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.kubectl(['create', 'namespace', 'test']);
    const items = Array.from({ length: count }, (_, index) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `item-${index}`, namespace: 'test' }, data: { value: '0' } }));
    await plane.kubectl(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    cluster = await openClusterAt(plane.kubeconfig);
    session = clusterSession(cluster, { observe: (_resource, _scope, server) => lossy(server) });
  });

  afterAll(async () => {
    await session?.close();
    await plane?.stop();
  });

  it('is true under churn, again and again: created, changed, deleted and created anew while it is listed in pages', async () => {
    await synced();
    const stop = new AbortController();
    let writes = 0;
    const churn = async (worker: number): Promise<void> => {
      for (let turn = 0; !stop.signal.aborted; turn++) {
        const name = `churn-${worker}-${turn % 7}`;
        await write('create', name);
        await write('patch', name, String(turn));
        await write('patch', `item-${(worker * 97 + turn) % count}`, String(turn));
        await write('delete', name);
        writes += 4;
      }
    };
    const churning = Promise.all([0, 1, 2].map(churn));
    const verifications: CacheVerification[] = [];
    for (let round = 0; round < 8; round++) verifications.push(await session.caches.verify('v1/configmaps'));
    stop.abort();
    await churning;
    expect(verifications.map(({ outcome, differences }) => [outcome, differences])).toEqual(Array.from({ length: 8 }, () => ['same', []]));
    expect(verifications.every(({ pages, objects }) => pages === 2 && objects >= count)).toBe(true);
    // It was not at rest.
    expect(verifications.some(({ changedSince }) => changedSince > 0)).toBe(true);
    expect(writes).toBeGreaterThan(20);
  });

  it('differs where the watch has lost events, and a relist mends it', async () => {
    const informer = await synced();
    await write('create', 'lost-deletion');
    await write('create', 'lost-update', '1');
    await write('create', 'lost-twin');
    await expect.poll(() => informer.indexer.get('test/lost-twin'), patience).toBeDefined();
    isLost = ({ object }) => hasMetadata(object) && (object.metadata.name ?? '').startsWith('lost-');
    await write('create', 'lost-creation');
    await write('patch', 'lost-update', '2');
    await write('delete', 'lost-twin');
    await write('create', 'lost-twin');
    await write('delete', 'lost-deletion');
    const verifying = session.caches.verify('v1/configmaps');
    // The deletion can only be told once the watch has gone past the list.
    await expect.poll(() => session.caches.of('v1/configmaps')?.progress?.phase, patience).toBe('waiting');
    await write('patch', 'item-0', 'the watch has come as far as this');
    const verification = await verifying;
    expect(found(verification)).toEqual(['extra test/lost-deletion', 'missing test/lost-creation', 'older test/lost-update', 'otherUid test/lost-twin']);

    isLost = () => false;
    session.caches.relist('v1/configmaps', 'the cache differs from the server');
    await expect.poll(() => informer.indexer.get('test/lost-creation'), patience).toBeDefined();
    expect(informer.indexer.get('test/lost-deletion')).toBeUndefined();
    expect(await session.caches.verify('v1/configmaps')).toMatchObject({ outcome: 'same', differences: [] });
    const kinds = [...session.tracer.entries()].filter(({ kind }) => kind === 'reflector.relist' || kind === 'reflector.error').map(({ kind }) => kind);
    expect(kinds).toEqual(['reflector.relist']);
  });

  it.each([
    ['metadata alone, in one namespace', { namespace: 'test', metadataOnly: true }, 'v1/configmaps@test#metadata'],
    ['all of one namespace', { namespace: 'test' }, 'v1/configmaps@test'],
  ] as const)('is true for %s', async (_, scope, name) => {
    const informer = await synced(scope);
    const verification = await session.caches.verify(name);
    expect(verification).toMatchObject({ outcome: 'same', objects: informer.indexer.size });
    await session.informers.stop(name);
  });

  it('is left alone at once when it is stopped', async () => {
    await synced();
    const verifying = session.caches.verify('v1/configmaps');
    session.caches.stop('v1/configmaps');
    await expect(verifying).rejects.toMatchObject({ name: 'AbortError' });
    expect(session.caches.of('v1/configmaps')).not.toHaveProperty('progress');
  });
});
