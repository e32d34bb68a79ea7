import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { articleProfile } from '../../../../extension/playground/watchCache/watchCacheProfile.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const configMaps = '/api/v1/namespaces/default/configmaps';

async function create(harness: PlaygroundHarness, name: string, labels: Record<string, string> = {}): Promise<number> {
  const { json } = await harness.ask('POST', configMaps, { body: { metadata: { name, labels } } });
  return Number(json.metadata.resourceVersion);
}

describe('what the playground shows of its inside', () => {
  it('its storage: revision, horizon, what waits', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 50 });
    const { revision } = harness.playground.storage;
    void create(harness, 'a');
    const view = await harness.inside('/storage');
    expect(view).toEqual({ revision, head: revision + 1, compacted: 0, pending: 1, keys: expect.any(Number), versions: expect.any(Number), commitLatencyMs: 50 });
    expect(view.keys).toBe(view.versions);
  });

  it('each resource: what its cache holds, how it keeps it, and what was read of it', async () => {
    const harness = new PlaygroundHarness();
    await harness.watch('/api/v1/pods?watch=true');
    await harness.get('/api/v1/pods');
    await harness.get('/api/v1/pods?limit=3&resourceVersion=1000000').catch(() => undefined);
    const resources = await harness.inside('/resources');
    const pods = resources.find(({ resource }: { resource: string }) => resource === 'v1/pods');
    expect(pods).toEqual({
      resource: 'v1/pods',
      prefix: '/registry/pods/',
      cached: true,
      ready: true,
      notReadyMs: 0,
      version: harness.playground.storage.revision,
      objects: 23,
      lagMs: 0,
      profile: 'current',
      indexed: true,
      triggerField: 'spec.nodeName',
      ring: { capacity: 100, length: 0, minCapacity: 100, maxCapacity: 102_400, windowMs: 75_000, oldestServable: harness.playground.storage.revision },
      watchers: 1,
      reads: { cache: { requests: 1, objects: 23 }, snapshot: { requests: 0, objects: 0 }, storage: { requests: 0, objects: 0 } },
    });
    expect(resources.map(({ resource }: { resource: string }) => resource)).toContain('apps/v1/deployments');
  });

  it('a store, page by page, and one object', async () => {
    const harness = new PlaygroundHarness();
    const keys: string[] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages++) {
      const page = await harness.inside(`/store?resource=v1/pods&limit=10&after=${encodeURIComponent(after)}`);
      expect([page.resource, page.total, page.version]).toEqual(['v1/pods', 23, harness.playground.storage.revision]);
      keys.push(...page.items.map(({ key }: { key: string }) => key));
      after = page.next;
    }
    expect([pages, keys.length, keys]).toEqual([3, 23, keys.toSorted()]);
    const object = await harness.inside(`/object?resource=v1/pods&key=${encodeURIComponent(keys[0]!)}`);
    expect(object).toMatchObject({ resource: 'v1/pods', key: keys[0], object: { kind: 'Pod' } });
    expect(String(object.revision)).toBe(object.object.metadata.resourceVersion);
  });

  it('never the value of a Secret, nor a copy of one', async () => {
    const harness = new PlaygroundHarness();
    const secret = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 's', annotations: { copy: 'c2VzYW1l' } }, data: { password: Buffer.from('open sesame').toString('base64'), short: 'c2VzYW1l' } };
    await harness.ask('POST', '/api/v1/namespaces/default/secrets', { body: secret });
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'c', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(secret) } } } });
    for (const [resource, key] of [['v1/secrets', '/registry/secrets/default/s'], ['v1/configmaps', '/registry/configmaps/default/c']]) {
      const { text } = await harness.ask('GET', `/object?resource=${resource}&key=${encodeURIComponent(key!)}`, { to: 'introspect' });
      expect(text).toContain('<masked');
      expect(text).not.toMatch(/c2VzYW1l|b3BlbiBzZXNhbWU|sesame/);
    }
    const { text } = await harness.ask('GET', '/store?resource=v1/secrets', { to: 'introspect' });
    expect(text).not.toMatch(/c2VzYW1l|b3BlbiBzZXNhbWU/);
  });

  it('a ring: its slots, the oldest version that it can serve, and how it grew', async () => {
    const harness = new PlaygroundHarness();
    const before = harness.playground.storage.revision;
    for (let index = 0; index < 130; index++) await create(harness, `a-${index}`);
    await harness.ask('DELETE', `${configMaps}/a-0`);
    await harness.clock.advance(5000);
    const first = await harness.inside('/ring?resource=v1/configmaps&limit=100');
    expect(first.ring).toMatchObject({ capacity: 200, length: 131, oldestServable: before });
    expect(first.growth).toEqual([{ from: 100, to: 200, revision: before + 101, ageMs: 5000 }]);
    expect(first.slots[0]).toEqual({ position: 0, slot: 0, revision: before + 1, type: 'ADDED', key: '/registry/configmaps/default/a-0', ageMs: 5000 });
    const second = await harness.inside(`/ring?resource=v1/configmaps&from=${first.next}`);
    expect([second.slots.length, second.next]).toEqual([31, null]);
    expect(second.slots.at(-1)).toMatchObject({ position: 130, type: 'DELETED', key: '/registry/configmaps/default/a-0' });
  });

  it('the ring of the article: of a fixed size, in which slots are used again', async () => {
    const harness = new PlaygroundHarness({ profile: articleProfile(4) });
    const before = harness.playground.storage.revision;
    for (let index = 0; index < 6; index++) await create(harness, `a-${index}`);
    const { ring, slots } = await harness.inside('/ring?resource=v1/configmaps');
    expect(ring).toMatchObject({ capacity: 4, length: 4, minCapacity: 4, maxCapacity: 4, oldestServable: before + 2 });
    expect(slots.map(({ slot, revision }: { slot: number; revision: number }) => [slot, revision - before])).toEqual([[2, 3], [3, 4], [0, 5], [1, 6]]);
  });

  it('each cacheWatcher, and what one event was to each', async () => {
    const harness = new PlaygroundHarness();
    const at = harness.playground.storage.revision;
    await harness.watch(`${configMaps}?watch=true&resourceVersion=${at}&allowWatchBookmarks=true&timeoutSeconds=120`, '', { userAgent: 'kubectl/v1.32', auditId: 'one' });
    await harness.watch(`/api/v1/configmaps?watch=true&resourceVersion=${at}&labelSelector=on%3D1`, '', { userAgent: 'other', auditId: 'two' });
    await harness.watch(`/api/v1/namespaces/kube-system/configmaps?watch=true&resourceVersion=${at}`, '', { auditId: 'three' });
    await harness.clock.advance(62_000);
    const watchers = await harness.inside('/watchers?resource=v1/configmaps');
    expect(watchers.map(({ id, auditId, namespace }: { id: number; auditId: string; namespace: string }) => [id, auditId, namespace])).toEqual([[1, 'one', 'default'], [2, 'two', ''], [3, 'three', 'kube-system']]);
    expect(watchers[0]).toEqual({
      id: 1,
      auditId: 'one',
      user: 'test',
      userAgent: 'kubectl/v1.32',
      labelSelector: '',
      fieldSelector: '',
      namespace: 'default',
      buffered: 0,
      capacity: 10,
      live: true,
      bookmarks: true,
      lastBookmark: at,
      openMs: 62_000,
      deadlineMs: 58_000,
      ended: '',
    });
    expect(watchers[1]).toMatchObject({ labelSelector: 'on=1', bookmarks: false, lastBookmark: 0 });
    const revision = await create(harness, 'a', { on: '0' });
    const fanOut = await harness.inside(`/fan-out?resource=v1/configmaps&revision=${revision}`);
    expect([fanOut.watchers, fanOut.asked]).toEqual([3, 2]);
    expect(fanOut.offers.map(({ watcher, outcome }: { watcher: { auditId: string }; outcome: string }) => [watcher.auditId, outcome])).toEqual([['two', 'filtered'], ['one', 'ADDED']]);
    expect((await harness.ask('GET', `/fan-out?resource=v1/pods&revision=${revision}`, { to: 'introspect' })).status).toBe(404);
  });

  it('the requests that are being answered: watches as long as they last, and those who wait', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=0`, '', { auditId: 'w', userAgent: 'u' });
    const write = harness.ask('PATCH', `${configMaps}/web-content`, { auditId: 'p', body: { data: {} }, contentType: 'application/merge-patch+json' });
    void harness.ask('PATCH', `${configMaps}/web-content`, { auditId: 'q', body: { data: { x: '1' } }, contentType: 'application/merge-patch+json' });
    await write;
    await harness.clock.advance(40);
    const requests = await harness.inside('/requests');
    expect(requests).toEqual([
      { auditId: 'w', verb: 'watch', path: configMaps, query: 'watch=true&resourceVersion=0', user: 'test', userAgent: 'u', code: 200, sinceMs: 40 },
      { auditId: 'q', verb: 'patch', path: `${configMaps}/web-content`, query: '', user: 'test', userAgent: '', code: 0, sinceMs: 40 },
    ]);
    watch.close();
    await harness.clock.advance(100);
    expect(await harness.inside('/requests')).toEqual([]);
  });
});

describe('what it can be told to do', () => {
  const command = (harness: PlaygroundHarness, target: string, body: unknown) => harness.ask('POST', target, { to: 'introspect', body });

  it('A-35: to compact, up to a revision or altogether', async () => {
    const harness = new PlaygroundHarness();
    const revision = await create(harness, 'a');
    await create(harness, 'b');
    expect((await command(harness, '/compact', { revision })).json).toEqual({ compacted: revision });
    expect((await harness.get(`${configMaps}?resourceVersion=${revision - 1}&resourceVersionMatch=Exact`)).status).toBe(410);
    expect((await harness.get(`${configMaps}?resourceVersion=${revision}&resourceVersionMatch=Exact`)).status).toBe(200);
    expect((await command(harness, '/compact', '')).json).toEqual({ compacted: revision + 1 });
    expect((await command(harness, '/compact', { revision: revision + 100 })).json).toEqual({ compacted: revision + 1 });
  });

  it('to take its time for commits', async () => {
    const harness = new PlaygroundHarness();
    expect((await command(harness, '/commit-latency', { ms: 100 })).json).toEqual({ commitLatencyMs: 100 });
    expect(harness.playground.storage.commitLatencyMs).toBe(100);
  });

  it('to write a snapshot', async () => {
    const harness = new PlaygroundHarness();
    const file = path.join(await folder.path(), 'snapshot');
    const { revision } = harness.playground.storage;
    const { json } = await command(harness, '/snapshot', { file });
    expect(json).toEqual({ revision, records: harness.playground.storage.versions });
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(json.records + 2);
  });

  it.each([
    ['POST', '/compact', { revision: -1 }, 400],
    ['POST', '/compact', { revision: 'all' }, 400],
    ['POST', '/compact', [1], 400],
    ['POST', '/compact', '{', 400],
    ['POST', '/compact', '['.repeat(1000), 400],
    ['POST', '/commit-latency', {}, 400],
    ['POST', '/commit-latency', { ms: 60_001 }, 400],
    ['POST', '/snapshot', { file: 'relative' }, 400],
    ['POST', '/snapshot', { file: '/no/such/folder/file' }, 400],
    ['POST', '/snapshot', { file: '/' }, 400],
    ['GET', '/compact', '', 405],
    ['POST', '/storage', '', 405],
    ['DELETE', '/store', '', 405],
    ['GET', '/constructor', '', 404],
    ['GET', '/api/v1/pods', '', 404],
    ['GET', '/store', '', 400],
    ['GET', '/store?resource=pods', '', 400],
    ['GET', '/store?resource=v1/nothings', '', 404],
    ['GET', '/store?resource=v1/pods&limit=-1', '', 400],
    ['GET', '/ring?resource=v1/pods&from=x', '', 400],
    ['GET', '/object?resource=v1/pods&key=/registry/secrets/x', '', 404],
    ['GET', '/fan-out?resource=v1/pods&revision=99999999999', '', 400],
  ])('%s %s %j: a Status with %4$i', async (method, target, body, code) => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.ask(method, target, { to: 'introspect', body });
    expect([status, json.kind]).toEqual([code, 'Status']);
    expect(harness.errors).toEqual([]);
  });

  it('is not part of the cluster: no path of it leads here', async () => {
    const harness = new PlaygroundHarness();
    for (const target of ['/storage', '/resources', '/trace', '/compact', '/requests']) expect((await harness.get(target)).status).toBe(404);
  });
});
