import { describe, expect, it } from 'vitest';
import { builtInResources } from '../../../extension/playground/registry/resources.ts';
import { storedObjectCheck } from '../../../extension/playground/registry/storedObjectCheck.ts';
import { headerLine, type Snapshot, snapshotOf, SnapshotParser, versionLine } from '../../../extension/playground/storage/snapshotFormat.ts';
import { PlaygroundHarness } from '../../support/playgroundHarness.ts';

/** What a file would hold, and what would be made of it. */
function written(harness: PlaygroundHarness): Snapshot {
  const snapshot = snapshotOf(harness.playground.storage);
  const parser = new SnapshotParser(storedObjectCheck(builtInResources));
  for (const line of [headerLine(snapshot), ...snapshot.versions.map(versionLine)]) expect([parser.take(line), line]).toEqual([undefined, line]);
  return parser.result();
}

const websites = {
  metadata: { name: 'websites.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'websites', kind: 'Website' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { url: { type: 'string' } } } } } } }],
  },
};

const pods = '/api/v1/namespaces/default/pods';

describe('a playground that goes on where another one stopped', () => {
  it.each(['small', 'town'] as const)('takes every object of its own world for one that it may hold: %s', { timeout: 60_000 }, (size) => {
    const harness = new PlaygroundHarness({ size });
    expect(written(harness).versions).toHaveLength(harness.playground.storage.versions);
  });

  it('has the same objects at the same versions, and its past: exact versions, pages that were begun', async () => {
    const before = new PlaygroundHarness();
    const version = before.playground.storage.revision;
    const page = (await before.get('/api/v1/pods?limit=5')).json.metadata.continue;
    await before.ask('DELETE', '/api/v1/namespaces/default/configmaps/web-content');
    const after = new PlaygroundHarness({ restored: written(before) });
    for (const target of ['/api/v1/pods', '/api/v1/configmaps', `/api/v1/configmaps?resourceVersion=${version}&resourceVersionMatch=Exact`, `/api/v1/pods?limit=5&continue=${page}`]) {
      expect((await after.get(target)).text).toBe((await before.get(target)).text);
    }
  });

  it('A-07, A-15: has watch caches that begin anew: who watched has to list again', async () => {
    const before = new PlaygroundHarness();
    const version = before.playground.storage.revision;
    await before.patch('/api/v1/namespaces/default/configmaps/web-content', { data: { x: '1' } });
    const after = new PlaygroundHarness({ restored: written(before) });
    expect((await after.watch(`/api/v1/configmaps?watch=true&resourceVersion=${version}`)).lines()).toEqual(['ERROR Expired']);
    expect((await after.watch(`/api/v1/configmaps?watch=true&resourceVersion=${version + 1}`)).ended).toBe(false);
  });

  it('says which cluster it is by the seed that was given, and that one makes the same cluster', async () => {
    const [before, other] = [new PlaygroundHarness({ seed: 7 }), new PlaygroundHarness({ seed: 8 })];
    const { seed } = await before.inside('/world');
    expect([seed, (await other.inside('/world')).seed]).toEqual([7, 8]);
    const again = new PlaygroundHarness({ seed });
    expect((await again.get('/api/v1/pods')).text).toBe((await before.get('/api/v1/pods')).text);
    expect((await other.get('/api/v1/pods')).text).not.toBe((await before.get('/api/v1/pods')).text);
    await before.patch('/api/v1/namespaces/default/configmaps/web-content', { data: { x: '1' } });
    const after = new PlaygroundHarness({ seed, restored: written(before) });
    expect((await after.inside('/world')).seed).toBe(7);
  });

  it('serves the kinds that people brought', async () => {
    const before = new PlaygroundHarness();
    await before.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: websites });
    await before.clock.settle();
    const created = await before.ask('POST', '/apis/example.com/v1/namespaces/default/websites', { body: { kind: 'Website', apiVersion: 'example.com/v1', metadata: { name: 'a' }, spec: { url: 'x' } } });
    expect(created.status).toBe(201);
    const after = new PlaygroundHarness({ restored: written(before) });
    await after.clock.settle();
    expect((await after.get('/apis/example.com/v1/namespaces/default/websites/a')).json).toEqual(created.json);
  });

  it('gives no name and no uid a second time', async () => {
    const settings = { controllers: ['*'] } as const;
    const before = new PlaygroundHarness(settings);
    await before.clock.advance(1000);
    const uids = new Set<string>();
    const replace = async (harness: PlaygroundHarness): Promise<void> => {
      for (const { metadata } of (await harness.get(pods)).json.items) {
        await harness.ask('DELETE', `${pods}/${metadata.name}?gracePeriodSeconds=0`);
      }
      await harness.clock.advance(60_000);
      for (const { metadata } of (await harness.get(pods)).json.items) {
        expect(uids).not.toContain(metadata.uid);
        uids.add(metadata.uid);
      }
    };
    await replace(before);
    const after = new PlaygroundHarness({ ...settings, restored: written(before) });
    await after.clock.advance(1000);
    await replace(after);
    expect(uids.size).toBe(6);
    expect(after.errors).toEqual([]);
  });
});
