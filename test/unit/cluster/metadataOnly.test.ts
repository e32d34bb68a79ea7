import { afterEach, describe, expect, it } from 'vitest';
import type { ListerWatcher, RequestObserver, Watch } from '../../../extension/informer/listerWatcher.ts';
import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import { hasKeptFields } from '../../../extension/kube/keptFields.ts';
import type { WatchEvent } from '../../../extension/kube/watchEvent.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, type Reply, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';

const never = new AbortController().signal;
const owned: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

interface Setup {
  readonly server: ScriptedServer;
  readonly listerWatcher: ListerWatcher;
  /** What was told besides the answers. */
  readonly told: string[];
  readonly observer: RequestObserver;
}

async function setup(resource: string, replies: { readonly list?: Reply[]; readonly watch?: Reply[] }, scope: InformerScope = {}): Promise<Setup> {
  const server = await ScriptedServer.start({ routes: { [`/api/v1/${resource}`]: replies } });
  const cluster = await openCluster(kubeconfigFor(server.url));
  owned.push(() => server.close(), () => cluster.close());
  const told: string[] = [];
  const observer = { accepted: () => undefined, throttled: (ms: number) => void told.push(`throttled ${ms}`), reduced: (got: string) => void told.push(`reduced ${got}`) };
  return { server, listerWatcher: cluster.listerWatcher({ group: '', version: 'v1', resource }, { metadataOnly: true, ...scope }), told, observer };
}

async function drain(watch: Watch): Promise<WatchEvent[]> {
  const all: WatchEvent[] = [];
  for (let batch = await watch.next(); batch; batch = await watch.next()) all.push(...batch);
  return all;
}

const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
const metadata = (name: string, rv: number) => ({ name, namespace: 'd', resourceVersion: String(rv) });
const pod = (name: string, rv: number) => ({ kind: 'Pod', apiVersion: 'v1', metadata: metadata(name, rv), spec: { nodeName: 'n' } });
const accepted = {
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  watch: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
};

describe('a server that has metadata alone', () => {
  it('is asked for it, as by client-go’s metadata client, with the selectors of the scope', async () => {
    const { server, listerWatcher, told, observer } = await setup(
      'pods',
      { list: [{ json: { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '10' }, items: [{ ...partial, metadata: metadata('a', 5) }] } }], watch: [{ body: [{ event: ['ADDED', { ...partial, metadata: metadata('b', 11) }] }] }] },
      { labelSelector: 'app=web' },
    );
    const page = await listerWatcher.list({ limit: 500 }, never, observer);
    expect(page).toMatchObject({ kind: 'PartialObjectMetadataList', resourceVersion: '10', items: [{ ...partial, metadata: metadata('a', 5) }] });
    const events = await drain(await listerWatcher.watch({ resourceVersion: '10' }, never, observer));
    expect(events).toEqual([{ type: 'ADDED', object: { ...partial, metadata: metadata('b', 11) } }]);
    expect(server.requests.map(({ headers }) => headers.accept)).toEqual([accepted.list, accepted.watch]);
    expect(server.requests.map(({ query }) => query.get('labelSelector'))).toEqual(['app=web', 'app=web']);
    expect(told).toEqual([]);
  });

  it('T-16: items that do not say so are metadata too', async () => {
    const { listerWatcher, told, observer } = await setup('pods', {
      list: [{ json: { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '10' }, items: [{ metadata: metadata('a', 5) }] } }],
    });
    expect((await listerWatcher.list({}, never, observer)).items).toEqual([{ ...partial, metadata: metadata('a', 5) }]);
    expect(told).toEqual([]);
  });
});

