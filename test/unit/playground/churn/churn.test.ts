import { beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import type { ChurnRate } from '../../../../extension/introspection/world.ts';
import { createPlayground } from '../../../../extension/playground/createPlayground.ts';
import type { StorageEvent } from '../../../../extension/playground/storage/storage.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';
import { isHeartbeat } from '../../../support/worldAtRest.ts';

// A minute of a busy cluster is a second of work, on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Story {
  readonly events: readonly StorageEvent[];
  readonly harness: PlaygroundHarness;
}

async function story(seed: number, churn: ChurnRate, ms: number): Promise<Story> {
  const harness = new PlaygroundHarness({ seed, churn, controllers: ['*'] });
  const events: StorageEvent[] = [];
  harness.playground.storage.onCommit((event) => events.push(event));
  await harness.clock.advance(ms);
  return { events, harness };
}

/** Each change on a line, with everything in it but the time of day. */
function told(events: readonly StorageEvent[]): string[] {
  return events.map(({ type, key, current }) => `${type} ${key} ${JSON.stringify(current.object).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')}`);
}

function withoutHeartbeats(events: readonly StorageEvent[]): StorageEvent[] {
  return events.filter(({ key }) => !isHeartbeat(key));
}

describe('churn', () => {
  let busy: Story;
  beforeAll(async () => {
    busy = await story(1, 'busy', 60_000);
  });

  it('is the same for the same seed, to the last uid, and another for another', async () => {
    const same = await story(1, 'busy', 15_000);
    const other = await story(2, 'busy', 5_000);
    expect(same.events.length).toBeGreaterThan(100);
    const whole = (events: readonly StorageEvent[]): string[] => events.map(({ type, key, current }) => `${type} ${key} ${JSON.stringify(current.object)}`);
    expect(whole(same.events)).toEqual(whole(busy.events.slice(0, same.events.length)));
    expect(told(other.events)).not.toEqual(told(busy.events.slice(0, other.events.length)));
  });

  it('is the same on the clock of a machine, whatever else that does', async () => {
    const wanted = 60;
    const happened = async (hindered: boolean): Promise<string[]> => {
      const playground = createPlayground({ size: 'small', seed: 1, churn: 'busy', clock: systemClock, logger: silentLogger });
      const events: StorageEvent[] = [];
      await new Promise<void>((resolve) => {
        playground.storage.onCommit((event) => {
          events.push(event);
          // Blocks the event loop for a while, at moments of no regularity.
          const until = systemClock.now() + (hindered ? Math.random() * 20 : 0);
          while (systemClock.now() < until);
          if (events.length === wanted) resolve();
        });
      });
      await playground.close();
      return told(events.slice(0, wanted));
    };
    const [quiet, hindered] = await Promise.all([happened(false), happened(true)]);
    expect(hindered).toEqual(quiet);
    expect(quiet).toEqual(told(busy.events.slice(0, wanted)));
  });

  it('is not changed by clients that watch, list and make things of another kind', async () => {
    const harness = new PlaygroundHarness({ seed: 1, churn: 'busy', controllers: ['*'] });
    const events: StorageEvent[] = [];
    harness.playground.storage.onCommit((event) => events.push(event));
    const watch = await harness.watch('/api/v1/pods?watch=true&allowWatchBookmarks=true');
    const made = await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { generateName: 'mine-' } } });
    expect(made.status).toBe(201);
    for (let second = 0; second < 10; second++) {
      await harness.clock.advance(1000);
      await harness.get('/api/v1/pods');
    }
    const names = (all: readonly StorageEvent[]): string[] => all.filter(({ key }) => !key.includes('/mine-')).map(({ type, key }) => `${type} ${key}`);
    const undisturbed = names(busy.events);
    expect(watch.events.length).toBeGreaterThan(20);
    expect(names(events)).toEqual(undisturbed.slice(0, names(events).length));
    watch.close();
  });

  it('brings heartbeats, crashes, replaced pods, scaling and changed settings', () => {
    const kinds = new Set(busy.events.map(({ type, key }) => `${type} ${key.split('/')[2] === 'apps' ? key.split('/')[3] : key.split('/')[2]}`));
    expect([...kinds]).toEqual(expect.arrayContaining(['MODIFIED nodes', 'MODIFIED configmaps', 'MODIFIED replicasets', 'ADDED pods', 'MODIFIED pods', 'DELETED pods', 'ADDED events', 'MODIFIED events']));
    expect(busy.events.some(({ current }) => JSON.stringify(current.object).includes('"restartCount":1'))).toBe(true);
    expect(busy.harness.errors).toEqual([]);
  });

  it('leaves the cluster mostly well, and as large as it was', async () => {
    const harness = new PlaygroundHarness({ seed: 3, churn: 'busy', controllers: ['*'] });
    let [all, ready, looks] = [0, 0, 0];
    for (; looks < 12; looks++) {
      await harness.clock.advance(5_000);
      const { items } = (await harness.get('/api/v1/pods?labelSelector=app')).json;
      all += items.length;
      ready += items.filter(({ status }: { status: { conditions?: { type: string; status: string }[] } }) =>
        status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
      ).length;
      expect(items.length).toBeGreaterThanOrEqual(9);
      expect(items.length).toBeLessThanOrEqual(16);
    }
    // At one moment or another it may be less.
    expect(ready / all).toBeGreaterThan(0.5);
  });

  it('calm is a change every few seconds, busy several a second', async () => {
    const calm = withoutHeartbeats((await story(1, 'calm', 60_000)).events).length;
    expect(calm).toBeGreaterThan(15);
    expect(calm).toBeLessThan(240);
    expect(busy.events.length).toBeGreaterThan(400);
  });

  it('off is nothing at all, but for the heartbeats of the nodes', async () => {
    expect(withoutHeartbeats((await story(1, 'off', 600_000)).events)).toEqual([]);
  });

  it('goes on when what it is about is gone', async () => {
    const harness = new PlaygroundHarness({ churn: 'busy', controllers: ['*'] });
    for (const namespace of ['shop']) await harness.ask('DELETE', `/api/v1/namespaces/${namespace}`);
    await harness.ask('DELETE', '/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler-status');
    await harness.clock.advance(30_000);
    expect(harness.errors).toEqual([]);
    expect((await harness.get('/api/v1/namespaces/default/pods')).json.items).toHaveLength(3);
  });
});
