import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachePage } from '../../../../extension/inspector/pages/cachePage.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { type CacheLook, type CachePicture, cachePicture } from '../../../../extension/protocol/pages/cache.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';
import type { FakeCluster } from '../../../support/fakeCluster.ts';
import { pods } from '../../../support/informerHarness.ts';
import { rolloutSample } from '../../../support/inProcessReconcilers.ts';
import { pod } from '../../../support/objects.ts';
import { openSession } from '../../../support/openSession.ts';

let session: Session;
let cluster: FakeCluster;
let clock: FakeClock;

beforeEach(() => ({ session, cluster, clock } = openSession()));
afterEach(() => session.close());

function picture(look: Partial<CacheLook> = {}, selected: string | null = null): CachePicture {
  const all: CacheLook = { informer: null, index: null, value: null, values: '', keys: '', firstValue: 0, firstKey: 0, ...look };
  const made = cachePage({ session, selected, words: ({ informers }, name) => ({ word: informers.stateOf(name).phase, detail: '' }) }, all);
  expect(cachePicture(made, 'picture')).toBeUndefined();
  return made;
}

describe('the Indexer', () => {
  beforeEach(async () => {
    for (const [name, namespace] of [['a', 'one'], ['b', 'one'], ['c', 'two']] as const) cluster.put(pods, pod(name, 1, { namespace }));
    session.informers.start(pods).addIndexers({ name: ({ metadata }) => [metadata.name ?? ''] });
    await clock.settle();
  });

  it('is shown by the index of namespaces, unless another is chosen', () => {
    expect(picture()).toMatchObject({
      informer: 'v1/pods',
      objects: 3,
      index: { name: 'namespace', total: 2, first: 0, values: [{ value: 'one', keys: 2 }, { value: 'two', keys: 1 }] },
      keys: null,
    });
    expect(picture().indexes).toContainEqual({ name: 'name', values: 3 });
    expect(picture({ index: 'name' }).index!.values.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
    expect(picture({ index: 'gone' }).index!.name).toBe('namespace');
  });

  it('gives the keys of a value, with their versions; none for one that is gone', () => {
    const { keys } = picture({ value: 'one' });
    expect(keys).toEqual({ value: 'one', total: 2, first: 0, keys: ['a', 'b'].map((name) => ({ key: `one/${name}`, rv: session.informers.get('v1/pods')!.indexer.get(`one/${name}`)!.metadata.resourceVersion })) });
    expect(picture({ value: 'three' }).keys).toEqual({ value: 'three', total: 0, first: 0, keys: [] });
  });

  it('is searched by value and by key', () => {
    expect(picture({ values: 'TW' }).index).toMatchObject({ total: 1, values: [{ value: 'two' }] });
    expect(picture({ value: 'one', keys: 'B' }).keys).toMatchObject({ total: 1, keys: [{ key: 'one/b' }] });
  });

  it('is shown a part at a time, and from its last part on when it has shrunk', async () => {
    for (let index = 0; index < 250; index++) cluster.put(pods, pod(`p${index}`, 1, { namespace: 'many' }));
    await clock.settle();
    expect(picture({ value: 'many', firstKey: 100 }).keys).toMatchObject({ total: 250, first: 100, keys: { length: 100 } });
    expect(picture({ value: 'many', firstKey: 5000 }).keys).toMatchObject({ first: 200, keys: { length: 50 } });
    expect(picture({ index: 'name', firstValue: 200 }).index).toMatchObject({ total: 253, first: 200, values: { length: 53 } });
  });
});

describe('the age of caches', () => {
  it('is that of each informer, beside what the newest has seen', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    const configmaps = { ...pods, resource: 'configmaps' };
    session.informers.start(configmaps);
    await clock.settle();
    session.stepper.pause();
    cluster.put(pods, pod('b', 1));
    await clock.advance(2000);
    const [first, second] = picture().staleness;
    expect(first).toMatchObject({ informer: 'v1/pods', state: 'watching', synced: true, deltas: 1, keys: 1, storeVersion: '101', seenVersion: '102', behindSeen: 1, behindNewest: 1, lastByteMs: 2000, lastBookmarkMs: null });
    expect(second).toMatchObject({ informer: 'v1/configmaps', deltas: 0, behindSeen: 0, behindNewest: 1 });
    expect(second!.listedMs).toBeGreaterThanOrEqual(2000);
  });

  it('is not compared where versions are no numbers, nor before there is one', async () => {
    session.informers.start(pods);
    expect(picture().staleness).toMatchObject([{ synced: false, seenVersion: '', behindSeen: null, behindNewest: null, lastByteMs: null }]);
  });

  it('tells keys that two informers of one resource hold in different versions', async () => {
    cluster.put(pods, pod('a', 1));
    cluster.put(pods, pod('b', 1));
    session.informers.start(pods);
    session.informers.start(pods, { namespace: 'd' });
    await clock.settle();
    expect(picture().disagreements).toEqual({ compared: 2, count: 0, first: [] });
    session.stepper.pause();
    cluster.put(pods, pod('a', 2));
    await clock.settle();
    while (session.informers.get('v1/pods')!.indexer.get('d/a')!.metadata.resourceVersion !== '103') {
      const held = session.stepper.held.find(({ owner }) => owner === 'v1/pods');
      expect(held).toBeDefined();
      session.stepper.choose(held!.id);
      session.stepper.step();
      await clock.settle();
    }
    expect(picture().disagreements).toMatchObject({ count: 1, first: [{ key: 'd/a' }] });
  });
});

describe('the rest of the page', () => {
  it('says what reconciles read, and with that spared', async () => {
    cluster.put({ group: 'apps', version: 'v1', resource: 'deployments' }, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'd' }, spec: { replicas: 1, template: {} } });
    await session.controllers.run(rolloutSample, { dryRun: true });
    await clock.advance(1000);
    const [reads] = picture().reads;
    expect(reads).toMatchObject({ controller: 'deployment-rollout', lastRun: { key: 'd/web' } });
    expect(reads!.gets).toBeGreaterThan(0);
    expect(reads!.lookups.map(({ lookup }) => lookup)).toContain('get apps/v1/deployments');
  });

  it('says what came of comparing it with the server', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    expect(picture().check).toEqual({ ready: false, progress: null, last: null, failure: '', relistedMs: null });
    await clock.settle();
    const verifying = session.caches.verify('v1/pods');
    expect(picture().check).toMatchObject({ ready: true, progress: { phase: 'listing', objects: 0 } });
    await verifying;
    await clock.advance(500);
    expect(picture().check).toMatchObject({ progress: null, last: { outcome: 'same', objects: 1, agoMs: 500, counts: { missing: 0 } } });
    cluster.forbidden = true;
    await session.caches.verify('v1/pods').catch(() => undefined);
    expect(picture().check).toMatchObject({ failure: 'forbidden', last: { outcome: 'same' } });
  });

  it('is that of the informer that was asked for, else of the one that is selected, else of the first', () => {
    expect(picture().informer).toBe('');
    session.informers.start({ ...pods, resource: 'configmaps' });
    session.informers.start(pods);
    expect(picture().informer).toBe('v1/configmaps');
    expect(picture({}, 'v1/pods').informer).toBe('v1/pods');
    expect(picture({ informer: 'v1/configmaps' }, 'v1/pods').informer).toBe('v1/configmaps');
  });
});
