import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { preflight, type Preflight } from '../../extension/cluster/preflight.ts';
import type { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import { type InformerScope, SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const secrets = { group: '', version: 'v1', resource: 'secrets' };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const count = 30;
const patience = { timeout: 30_000, interval: 20 };

let plane: ControlPlane;
let cluster: Cluster;
let factory: SharedInformerFactory;
const trace = new Tracer(systemClock, 100_000);

async function synced(resource: GroupVersionResource, scope: InformerScope): Promise<SharedInformer> {
  const informer = factory.informer(resource, scope);
  informer.addEventHandler({ onAdd: () => undefined, onUpdate: () => undefined, onDelete: () => undefined }, { name: 'test' });
  factory.start();
  await expect.poll(() => informer.hasSynced(), patience).toBe(true);
  return informer;
}

const create = (object: object): Promise<string> => plane.kubectl(['create', '-f', '-'], JSON.stringify(object));
const cost = (resource: GroupVersionResource, scope: InformerScope): Promise<Preflight> =>
  preflight({ cluster, resource, scope, clock: systemClock, signal: new AbortController().signal });

describeCluster('metadata alone, from a real kube-apiserver', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'test' } });
    const items = Array.from({ length: count }, (_, index) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `item-${index}`, namespace: 'test', labels: { half: String(index % 2) } }, data: { text: 'x'.repeat(4000) } }));
    await create({ apiVersion: 'v1', kind: 'List', items });
    cluster = await Cluster.open(await loadKubeconfig({ path: plane.kubeconfig, env: {}, home: '/' }), { allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger: silentLogger });
    factory = new SharedInformerFactory({
      clock: systemClock,
      random: systemRandom,
      probe: trace,
      gate: openGate,
      logger: silentLogger,
      listerWatcherFor: (resource, scope) => cluster.listerWatcher(resource, scope),
    });
  });

  afterAll(async () => {
    await factory?.shutdown();
    await cluster?.close();
    await plane?.stop();
  });

  it('is what the cache holds, and follows every change, beside an informer of whole objects', async () => {
    const [metadata, whole] = [await synced(configMaps, { namespace: 'test', metadataOnly: true }), await synced(configMaps, { namespace: 'test' })];
    expect([metadata.name, whole.name]).toEqual(['v1/configmaps@test#metadata', 'v1/configmaps@test']);
    expect(metadata.indexer.size).toBe(whole.indexer.size);
    const object = metadata.indexer.get('test/item-0')!;
    expect(Object.keys(object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: whole.indexer.get('test/item-0')!.metadata });

    await plane.kubectl(['label', 'configmap', 'item-0', '--namespace', 'test', 'changed=yes']);
    await plane.kubectl(['delete', 'configmap', 'item-1', '--namespace', 'test']);
    await create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late', namespace: 'test' }, data: { a: 'b' } });
    await expect.poll(() => metadata.indexer.get('test/item-0')?.metadata.labels?.['changed'], patience).toBe('yes');
    await expect.poll(() => [metadata.indexer.get('test/item-1'), metadata.indexer.get('test/late')?.kind], patience).toEqual([undefined, 'PartialObjectMetadata']);
    expect(Object.keys(metadata.indexer.get('test/late')!).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    // The server did what it was asked for: nothing had to be reduced here.
    expect([...trace.entries()].filter(({ kind }) => kind === 'reflector.reduced')).toEqual([]);
  });

  it('selects as whole objects do', async () => {
    const informer = await synced(configMaps, { namespace: 'test', labelSelector: 'half=1', metadataOnly: true });
    expect(informer.indexer.list().every(({ metadata }) => metadata.labels?.['half'] === '1')).toBe(true);
    expect(informer.indexer.size).toBe(count / 2 - 1);
  });

  it('has objects that are in no namespace too', async () => {
    const informer = await synced(namespaces, { metadataOnly: true });
    expect(informer.indexer.get('test')).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'test' } });
    expect(informer.indexer.get('test')).not.toHaveProperty('status');
  });

  it('case 22: shows nothing of a Secret in what kubectl apply wrote into its annotations', async () => {
    const informer = await synced(secrets, { namespace: 'test', metadataOnly: true });
    await plane.kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'test', annotations: { copy: 'hunter2' } }, stringData: { p: 'hunter2' } }));
    await expect.poll(() => informer.indexer.get('test/s')?.metadata.name, patience).toBe('s');
    const text = JSON.stringify(informer.indexer.get('test/s'));
    expect(text).toMatch(/last-applied-configuration":"<masked \d+ bytes> #/);
    expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  it('costs less, and both costs are about right', async () => {
    const [whole, metadata] = [await cost(configMaps, { namespace: 'test' }), await cost(configMaps, { namespace: 'test', metadataOnly: true })];
    const objects = factory.informer(configMaps, { namespace: 'test' }).indexer.size;
    expect(whole).toMatchObject({ kind: 'counted', objects });
    expect(metadata).toMatchObject({ kind: 'counted', objects });
    const bytes = (found: Preflight): number => (found.kind === 'counted' ? found.bytes : NaN);
    const listed = [...trace.entries()].flatMap((entry) => (entry.kind === 'reflector.listed' ? [entry] : []));
    const listedBytes = (informer: string): number => listed.find((entry) => entry.informer === informer)!.bytes;
    for (const [found, informer] of [[whole, 'v1/configmaps@test'], [metadata, 'v1/configmaps@test#metadata']] as const) {
      // The first object stands for all, and it has been changed since.
      expect(bytes(found) / listedBytes(informer)).toBeGreaterThan(0.6);
      expect(bytes(found) / listedBytes(informer)).toBeLessThan(1.7);
    }
    expect(bytes(metadata)).toBeLessThan(bytes(whole) / 2);
  });

  it('is not counted where a selector is used, which is said', async () => {
    expect(await cost(configMaps, { namespace: 'test', labelSelector: 'half=1' })).toEqual({ kind: 'uncounted', bytesEach: expect.any(Number) });
    expect(await cost(configMaps, { namespace: 'nowhere' })).toEqual({ kind: 'counted', objects: 0, bytes: 0 });
  });
});
