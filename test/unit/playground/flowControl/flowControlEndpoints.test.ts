import { describe, expect, it } from 'vitest';
import { introspectionChecks } from '../../../../extension/inspector/introspection/introspectionChecks.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

describe('what the playground shows of its flow control', () => {
  it('its levels and schemas, and what has gone through them', async () => {
    const harness = new PlaygroundHarness({ inflight: { reading: 30, mutating: 10 } });
    const watch = await harness.watch('/api/v1/pods?watch=true');
    await harness.get('/api/v1/pods');
    const view = await harness.inside('/flow-control');
    expect(introspectionChecks.flowControl(view, 'view')).toBeUndefined();
    expect(view).toMatchObject({ maxReading: 30, maxMutating: 10, reading: 0, mutating: 0, watching: 1 });
    expect(view.levels[0]).toMatchObject({ name: 'exempt', exempt: true, seatsInUse: 0, dispatched: 2, rejected: 0 });
    expect(view.schemas.map(({ precedence }: { precedence: number }) => precedence)).toEqual([1, 2, 100, 150, 200, 400, 500, 800, 800, 900, 9000, 9900, 10_000]);
    expect(new Set(view.schemas.map(({ uid }: { uid: string }) => uid)).size).toBe(13);
    watch.close();
  });

  it('takes other limits, and says which hold', async () => {
    const harness = new PlaygroundHarness();
    const set = (body: unknown) => harness.ask('POST', '/max-inflight', { to: 'introspect', body });
    expect((await set({ reading: 7 })).json).toEqual({ reading: 7, mutating: 200 });
    expect((await set({})).json).toEqual({ reading: 7, mutating: 200 });
    expect((await harness.inside('/flow-control')).maxReading).toBe(7);
    for (const wrong of [{ reading: -1 }, { reading: 1.5 }, { mutating: '3' }, { mutating: 10_001 }, { reading: 0, mutating: 0 }]) expect((await set(wrong)).status).toBe(400);
    expect((await harness.ask('GET', '/max-inflight', { to: 'introspect' })).status).toBe(405);
  });
});
