import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

async function create(harness: PlaygroundHarness, name: string, labels: Record<string, string> = {}): Promise<string> {
  const { json } = await harness.ask('POST', configMaps, { body: { metadata: { name, labels } } });
  return json.metadata.resourceVersion;
}

async function version(harness: PlaygroundHarness): Promise<string> {
  return (await harness.get(`${configMaps}?limit=1`)).json.metadata.resourceVersion;
}

describe('watching', () => {
  it('A-22: a version: what comes after it', async () => {
    const harness = new PlaygroundHarness();
    const from = await version(harness);
    await create(harness, 'a');
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=${from}`);
    await harness.patch(`${configMaps}/a`, { data: { x: '1' } });
    await harness.ask('DELETE', `${configMaps}/a`);
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a', 'MODIFIED default/a', 'DELETED default/a']);
  });

  it('whole objects, with kind and apiVersion, a deletion with its own version', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(`${configMaps}?watch=1&resourceVersion=${await version(harness)}`);
    const created = await create(harness, 'a');
    await harness.ask('DELETE', `${configMaps}/a`);
    await harness.clock.settle();
    const [added, deleted] = watch.events;
    expect(added?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', resourceVersion: created } });
    expect(Number(deleted?.object.metadata.resourceVersion)).toBe(Number(created) + 1);
  });

  it.each([
    ['resourceVersion=0', []],
    ['', []],
    ['allowWatchBookmarks=true', ['end']],
    ['allowWatchBookmarks=true&resourceVersion=0', ['end']],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true', ['end']],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=3', ['end']],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', []],
  ])('A-22, A-25: %j begins with everything, and %j', async (query, end) => {
    const harness = new PlaygroundHarness();
    const at = await version(harness);
    const watch = await harness.watch(`${configMaps}?watch=true&${query}`);
    expect(watch.lines()).toEqual(['ADDED default/kube-root-ca.crt', 'ADDED default/web-content', ...end.map(() => `BOOKMARK ${at} end`)]);
    await create(harness, 'a');
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a']);
  });

  it('A-22: sendInitialEvents=false from nowhere: only what comes', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(`${configMaps}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0`);
    expect(watch.lines()).toEqual([]);
    await create(harness, 'a');
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a']);
  });

  it('A-20: too old is HTTP 200 and one ERROR, then the end', async () => {
    const watch = await new PlaygroundHarness().watch(`${configMaps}?watch=true&resourceVersion=1`);
    expect(watch.status).toBe(200);
    expect(watch.ended).toBe(true);
    expect(watch.events).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }]);
  });

  it('A-20, A-27: a streamed list from a version that does not come: an ERROR too', async () => {
    const harness = new PlaygroundHarness();
    const opening = harness.watch(`${configMaps}?watch=true&resourceVersion=9999&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
    await harness.clock.advance(3_000);
    expect((await opening).events).toMatchObject([{ type: 'ERROR', object: { code: 504, reason: 'Timeout' } }]);
  });

  it.each([
    ['resourceVersion=x', 422],
    ['sendInitialEvents=true', 422],
    ['sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1', 422],
    ['resourceVersionMatch=NotOlderThan&resourceVersion=1', 422],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x', 422],
    ['timeoutSeconds=soon', 400],
  ])('A-20, A-23: %s is refused with %i before there is a stream', async (query, code) => {
    const { status, json } = await new PlaygroundHarness().get(`${configMaps}?watch=true&${query}`);
    expect([status, json.kind]).toEqual([code, 'Status']);
  });

  it('A-28: timeoutSeconds ends it, with a bookmark two seconds before', async () => {
    const harness = new PlaygroundHarness();
    const at = await version(harness);
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=${at}&timeoutSeconds=10&allowWatchBookmarks=true`);
    await harness.clock.advance(9_900);
    expect(watch.lines()).toEqual([`BOOKMARK ${at}`]);
    expect(watch.ended).toBe(false);
    await harness.clock.advance(200);
    expect(watch.ended).toBe(true);
  });

  it('A-28: without it, between 30 and 60 minutes', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=0`);
    await harness.clock.advance(1_799_000);
    expect(watch.ended).toBe(false);
    await harness.clock.advance(1_802_000);
    expect(watch.ended).toBe(true);
  });

  it('A-41: a selector sees arrivals and departures', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=${await version(harness)}&labelSelector=on%3D1`);
    await create(harness, 'a');
    await harness.patch(`${configMaps}/a`, { metadata: { labels: { on: '1' } } });
    await harness.patch(`${configMaps}/a`, { metadata: { labels: { on: null } } });
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a', 'DELETED default/a']);
  });

  it('watches one object by its name', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(`${configMaps}?watch=true&fieldSelector=metadata.name%3Db&resourceVersion=${await version(harness)}`);
    await create(harness, 'a');
    await create(harness, 'b');
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/b']);
  });

  it('sends rows to who watches a table', async () => {
    const harness = new PlaygroundHarness();
    const watch = await harness.watch(
      `${configMaps}?watch=true&allowWatchBookmarks=true&resourceVersion=${await version(harness)}`,
      'application/json;as=Table;v=v1;g=meta.k8s.io',
    );
    await create(harness, 'a');
    await harness.clock.advance(62_000);
    const [added, bookmark] = watch.events;
    expect(added).toMatchObject({ type: 'ADDED', object: { kind: 'Table', rows: [{ cells: ['a', 0, '0s'], object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } } }] } });
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { kind: 'Table', rows: [{ object: { metadata: { resourceVersion: added?.object.metadata.resourceVersion } } }] } });
  });

  it('sends metadata to who watches no more, beside those who watch tables or whole objects', async () => {
    const harness = new PlaygroundHarness();
    const query = `${configMaps}?watch=true&allowWatchBookmarks=true&resourceVersion=${await version(harness)}`;
    const as = (kind: string): string => `application/json;as=${kind};v=v1;g=meta.k8s.io,application/json`;
    const [metadata, table, whole] = [await harness.watch(query, as('PartialObjectMetadata')), await harness.watch(query, as('Table')), await harness.watch(query)];
    await create(harness, 'a');
    await harness.clock.advance(62_000);
    const [added, bookmark] = metadata.events;
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
    expect(added).toMatchObject({ type: 'ADDED', object: { ...partial, metadata: { name: 'a' } } });
    expect(Object.keys(added!.object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { ...partial, metadata: { resourceVersion: added!.object.metadata.resourceVersion } } });
    expect([table, whole].map(({ events: [first] }) => first!.object.kind)).toEqual(['Table', 'ConfigMap']);
  });

  it('marks the end of a streamed list of metadata', async () => {
    const harness = new PlaygroundHarness();
    const query = 'watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    const watch = await harness.watch(`${configMaps}?${query}`, 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io');
    await harness.clock.settle();
    const last = watch.events.at(-1);
    expect(watch.events.slice(0, -1).every(({ type, object }) => type === 'ADDED' && object.kind === 'PartialObjectMetadata')).toBe(true);
    expect(last).toMatchObject({ type: 'BOOKMARK', object: { kind: 'PartialObjectMetadata', metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } } });
  });

  it('leaves nothing behind when the client goes', async () => {
    const harness = new PlaygroundHarness();
    await harness.clock.settle();
    const idle = harness.clock.nextTimerIn!;
    const watch = await harness.watch(`${configMaps}?watch=true&allowWatchBookmarks=true`);
    expect(harness.clock.nextTimerIn).toBeLessThan(2_000);
    watch.close();
    await harness.clock.advance(2_000);
    expect(watch.ended).toBe(true);
    // What comes next is what would have come anyway.
    expect(harness.clock.nextTimerIn).toBeCloseTo(idle - 2_000);
  });

  it('ends with the playground', async () => {
    const harness = new PlaygroundHarness({ controllers: ['*'], churn: 'calm' });
    const watch = await harness.watch(`${configMaps}?watch=true`);
    await harness.playground.close();
    await harness.clock.settle();
    expect(watch.ended).toBe(true);
    expect(harness.clock.pending).toBe(0);
  });
});
