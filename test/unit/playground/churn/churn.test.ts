import { describe, expect, it } from 'vitest';
import type { ChurnRate } from '../../../../extension/playground/churn/churn.ts';
import type { StorageEvent } from '../../../../extension/playground/storage/storage.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

async function story(seed: number, churn: ChurnRate, ms: number): Promise<{ events: StorageEvent[]; harness: PlaygroundHarness }> {
  const harness = new PlaygroundHarness({ seed, churn, controllers: true });
  const events: StorageEvent[] = [];
  harness.playground.storage.onCommit((event) => events.push(event));
  await harness.clock.advance(ms);
  return { events, harness };
}

function told(events: readonly StorageEvent[]): string[] {
  return events.map(({ type, key, current }) => `${type} ${key} ${current.json}`);
}

describe('churn', () => {
  it('is the same for the same seed, to the last uid, and another for another', async () => {
    const one = await story(5, 'busy', 20_000);
    const same = await story(5, 'busy', 20_000);
    const other = await story(6, 'busy', 20_000);
    expect(told(same.events)).toEqual(told(one.events));
    expect(told(other.events)).not.toEqual(told(one.events));
  });

  it('brings heartbeats, crashes, replaced pods, scaling and changed settings', async () => {
    const { events, harness } = await story(1, 'busy', 60_000);
    const kinds = new Set(events.map(({ type, key }) => `${type} ${key.split('/')[2] === 'apps' ? key.split('/')[3] : key.split('/')[2]}`));
    expect([...kinds]).toEqual(expect.arrayContaining(['MODIFIED nodes', 'MODIFIED configmaps', 'MODIFIED replicasets', 'ADDED pods', 'MODIFIED pods', 'DELETED pods', 'ADDED events', 'MODIFIED events']));
    expect(events.some(({ current }) => current.json.includes('"restartCount":1'))).toBe(true);
    expect(harness.errors).toEqual([]);
  });

  it('leaves the cluster mostly well, and as large as it was', async () => {
    const { harness } = await story(3, 'busy', 120_000);
    const { items } = (await harness.get('/api/v1/pods?labelSelector=app')).json;
    const ready = items.filter(({ status }: { status: { conditions?: { type: string; status: string }[] } }) =>
      status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
    );
    expect(items.length).toBeGreaterThanOrEqual(9);
    expect(items.length).toBeLessThanOrEqual(16);
    expect(ready.length).toBeGreaterThanOrEqual(items.length / 2);
  });

  it('calm is a change every few seconds, busy several a second', async () => {
    const calm = (await story(1, 'calm', 60_000)).events.length;
    const busy = (await story(1, 'busy', 60_000)).events.length;
    expect(calm).toBeGreaterThan(15);
    expect(calm).toBeLessThan(240);
    expect(busy).toBeGreaterThan(400);
  });

  it('off is nothing at all', async () => {
    expect((await story(1, 'off', 600_000)).events).toEqual([]);
  });

  it('goes on when what it is about is gone', async () => {
    const harness = new PlaygroundHarness({ churn: 'busy', controllers: true });
    for (const namespace of ['shop']) await harness.ask('DELETE', `/api/v1/namespaces/${namespace}`);
    await harness.ask('DELETE', '/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler-status');
    await harness.clock.advance(60_000);
    expect(harness.errors).toEqual([]);
    expect((await harness.get('/api/v1/namespaces/default/pods')).json.items).toHaveLength(3);
  });
});
