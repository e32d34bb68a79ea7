import { describe, expect, it } from 'vitest';
import { introspectionChecks } from '../../../../extension/inspector/introspection/introspectionChecks.ts';
import { LatencyCounts } from '../../../../extension/playground/traffic/latencyCounts.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

async function trafficOf(harness: PlaygroundHarness, resource: string) {
  const view = await harness.inside('/traffic');
  expect(introspectionChecks.traffic(view, 'traffic')).toBeUndefined();
  return view.resources.find((each: { resource: string }) => each.resource === resource);
}

describe('what lists and watches have cost', () => {
  it('of lists: requests, bytes, and objects by where they were read', async () => {
    const harness = new PlaygroundHarness();
    const { text } = await harness.get('/api/v1/pods');
    const part = await harness.get('/api/v1/pods?limit=5');
    const next = await harness.get(`/api/v1/pods?limit=5&continue=${part.json.metadata.continue}`);
    await harness.get('/api/v1/pods?limit=nothing');
    const { lists, objects, listBytes, listMeasured } = await trafficOf(harness, 'v1/pods');
    expect(lists).toMatchObject({ requests: 3, bytes: text.length + part.text.length + next.text.length });
    expect(lists.fromCache + lists.fromStorage).toBeGreaterThanOrEqual(objects * 2);
    expect([listBytes, listMeasured]).toEqual([text.length, true]);
  });

  it('a list that nobody has asked for, by a sample', async () => {
    const harness = new PlaygroundHarness();
    const { listBytes, listMeasured } = await trafficOf(harness, 'v1/pods');
    const { text } = await harness.get('/api/v1/pods');
    expect(listMeasured).toBe(false);
    expect(Math.abs(listBytes - text.length) / text.length).toBeLessThan(0.2);
  });

  it('of watches: bytes, events apart from what they began with, and how long an event took from its commit', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'before' } } });
    await harness.clock.advance(10);
    const watch = await harness.watch(`${configMaps}?watch=true`);
    const began = watch.lines().length;
    await harness.clock.advance(10);
    for (const name of ['a', 'b']) await harness.ask('POST', configMaps, { body: { metadata: { name } } });
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a', 'ADDED default/b']);
    const { watches } = await trafficOf(harness, 'v1/configmaps');
    expect(watches).toMatchObject({ requests: 1, open: 1, events: 2, fromCache: began, fromStorage: 0, latency: { count: 2 } });
    expect(watches.bytes).toBeGreaterThan(500);
    watch.close();
  });

  it('pollers are refused where there is no socket, and where their plan makes no sense', async () => {
    const harness = new PlaygroundHarness();
    const plan = { resource: 'v1/pods', pollers: 1, periodMs: 100, forMs: 1_000 };
    const start = async (body: object): Promise<[number, string]> => {
      const { status, json } = await harness.ask('POST', '/pollers', { to: 'introspect', body });
      return [status, json.message];
    };
    expect(await start(plan)).toEqual([400, 'the playground is served on no socket that pollers could ask']);
    for (const wrong of [{ resource: 'v1/nothings' }, { resource: 7 }, { pollers: 101 }, { pollers: -1 }, { periodMs: 99 }, { periodMs: 600_001 }, { forMs: 0 }, { forMs: 600_001 }, { consistent: 1 }]) {
      expect((await start({ ...plan, ...wrong }))[0]).toBe(400);
    }
    expect((await harness.ask('POST', '/pollers', { to: 'introspect', body: { pollers: 0 } })).json.pollers).toBeNull();
  });
});

it('latencies are counted in classes that are a tenth wide', () => {
  const counts = new LatencyCounts();
  expect(counts.view()).toEqual({ count: 0, p50: 0, p99: 0, max: 0 });
  for (let ms = 1; ms <= 1_000; ms++) counts.add(ms);
  const { count, p50, p99, max } = counts.view();
  expect([count, max]).toEqual([1_000, 1_000]);
  expect(Math.abs(p50 / 500 - 1)).toBeLessThan(0.06);
  expect(Math.abs(p99 / 990 - 1)).toBeLessThan(0.06);
});
