import type { WriteRequest } from '../../extension/cluster/objectClient.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../extension/informer/eventHandler.ts';
import type { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import { type InformerSettings, SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const count = 500;
/** A back-off that has grown while the API server was away may last this long. */
const patience = { timeout: 90_000, interval: 50 };

/** `uid resourceVersion` by key: what makes two states the same. */
type State = Map<string, string>;
const identity = ({ metadata }: KubeObject): string => `${metadata.uid} ${metadata.resourceVersion}`;

/** Remembers the last call for each key. */
class LastCalls implements ResourceEventHandler {
  readonly state: State = new Map();
  calls = 0;

  onAdd(object: KubeObject): void {
    this.calls++;
    this.state.set(metaNamespaceKey(object), identity(object));
  }

  onUpdate(_old: KubeObject, object: KubeObject): void {
    this.onAdd(object);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void {
    this.calls++;
    this.state.delete(object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object));
  }
}

interface Watched {
  readonly name: string;
  readonly informer: SharedInformer;
  readonly factory: SharedInformerFactory;
  readonly handlers: LastCalls[];
  readonly trace: Tracer;
}

let plane: ControlPlane;
let cluster: Cluster;

function configMapList(from: number, to: number, data: object): string {
  const items = Array.from({ length: to - from }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `item-${from + index}`, namespace: (from + index) % 2 ? 'odd' : 'even', labels: { half: String((from + index) % 2), tenth: String((from + index) % 10) } },
    data,
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

function watch(name: string, settings: Partial<InformerSettings>): Watched {
  const trace = new Tracer(systemClock, 100_000);
  const factory = new SharedInformerFactory({
    clock: systemClock,
    random: systemRandom,
    probe: trace,
    gate: openGate,
    logger: silentLogger,
    listerWatcherFor: (resource, scope) => cluster.listerWatcher(resource, scope),
  });
  const informer = factory.informer(configMaps, {}, settings);
  const handlers = [new LastCalls(), new LastCalls()];
  for (const [index, handler] of handlers.entries()) informer.addEventHandler(handler, { name: `handler-${index}` });
  factory.start();
  return { name, informer, factory, handlers, trace };
}

async function onServer(): Promise<State> {
  const list = JSON.parse(await plane.kubectl(['get', 'configmaps', '-A', '-o', 'json'])) as { items: KubeObject[] };
  return new Map(list.items.map((object) => [metaNamespaceKey(object), identity(object)]));
}

const sorted = (state: State): [string, string][] => [...state].toSorted(([one], [other]) => (one < other ? -1 : 1));
const cacheOf = ({ informer }: Watched): State => new Map(informer.indexer.list().map((object) => [metaNamespaceKey(object), identity(object)]));

/** Nothing is lost: at rest the cache is the server's state, and so is what each handler was told last. */
async function expectAtRest(watched: readonly Watched[]): Promise<void> {
  const server = sorted(await onServer());
  for (const one of watched) {
    await expect.poll(() => sorted(cacheOf(one)), { ...patience, message: `the cache of ${one.name}` }).toEqual(server);
    for (const handler of one.handlers) await expect.poll(() => sorted(handler.state), { ...patience, message: `a handler of ${one.name}` }).toEqual(server);
  }
}

describeCluster('an informer on a real API server', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    const kubeconfig = await loadKubeconfig({ path: plane.kubeconfig, env: {}, home: '/' });
    cluster = await Cluster.open(kubeconfig, { allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger: silentLogger });
    await plane.kubectl(['create', 'namespace', 'odd']);
    await plane.kubectl(['create', 'namespace', 'even']);
    await plane.kubectl(['create', '-f', '-'], configMapList(0, count, { value: '0' }));
  });

  afterAll(async () => {
    await cluster?.close();
    await plane?.stop();
  });

  it('lists and watches 500 configmaps through changes and the death of the API server, and loses nothing', async () => {
    const watched = [
      watch('1.32 with DeltaFIFO', { clientGo: '1.32', queue: 'DeltaFIFO' }),
      watch('1.32 with RealFIFO', { clientGo: '1.32', queue: 'RealFIFO' }),
      watch('1.36 with atomic RealFIFO', { clientGo: '1.36', queue: 'atomic' }),
    ];
    try {
      await Promise.all(watched.map(({ factory }) => factory.waitForCacheSync(AbortSignal.timeout(60_000))));
      await expectAtRest(watched);
      expect(watched[0]!.informer.indexer.byIndex('namespace', 'odd')).toHaveLength(count / 2);

      await plane.kubectl(['label', 'configmaps', '--all', '-n', 'odd', 'touched=once']);
      await plane.kubectl(['delete', 'configmaps', '-n', 'even', '-l', 'tenth=2']);
      await plane.kubectl(['create', '-f', '-'], configMapList(count, count + 50, { value: 'new' }));
      await expectAtRest(watched);

      // A change that is under way when the server dies may or may not have been stored: the server says which.
      const touching = plane.kubectl(['label', 'configmaps', '--all', '-n', 'even', 'touched=twice']).catch((error: unknown) => error);
      await plane.killApiServer();
      await touching;
      await plane.startApiServer();
      await plane.kubectl(['delete', 'configmaps', '-n', 'odd', '-l', 'tenth=3']);
      await plane.kubectl(['apply', '-f', '-'], configMapList(10, 60, { value: 'changed' }));
      await expectAtRest(watched);

      // Deleted and created again under the same name: another object.
      await plane.kubectl(['delete', 'configmap', '-n', 'even', 'item-40']);
      await plane.kubectl(['create', '-f', '-'], configMapList(40, 41, { value: 'again' }));
      const late = new LastCalls();
      watched[0]!.informer.addEventHandler(late, { name: 'late' });
      watched[0]!.handlers.push(late);
      await expectAtRest(watched);

      for (const { trace, name } of watched) {
        const kinds = new Set([...trace.entries()].map((entry) => entry.kind));
        expect(kinds, name).toContain('reflector.error');
        expect(kinds, name).toContain('reflector.backoff');
      }
    } finally {
      await Promise.all(watched.map(({ factory }) => factory.shutdown()));
    }
    expect(watched.every(({ informer }) => informer.isStopped())).toBe(true);
  });

  it('reads, writes, dry-runs and deletes single objects', async () => {
    const { objects } = cluster;
    const signal = AbortSignal.timeout(30_000);
    const codes: number[] = [];
    const write = async (request: Pick<WriteRequest, 'verb' | 'body' | 'force'>, dryRun = false) => {
      const { code, object: written } = await objects.write({ resource: configMaps, namespace: 'default', name: 'single', ...request }, { dryRun }, signal);
      codes.push(code);
      return written;
    };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'single', namespace: 'default' }, data: { a: '1' } };
    const dry = await write({ verb: 'create', body: object }, true);
    expect(dry?.metadata.uid).toBeTruthy();
    await expect(objects.get(configMaps, 'default', 'single', signal)).rejects.toMatchObject({ status: 404, reason: 'NotFound' });
    const created = await write({ verb: 'create', body: object });
    await expect(write({ verb: 'create', body: object })).rejects.toMatchObject({ status: 409, reason: 'AlreadyExists' });
    const patched = await write({ verb: 'patch', body: { data: { b: '2' } } });
    expect(patched?.['data']).toEqual({ a: '1', b: '2' });
    await expect(write({ verb: 'update', body: created })).rejects.toMatchObject({ status: 409, reason: 'Conflict' });
    const jsonPatched = await write({ verb: 'patch', body: [{ op: 'remove', path: '/data/a' }] });
    expect(jsonPatched?.['data']).toEqual({ b: '2' });
    await write({ verb: 'delete' }, true);
    expect((await objects.get(configMaps, 'default', 'single', signal)).metadata.name).toBe('single');
    await write({ verb: 'delete' });
    await expect(objects.get(configMaps, 'default', 'single', signal)).rejects.toMatchObject({ status: 404 });
    await write({ verb: 'apply', body: object });
    await write({ verb: 'apply', body: object });
    await write({ verb: 'delete' });
    expect(codes).toEqual([201, 201, 200, 200, 200, 200, 201, 200, 200]);
  });

  it('discovers what the server has', async () => {
    const signal = AbortSignal.timeout(30_000);
    const { resources, failures } = await cluster.discover(signal);
    expect(failures).toEqual([]);
    const names = resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`);
    expect(names).toEqual(expect.arrayContaining(['/v1/pods', '/v1/secrets', 'apps/v1/deployments', 'rbac.authorization.k8s.io/v1/clusterroles']));
    expect(new Set(names).size).toBe(names.length);
    expect(await cluster.resolveResource('deploy', signal)).toMatchObject({ group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', namespaced: true });
    expect(await cluster.version(signal)).toMatchObject({ gitVersion: expect.stringMatching(/^v1\./) });
  });
});
