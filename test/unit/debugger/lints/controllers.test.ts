import { describe, expect, it } from 'vitest';
import { type Reconciler, TerminalError } from '../../../../extension/controller/api.ts';
import { configMap, configMaps, lintHarness, pods } from '../../../support/lintHarness.ts';
import { pod } from '../../../support/objects.ts';

const watchingConfigMaps = (name: string, reconcile: Reconciler['reconcile'], more: Partial<Reconciler> = {}): Reconciler => ({ name, for: 'v1/configmaps', reconcile, ...more });

/** A reconciler that fails until it is mended. */
function failing() {
  let broken = true;
  const harness = lintHarness({
    reconcilers: [
      watchingConfigMaps('fails', () => {
        if (broken) throw new Error('not today');
      }),
    ],
  });
  return {
    harness,
    mend: () => {
      broken = false;
    },
  };
}

describe('retry storm', () => {
  it('is raised for a key that fails again and again, and cleared when it has passed', async () => {
    const { harness, mend } = failing();
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a'));
    await harness.run('fails');
    await clock.advance(8000);
    expect(harness.raised()).toEqual([]);
    await clock.advance(5000);
    expect(harness.raised()).toEqual(['retry-storm']);
    expect(harness.first()).toMatchObject({ key: 'd/a', evidence: { controller: 'fails', times: 12 } });
    expect(new Set(harness.causes())).toEqual(new Set(['reconcile.error']));
    mend();
    await clock.advance(30_000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is raised for many keys that fail some times each, and cleared when hardly any does', async () => {
    const { harness, mend } = failing();
    const { cluster, clock, session } = harness;
    for (let index = 0; index < 30; index++) cluster.put(configMaps, configMap(`c-${index}`));
    await harness.run('fails');
    await clock.advance(3000);
    expect(harness.raised()).toEqual(['retry-storm']);
    expect(harness.first()!.key).toBeUndefined();
    expect(harness.first()!.evidence).toMatchObject({ controller: 'fails', times: 100 });
    mend();
    await clock.advance(180_000);
    expect(harness.raised()).not.toContain('retry-storm');
    await session.close();
  });

  it('is not raised for what passes after some attempts, nor for what is given up', async () => {
    const attempts = new Map<string, number>();
    const harness = lintHarness({
      reconcilers: [
        watchingConfigMaps('mostly-fails', (_ctx, { key, name }) => {
          if (name === 'hopeless') throw new TerminalError('never');
          const attempt = (attempts.get(key) ?? 0) + 1;
          attempts.set(key, attempt);
          if (attempt < 6) throw new Error('not yet');
        }),
      ],
    });
    const { cluster, clock, session } = harness;
    for (const name of ['a', 'b', 'c', 'hopeless']) cluster.put(configMaps, configMap(name));
    await harness.run('mostly-fails');
    for (let change = 0; change < 20; change++) {
      cluster.put(configMaps, configMap('hopeless', { change: String(change) }));
      await clock.advance(3000);
    }
    expect([...attempts.values()]).toEqual([6, 6, 6]);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is gone with its controller', async () => {
    const harness = lintHarness({
      reconcilers: [
        watchingConfigMaps('fails', () => {
          throw new Error('not today');
        }),
      ],
    });
    const { cluster, clock, session } = harness;
    session.informers.start(configMaps);
    cluster.put(configMaps, configMap('a'));
    const controller = await harness.run('fails');
    await clock.advance(30_000);
    expect(harness.raised()).toEqual(['retry-storm']);
    await controller.stop();
    await clock.advance(2000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });
});

describe('starvation', () => {
  /** A queue with priorities, where one key is always behind another that always comes back. */
  const busy = (high: number): Reconciler =>
    watchingConfigMaps(
      'busy',
      async (_ctx, { name }) => {
        await new Promise<void>((resolve) => void clockOf.clock!.setTimer(50, resolve));
        return name === 'eager' && clockOf.eager ? { requeueAfter: 1, priority: high } : {};
      },
      { priority: true },
    );
  const clockOf: { clock?: { setTimer(ms: number, callback: () => void): unknown }; eager: boolean } = { eager: true };

  it('is raised for a key of low priority that others pass by again and again, and cleared when it is served', async () => {
    clockOf.eager = true;
    const harness = lintHarness({ reconcilers: [busy(10)] });
    const { cluster, clock, session } = harness;
    clockOf.clock = clock;
    for (const name of ['eager', 'other', 'patient']) cluster.put(configMaps, configMap(name));
    await harness.run('busy');
    const churn = async (ms: number): Promise<void> => {
      // Changes have a higher priority than what the first list brings.
      for (let passed = 0; passed < ms; passed += 50) {
        if (clockOf.eager) for (const name of ['eager', 'other']) cluster.put(configMaps, configMap(name, { at: String(clock.now()) }));
        await clock.advance(50);
      }
    };
    await churn(9000);
    expect(harness.raised()).not.toContain('starvation');
    await churn(6000);
    expect(harness.raised()).toContain('starvation');
    const starved = session.lints.raised.find(({ lint }) => lint === 'starvation')!;
    expect(starved).toMatchObject({ key: 'd/patient', evidence: { queue: 'busy' } });
    expect(starved.evidence.times).toBeGreaterThan(20);
    clockOf.eager = false;
    await clock.advance(2000);
    expect(harness.raised()).not.toContain('starvation');
    const closing = session.close();
    await clock.advance(1000);
    await closing;
  });

  it('is not raised where one waits long because all do: first come, first served', async () => {
    const harness = lintHarness({
      reconcilers: [watchingConfigMaps('slow', async () => new Promise<void>((resolve) => void clockOf.clock!.setTimer(1000, () => resolve())))],
    });
    const { cluster, clock, session } = harness;
    clockOf.clock = clock;
    for (let index = 0; index < 40; index++) cluster.put(configMaps, configMap(`c-${index}`));
    await harness.run('slow');
    for (let second = 0; second < 60; second++) {
      cluster.put(configMaps, configMap(`c-${second % 5}`, { at: String(second) }));
      await clock.advance(1000);
    }
    expect(harness.raised()).toEqual([]);
    const closing = session.close();
    await clock.advance(5000);
    await closing;
  });
});

describe('own write not yet seen', () => {
  /** Keeps two pods, with names that the server makes up, by what the cache says. */
  const trusting: Reconciler = {
    name: 'trusting',
    for: 'v1/configmaps',
    owns: ['v1/pods'],
    async reconcile({ cache, client }, { namespace }) {
      const there = await cache.list('v1/pods', namespace);
      if (there.length >= 2) return {};
      await client.create('v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'made-', namespace: namespace! } });
      return { requeueAfter: 100 };
    },
  };

  it('is raised when a reconciler writes on account of a read that did not have its own write, and cleared when that has not happened for a minute', async () => {
    const harness = lintHarness({ reconcilers: [trusting] });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a'));
    cluster.lagging = true; // no pod comes back
    await harness.run('trusting');
    expect(harness.raised()).toEqual([]);
    await clock.advance(150);
    expect(harness.raised()).toEqual(['unseen-write']);
    expect(harness.first()).toMatchObject({ key: 'd/a', evidence: { controller: 'trusting' } });
    expect(harness.causes()).toEqual(['reconcile.write', 'reconcile.read', 'reconcile.write']);
    cluster.deliver();
    await clock.advance(62_000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is not raised for a read that misses one and from which nothing follows, as where a run writes several objects', async () => {
    let stale = 0;
    const harness = lintHarness({
      reconcilers: [
        {
          ...trusting,
          async reconcile({ cache, client }, { namespace }) {
            const there = await cache.list('v1/pods', namespace);
            if (there.length > 0) return {};
            if (stale++ > 0) return {}; // it knows that they are on their way
            for (const name of ['a', 'b', 'c']) await client.create('v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: namespace! } });
            return { requeueAfter: 100 };
          },
        },
      ],
    });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a'));
    cluster.lagging = true;
    await harness.run('trusting');
    await clock.advance(1000);
    cluster.deliver();
    await clock.advance(1000);
    expect([stale, harness.raised()]).toEqual([2, []]);
    const reads = Array.from(session.tracer.entries()).filter(({ kind }) => kind === 'reconcile.read');
    expect(reads.some((read) => 'unseen' in read)).toBe(true);
    await session.close();
  });
});

describe('cached object that is changed', () => {
  it('is raised for a reconciler that tries, with the place, and cleared by a run that does not', async () => {
    const harness = lintHarness({
      reconcilers: [
        watchingConfigMaps('vandal', async ({ cache }, { namespace, name }) => {
          const object = (await cache.get('v1/configmaps', namespace, name)) as { data?: Record<string, string> } | undefined;
          if (object?.data?.['good'] !== 'yes') (object as { data?: unknown }).data = {};
        }),
      ],
    });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a'));
    const controller = await harness.run('vandal');
    controller.controller!.reportMutation({ key: 'd/a', path: 'data', at: '/somewhere/vandal.ts:3:5' });
    await clock.settle();
    expect(harness.raised()).toEqual(['mutated-cache']);
    expect(harness.first()).toMatchObject({ key: 'd/a', evidence: { controller: 'vandal', paths: ['data'], at: '/somewhere/vandal.ts:3:5' } });
    cluster.put(configMaps, configMap('a', { good: 'yes' }));
    await clock.advance(1000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is raised by the detector, for paths and no values, and cleared when the server sends the object anew', async () => {
    const harness = lintHarness({ settings: { detectsMutations: true } });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a', { color: 'blue' }));
    const informer = session.informers.start(configMaps);
    await clock.advance(1000);
    (informer.indexer.get('d/a') as unknown as { data: object }).data = { color: 'precious' };
    await clock.advance(2000);
    expect(harness.raised()).toEqual(['mutated-cache']);
    expect(harness.first()).toMatchObject({ informer: 'v1/configmaps', key: 'd/a', evidence: { paths: ['data.color'] } });
    expect(JSON.stringify(harness.first())).not.toContain('precious');
    cluster.put(configMaps, configMap('a', { color: 'green' }));
    await clock.advance(1000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });
});

describe('reconcile that is not idempotent', () => {
  const counting = (isGood: () => boolean): Reconciler =>
    watchingConfigMaps('counts', async ({ cache, client }, { namespace, name }) => {
      const object = (await cache.get('v1/configmaps', namespace, name)) as { readonly data?: { readonly n?: string } } | undefined;
      if (!object || isGood()) return;
      await client.patch('v1/configmaps', namespace, name, { data: { n: String(Number(object.data?.n ?? '0') + 1) } });
    }, { for: { resource: 'v1/configmaps', predicates: [{ type: 'labels', selector: 'once' }] } });

  it('is raised when a settled key is run once more and writes again, and cleared when it does not', async () => {
    let good = false;
    let written = 0;
    const harness = lintHarness({
      reconcilers: [
        {
          writes: ['v1/pods'],
          ...watchingConfigMaps('makes', async ({ client }, { namespace, name }) => {
            if (!good) await client.create('v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: `${name}-`, namespace: namespace!, labels: { n: String(written++) } } });
          }),
        },
      ],
    });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a'));
    const controller = await harness.run('makes');
    await clock.advance(1000);
    expect([harness.raised(), written]).toEqual([[], 1]);
    const again = async (): Promise<void> => {
      const running = controller.runAgain('d/a');
      await clock.advance(1000);
      await running;
      await clock.settle();
    };
    await again();
    expect(harness.raised()).toEqual(['not-idempotent']);
    expect(harness.first()).toMatchObject({ key: 'd/a', evidence: { controller: 'makes' } });
    expect(harness.causes()).toEqual(['reconcile.again', 'reconcile.write', 'reconcile.end']);
    good = true;
    await again();
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is raised when each write leads to the next, and names the field; cleared when that has stopped', async () => {
    let good = false;
    const harness = lintHarness({ reconcilers: [{ ...counting(() => good), for: 'v1/configmaps' }] });
    const { cluster, clock, session } = harness;
    const write = cluster.write.bind(cluster);
    cluster.write = async (...args) => {
      await new Promise<void>((resolve) => void clock.setTimer(100, resolve));
      return write(...args);
    };
    cluster.put(configMaps, configMap('a'));
    await harness.run('counts');
    await clock.advance(1000);
    expect(harness.raised()).toEqual([]);
    await clock.advance(2000);
    expect(harness.raised()).toEqual(['not-idempotent']);
    expect(harness.first()).toMatchObject({ key: 'd/a', evidence: { controller: 'counts', field: 'data.n' } });
    good = true;
    await clock.advance(1000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('is not raised for writes that change nothing, nor for runs that others have led to', async () => {
    const harness = lintHarness({
      reconcilers: [
        watchingConfigMaps('rewrites', async ({ cache, client }, { namespace, name }) => {
          const object = (await cache.get('v1/configmaps', namespace, name)) as { readonly data?: { readonly spec?: string } } | undefined;
          await client.patch('v1/configmaps', namespace, name, { data: { status: object?.data?.spec ?? '' } });
        }),
      ],
    });
    const { cluster, clock, session } = harness;
    cluster.put(configMaps, configMap('a', { spec: '0' }));
    const controller = await harness.run('rewrites');
    for (let change = 1; change < 40; change++) {
      cluster.put(configMaps, configMap('a', { spec: String(change) }));
      await clock.advance(500);
    }
    const again = controller.runAgain('d/a');
    await clock.advance(1000);
    await again;
    await clock.advance(1000);
    expect(harness.raised()).toEqual([]);
    await session.close();
  });
});

it('nothing at all is raised in ten quiet minutes', async () => {
  const harness = lintHarness({ reconcilers: [watchingConfigMaps('quiet', () => ({}))] });
  const { cluster, clock, session } = harness;
  session.informers.start(pods);
  session.informers.start(pods, { namespace: 'd' });
  for (let index = 0; index < 50; index++) cluster.put(pods, pod(`p-${index}`, 1));
  await harness.run('quiet');
  for (let second = 0; second < 600; second++) {
    cluster.put(pods, pod(`p-${second % 50}`, 1, { labels: { at: String(second) } }));
    if (second % 10 === 0) cluster.put(configMaps, configMap(`c-${second % 30}`, { at: String(second) }));
    await clock.advance(1000);
  }
  expect(Array.from(session.tracer.entries()).filter(({ kind }) => kind.startsWith('lint.'))).toEqual([]);
  await session.close();
});
