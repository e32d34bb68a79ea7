import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const webContent = `${configMaps}/web-content`;

/** True once the promise has settled; asks without waiting for it. */
function settled(promise: Promise<unknown>): () => boolean {
  let done = false;
  void promise.finally(() => (done = true));
  return () => done;
}

describe('a storage that takes 100 ms for a commit', () => {
  it.each([
    ['POST', configMaps, { metadata: { name: 'a' } }, 201],
    ['PATCH', webContent, { data: { x: '1' } }, 200],
    ['DELETE', webContent, {}, 200],
    ['DELETE', `${configMaps}?fieldSelector=metadata.name%3Dweb-content`, {}, 200],
  ])('%s %s is answered when it is committed, and not before', async (method, target, body, code) => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    const answer = harness.ask(method, target, { body, ...(method === 'PATCH' && { contentType: 'application/merge-patch+json' }) });
    const isDone = settled(answer);
    await harness.clock.advance(99);
    expect(isDone()).toBe(false);
    await harness.clock.advance(1);
    expect((await answer).status).toBe(code);
  });

  it('readers wait for nothing and see what is committed, in lists, single objects and watches', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    const before = harness.playground.storage.revision;
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=${before}`);
    void harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } } });
    await harness.clock.advance(50);
    void harness.patch(webContent, { data: { x: '1' } });
    const names = async (query: string): Promise<string[]> => (await harness.get(`${configMaps}?${query}`)).json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    for (const query of ['', 'resourceVersion=0']) expect(await names(query)).not.toContain('a');
    expect((await harness.get(`${configMaps}/a`)).status).toBe(404);
    expect(harness.playground.storage).toMatchObject({ revision: before, head: before + 2, pending: 2 });
    await harness.clock.advance(50);
    expect(watch.lines()).toEqual(['ADDED default/a']);
    expect(await names('')).toContain('a');
    expect((await harness.get(webContent)).json.data).not.toHaveProperty('x');
    await harness.clock.advance(50);
    expect(watch.lines()).toEqual(['MODIFIED default/web-content']);
  });

  it('writers do not get into each other’s way: the second finds what the first has written, committed or not', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    const { json: old } = await harness.get(webContent);
    const first = harness.ask('PUT', webContent, { body: { ...old, data: { by: 'first' } } });
    const second = harness.ask('PUT', webContent, { body: { ...old, data: { by: 'second' } } });
    const again = harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } } });
    const twice = harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } } });
    await harness.clock.advance(100);
    expect((await Promise.all([first, second, again, twice])).map(({ status }) => status)).toEqual([200, 409, 201, 409]);
  });

  it('what changes nothing, or is a dry run, waits for nobody', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    void harness.patch(webContent, { data: { x: '1' } });
    expect((await harness.ask('POST', `${configMaps}?dryRun=All`, { body: { metadata: { name: 'a' } } })).status).toBe(201);
    expect((await harness.ask('DELETE', `${configMaps}/none`)).status).toBe(404);
  });

  it('its controllers come to rest all the same', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100, controllers: ['*'] });
    await harness.clock.advance(10_000);
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const pods = async (): Promise<number> => (await harness.get('/api/v1/namespaces/default/pods')).json.items.length;
    expect(await pods()).toBe(3);
    for (const replicas of [7, 2]) {
      void harness.patch(`${path}/web/scale`, { spec: { replicas } });
      await harness.clock.advance(120_000);
      expect(await pods()).toBe(replicas);
    }
    expect(harness.errors).toEqual([]);
  });

  it('ends at once, and leaves no timer', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 10_000, controllers: ['*'], churn: 'busy' });
    await harness.clock.advance(1000);
    const answer = harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } } });
    await harness.clock.settle();
    await harness.playground.close();
    expect((await answer).status).toBe(201);
    await harness.clock.settle();
    expect(harness.clock.pending).toBe(0);
  });
});