describe('a server that sends whole objects all the same', () => {
  it.each([
    ['first', { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [pod('a', 5), { metadata: metadata('b', 6), spec: {} }] }],
    ['last', { metadata: { resourceVersion: '10' }, items: [pod('a', 5), { metadata: metadata('b', 6), spec: {} }], kind: 'PodList', apiVersion: 'v1' }],
  ])('has those of a list that says %s what it is reduced, and told of once', async (_when, json) => {
    const { listerWatcher, told, observer } = await setup('pods', { list: [{ json }] });
    const page = await listerWatcher.list({}, never, observer);
    expect(page.items).toEqual([{ ...partial, metadata: metadata('a', 5) }, { ...partial, metadata: metadata('b', 6) }]);
    expect(page.bytes).toBe(JSON.stringify(json).length);
    expect(told).toEqual(['reduced PodList']);
  });

  it('has those of a watch reduced, bookmarks too, and is told of once', async () => {
    const bookmark = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '20', creationTimestamp: null }, spec: {} };
    const { listerWatcher, told, observer } = await setup('pods', { watch: [{ body: [{ event: ['ADDED', pod('a', 11)] }, { event: ['DELETED', pod('a', 12)] }, { event: ['BOOKMARK', bookmark] }] }] });
    expect(await drain(await listerWatcher.watch({}, never, observer))).toEqual([
      { type: 'ADDED', object: { ...partial, metadata: metadata('a', 11) } },
      { type: 'DELETED', object: { ...partial, metadata: metadata('a', 12) } },
      { type: 'BOOKMARK', object: { ...partial, metadata: bookmark.metadata } },
    ]);
    expect(told).toEqual(['reduced Pod']);
  });

  it('T-07: an ERROR event is no object, and passes as it is', async () => {
    const status = statusObject(410, 'Expired', 'too old resource version: 1 (2)');
    const { listerWatcher, told, observer } = await setup('pods', { watch: [{ body: [{ event: ['ERROR', status] }] }] });
    expect(await drain(await listerWatcher.watch({}, never, observer))).toEqual([{ type: 'ERROR', object: status }]);
    expect(told).toEqual([]);
  });

  it('case 16: a Table is what the Reflector refuses, and is left to it', async () => {
    const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: {}, rows: [] };
    const { listerWatcher, told, observer } = await setup('pods', { list: [{ json: table }], watch: [{ body: [{ event: ['ADDED', table] }] }] });
    expect((await listerWatcher.list({}, never, observer)).kind).toBe('Table');
    expect(await drain(await listerWatcher.watch({}, never, observer))).toEqual([{ type: 'ADDED', object: table }]);
    expect(told).toEqual([]);
  });

  it('keeps managedFields as text', async () => {
    const whole = { ...pod('a', 5), metadata: { ...metadata('a', 5), managedFields: [{ manager: 'kubectl', operation: 'Apply', fieldsV1: { 'f:spec': {} } }] } };
    const { listerWatcher } = await setup('pods', { list: [{ json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [whole] } }] });
    const [item] = (await listerWatcher.list({}, never)).items;
    expect(hasKeptFields(item!.metadata)).toBe(true);
    expect(item).toEqual({ ...partial, metadata: whole.metadata });
  });
});

describe('case 22: Secrets', () => {
  const value = 'aHVudGVyMg==';
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"Secret","data":{"p":"${value}"}}`, 'example.com/copy': 'hunter2' };

  it.each([
    ['metadata alone', { ...partial, metadata: { name: 's', annotations } }],
    ['whole objects', { kind: 'Secret', apiVersion: 'v1', metadata: { name: 's', annotations }, data: { p: value } }],
  ])('have no value left, and no copy of one in an annotation, of %s', async (_what, secret) => {
    const { listerWatcher } = await setup('secrets', {
      list: [{ json: { kind: `${secret.kind}List`, apiVersion: secret.apiVersion, metadata: { resourceVersion: '10' }, items: [secret] } }],
      watch: [{ body: [{ event: ['MODIFIED', secret] }] }],
    });
    const page = await listerWatcher.list({}, never);
    const [event] = await drain(await listerWatcher.watch({}, never));
    for (const object of [page.items[0], event!.object]) {
      expect(object).toMatchObject({ ...partial, metadata: { name: 's', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': expect.stringMatching(/^<masked \d+ bytes> #/), 'example.com/copy': expect.stringMatching(/^<masked 7 bytes> #/) } } });
      expect(JSON.stringify(object)).not.toMatch(/hunter2|aHVudGVyMg/);
    }
  });

  it('end their streamed list all the same', async () => {
    const bookmark = { ...partial, metadata: { resourceVersion: '20', annotations: { 'k8s.io/initial-events-end': 'true' } } };
    const { listerWatcher } = await setup('secrets', { watch: [{ body: [{ event: ['BOOKMARK', bookmark] }] }] });
    expect(await drain(await listerWatcher.watch({}, never))).toEqual([{ type: 'BOOKMARK', object: bookmark }]);
  });
});
