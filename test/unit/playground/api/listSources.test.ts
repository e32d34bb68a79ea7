import { describe, expect, it } from 'vitest';
import type { FeatureGates } from '../../../../extension/playground/api/featureGates.ts';
import type { PlaygroundOptions } from '../../../../extension/playground/createPlayground.ts';
import type { ReadSource } from '../../../../extension/playground/registry/readCounts.ts';
import type { ResourceStore } from '../../../../extension/playground/registry/resourceStore.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/configmaps';
const resource = { group: '', version: 'v1', resource: 'configmaps' };

const allOff: FeatureGates = { WatchList: false, ConsistentListFromCache: false, ListFromCacheSnapshot: false };

class Fixture {
  readonly harness: PlaygroundHarness;
  readonly store: ResourceStore;

  constructor(options: Partial<PlaygroundOptions> = {}) {
    this.harness = new PlaygroundHarness(options);
    this.store = this.harness.playground.registry.find(resource)!;
  }

  get version(): string {
    return String(this.harness.playground.storage.revision);
  }

  /** Where a list came from. */
  async sourceOf(query: string): Promise<ReadSource[]> {
    const before = this.#counts();
    const { status, text } = await this.harness.get(`${configMaps}?${query}`);
    if (status !== 200) throw new Error(text);
    return this.#counts().filter(([, count], index) => count !== before[index]![1]).map(([source]) => source);
  }

  async write(name: string): Promise<void> {
    await this.harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name } } });
  }

  #counts(): (readonly [ReadSource, number])[] {
    return (['cache', 'snapshot', 'storage'] as const).map((source) => [source, this.store.reads.of(source).requests] as const);
  }
}

