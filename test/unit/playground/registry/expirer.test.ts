import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

describe('Expirer', () => {
  it('lets events go an hour after they were written last, and nothing else', async () => {
    const harness = new PlaygroundHarness();
    const count = async (resource: string): Promise<number> => (await harness.get(`/api/v1/namespaces/default/${resource}`)).json.items.length;
    expect(await count('events')).toBe(3);
    await harness.clock.advance(15 * 60_000);
    expect(await count('events')).toBe(3);
    await harness.clock.advance(10 * 60_000);
    expect(await count('events')).toBe(0);
    expect(await count('configmaps')).toBe(2);
  });

  it('goes by when they were written, and not by what they say of themselves', async () => {
    const harness = new PlaygroundHarness();
    const event = '/api/v1/namespaces/shop/events/e';
    const involvedObject = { namespace: 'shop' };
    await harness.ask('POST', '/api/v1/namespaces/shop/events', { body: { metadata: { name: 'e' }, involvedObject, lastTimestamp: '2020-01-01T00:00:00Z' } });
    await harness.clock.advance(45 * 60_000);
    expect((await harness.patch(event, { count: 2 })).status).toBe(200);
    await harness.clock.advance(45 * 60_000);
    expect((await harness.get(event)).status).toBe(200);
    await harness.clock.advance(20 * 60_000);
    expect((await harness.get(event)).status).toBe(404);
  });

  it('passes over one that somebody has deleted, though that is not committed yet', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 200_000 });
    const [{ metadata }] = (await harness.get('/api/v1/namespaces/default/events')).json.items;
    await harness.clock.advance(20 * 60_000);
    for (let minute = 0; minute < 60; minute++) {
      void harness.ask('DELETE', `/api/v1/namespaces/default/events/${metadata.name}`);
      await harness.clock.advance(60_000);
    }
    expect((await harness.get('/api/v1/namespaces/default/events')).json.items).toEqual([]);
    expect(harness.errors).toEqual([]);
  });
});