describe('where a list is read', () => {
  it('A-30, A-31: by its parameters, as from 1.34 on', async () => {
    const fixture = new Fixture();
    const { version } = fixture;
    await fixture.write('a');
    const { json } = await fixture.harness.get(`${configMaps}?limit=1`);
    const token = encodeURIComponent(json.metadata.continue as string);
    const from = async (...queries: string[]): Promise<ReadSource[]> => [...new Set((await Promise.all(queries.map((query) => fixture.sourceOf(query)))).flat())];
    expect(await from(`resourceVersion=${version}&resourceVersionMatch=Exact`)).toEqual(['snapshot']);
    expect(await from(`resourceVersion=${version}&limit=1`)).toEqual(['snapshot']);
    expect(await from(`continue=${token}`)).toEqual(['snapshot']);
    expect(await from('')).toEqual(['cache']);
    expect(await from('limit=1')).toEqual(['cache']);
    expect(await from('resourceVersion=0', 'resourceVersion=0&limit=1')).toEqual(['cache']);
    expect(await from(`resourceVersion=${version}`, `resourceVersion=${version}&resourceVersionMatch=NotOlderThan&limit=1`)).toEqual(['cache']);
  });

  it('A-31: an older server goes to its storage for the newest, for pages, and for one version', async () => {
    const fixture = new Fixture({ gates: allOff });
    const { version } = fixture;
    await fixture.write('a');
    const { json } = await fixture.harness.get(`${configMaps}?limit=1`);
    for (const query of ['', 'limit=1', `continue=${json.metadata.continue}`, `resourceVersion=${version}&limit=1`, `resourceVersion=${version}&resourceVersionMatch=Exact`]) {
      expect([query, await fixture.sourceOf(query)]).toEqual([query, ['storage']]);
    }
    for (const query of ['resourceVersion=0&limit=1', `resourceVersion=${version}`]) expect([query, await fixture.sourceOf(query)]).toEqual([query, ['cache']]);
  });

  it('A-30, A-31: answers the same from wherever it is read', async () => {
    const texts = await Promise.all(
      [{}, { gates: allOff }, { uncached: new Set(['configmaps']) }].map(async (options) => {
        const fixture = new Fixture(options);
        const { version } = fixture;
        await fixture.write('a');
        await fixture.harness.ask('DELETE', '/api/v1/namespaces/default/configmaps/web-content');
        const first = await fixture.harness.get(`${configMaps}?limit=2&labelSelector=!x`);
        const queries = [`continue=${first.json.metadata.continue}&limit=2`, `resourceVersion=${version}&resourceVersionMatch=Exact&fieldSelector=metadata.namespace%3Ddefault`, '', `resourceVersion=${version}`];
        return [first.text, ...(await Promise.all(queries.map(async (query) => (await fixture.harness.get(`${configMaps}?${query}`)).text)))].map((text) => text.replaceAll(/"uid":"[^"]+"/g, ''));
      }),
    );
    expect(texts[0]!.length).toBe(5);
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
  });

  it('A-34: what the cache no longer knows of its past is read from the storage', async () => {
    const fixture = new Fixture();
    const { version } = fixture;
    fixture.store.cache.interrupt();
    await fixture.write('a');
    await fixture.harness.clock.advance(1000);
    expect(await fixture.sourceOf(`resourceVersion=${version}&resourceVersionMatch=Exact`)).toEqual(['storage']);
    const { json } = await fixture.harness.get(`${configMaps}?resourceVersion=${version}&resourceVersionMatch=Exact`);
    expect(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).not.toContain('a');
  });

  it('A-34: the newest is read from the storage when the cache does not get there in three seconds', async () => {
    const fixture = new Fixture();
    fixture.store.cache.lagMs = 60_000;
    await fixture.write('a');
    const answer = fixture.harness.get(configMaps);
    const notOlder = fixture.harness.get(`${configMaps}?resourceVersion=${fixture.version}`);
    await fixture.harness.clock.advance(3000);
    const { json } = await answer;
    expect(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toContain('a');
    expect(json.metadata.resourceVersion).toBe(fixture.version);
    expect(fixture.store.reads.of('storage').requests).toBe(1);
    expect((await notOlder).json).toMatchObject({ code: 504, reason: 'Timeout' });
    // One that lags behind answers at once who takes what there is.
    const { json: stale } = await fixture.harness.get(`${configMaps}?resourceVersion=0`);
    expect(stale.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).not.toContain('a');
  });

  it('A-33, A-20: while the cache is not ready, a page without selectors comes from the storage, and who asks for more is told when to come again', async () => {
    const fixture = new Fixture();
    fixture.store.cache.interrupt();
    expect(await fixture.sourceOf('limit=1')).toEqual(['storage']);
    expect(await fixture.sourceOf('limit=1&resourceVersion=0')).toEqual(['storage']);
    for (const query of ['', 'resourceVersion=0', 'limit=1&labelSelector=a', 'limit=1&fieldSelector=metadata.name%3Da', 'watch=true', 'watch=true&resourceVersion=1']) {
      const { status, json, retryAfterSeconds } = await fixture.harness.get(`${configMaps}?${query}`);
      expect([query, status, json.reason, json.message, retryAfterSeconds]).toEqual([query, 429, 'TooManyRequests', 'storage is (re)initializing', 1]);
    }
    expect((await fixture.harness.get(`${configMaps}?watch=true&resourceVersion=x`)).status).toBe(422); // this comes first
    await fixture.harness.clock.advance(1000);
    expect(await fixture.sourceOf('')).toEqual(['cache']);
  });

  it('one object: the newest from the storage, with a version from the cache', async () => {
    const fixture = new Fixture();
    const path = '/api/v1/namespaces/default/configmaps/web-content';
    fixture.store.cache.lagMs = 1000;
    await fixture.harness.patch(path, { data: { now: 'yes' } });
    expect((await fixture.harness.get(path)).json.data).toHaveProperty('now');
    expect((await fixture.harness.get(`${path}?resourceVersion=0`)).json.data).not.toHaveProperty('now');
    expect([fixture.store.reads.of('storage').objects, fixture.store.reads.of('cache').objects]).toEqual([1, 1]);
    await fixture.write('b');
    expect((await fixture.harness.get('/api/v1/namespaces/default/configmaps/b?resourceVersion=0')).status).toBe(404);
  });
});

describe('a resource without a watch cache (A-13)', () => {
  const options = { uncached: new Set(['configmaps']) };

  it('A-13, A-32: its lists come from the storage, in pages also where any version will do', async () => {
    const fixture = new Fixture(options);
    for (const query of ['', 'limit=1&resourceVersion=0', `resourceVersion=${fixture.version}`]) expect(await fixture.sourceOf(query)).toEqual(['storage']);
    const { json } = await fixture.harness.get(`${configMaps}?limit=1&resourceVersion=0`);
    expect([json.items.length, json.metadata.continue !== undefined]).toEqual([1, true]);
    const pods = await fixture.harness.get('/api/v1/pods?limit=1&resourceVersion=0');
    expect(pods.json.items.length).toBeGreaterThan(1); // others have one
  });

  it('A-13, A-22: its watches come from the storage: what is there, or what came after a version, and then what comes', async () => {
    const fixture = new Fixture(options);
    const from = fixture.version;
    await fixture.write('a');
    await fixture.harness.ask('DELETE', '/api/v1/namespaces/default/configmaps/a');
    const watches = await Promise.all(
      [`resourceVersion=${from}`, 'resourceVersion=0&fieldSelector=metadata.name%3Dweb-content', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&fieldSelector=metadata.name%3Dweb-content'].map((query) =>
        fixture.harness.watch(`${configMaps}?watch=true&${query}`),
      ),
    );
    await fixture.harness.patch('/api/v1/namespaces/default/configmaps/web-content', { data: { x: '1' } });
    await fixture.harness.clock.settle();
    expect(watches.map((watch) => watch.lines())).toEqual([
      ['ADDED default/a', 'DELETED default/a', 'MODIFIED default/web-content'],
      ['ADDED default/web-content', 'MODIFIED default/web-content'],
      ['ADDED default/web-content', `BOOKMARK ${Number(from) + 2} end`, 'MODIFIED default/web-content'],
    ]);
    for (const watch of watches) watch.close();
  });

  it('A-13, A-35: what is compacted has expired for a watch too, and only that', async () => {
    const fixture = new Fixture(options);
    const from = fixture.version;
    await fixture.write('a');
    await fixture.write('b');
    fixture.harness.playground.storage.compact(Number(from) + 1);
    const late = await fixture.harness.watch(`${configMaps}?watch=true&resourceVersion=${from}`);
    expect([late.status, late.ended, late.lines()]).toEqual([200, true, ['ERROR Expired']]);
    const watch = await fixture.harness.watch(`${configMaps}?watch=true&resourceVersion=${Number(from) + 1}`);
    expect(watch.lines()).toEqual(['ADDED default/b']);
  });

  it('A-28: they end at their deadline, and one that does not read is closed', async () => {
    const fixture = new Fixture(options);
    const watch = await fixture.harness.watch(`${configMaps}?watch=true&resourceVersion=${fixture.version}&timeoutSeconds=10`);
    await fixture.harness.clock.advance(9_900);
    expect(watch.ended).toBe(false);
    await fixture.harness.clock.advance(200);
    expect(watch.ended).toBe(true);
  });
});

describe('a server that knows no streamed lists', () => {
  it('A-22, A-23, A-31: begins a watch from nowhere with what the cache has, marks no end, and refuses sendInitialEvents', async () => {
    const fixture = new Fixture({ gates: allOff });
    for (const query of ['resourceVersion=0', 'allowWatchBookmarks=true', 'allowWatchBookmarks=true&resourceVersion=0']) {
      const watch = await fixture.harness.watch(`/api/v1/namespaces/default/configmaps?watch=true&${query}`);
      expect(watch.lines()).toEqual(['ADDED default/kube-root-ca.crt', 'ADDED default/web-content']);
      watch.close();
    }
    const { status, json } = await fixture.harness.get(`${configMaps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
    expect([status, json.details.causes[0].field]).toEqual([422, 'sendInitialEvents']);
  });
});
