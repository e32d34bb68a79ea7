import { afterEach, describe, expect, it } from 'vitest';
import type { Limiter, Reconciler } from '../../../extension/controller/api.ts';
import { createLimiter, createQueue } from '../../../extension/controller/controllerQueue.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { PriorityQueue } from '../../../extension/workqueue/priorityQueue.ts';
import { RateLimitingQueue } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { enginePorts } from '../../support/enginePorts.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' } });

describe('createQueue', () => {
  const queueOf = (asked: Pick<Reconciler, 'queue' | 'limiter' | 'priority'>) => createQueue(asked, { name: 'q', ...enginePorts() });

  it('makes client-go’s rate limiting queue, or controller-runtime’s with priorities', () => {
    expect(queueOf({})).toBeInstanceOf(RateLimitingQueue);
    expect(queueOf({ queue: 'rateLimiting', priority: true })).toBeInstanceOf(PriorityQueue);
    expect(queueOf({ queue: 'fifo' })).not.toBeInstanceOf(RateLimitingQueue);
  });

  it('takes the limiter that is asked for', () => {
    const queue = queueOf({ limiter: { type: 'bucket', qps: 1, burst: 7 } });
    expect(queue.snapshot(1).tokens).toBe(7);
  });
});

describe('createLimiter', () => {
  const waits = (limiter: Limiter, times: number): number[] => {
    const created = createLimiter(limiter, new FakeClock());
    return Array.from({ length: times }, () => created.when('k'));
  };

  it.each<[Limiter, number[]]>([
    [{ type: 'exponential', baseDelay: 10, maxDelay: 30 }, [10, 20, 30]],
    [{ type: 'fastSlow', fastDelay: 1, slowDelay: 100, maxFastAttempts: 2 }, [1, 1, 100]],
    [{ type: 'bucket', qps: 10, burst: 1 }, [0, 100, 200]],
    [{ type: 'maxOf', limiters: [{ type: 'exponential', baseDelay: 150, maxDelay: 1000 }, { type: 'bucket', qps: 1, burst: 2 }] }, [150, 300, 1000]],
    [{ type: 'withMaxWait', limiter: { type: 'exponential', baseDelay: 10, maxDelay: 1000 }, maxDelay: 15 }, [10, 15, 15]],
  ])('%j', (limiter, expected) => expect(waits(limiter, 3)).toEqual(expected));
});

describe('a controller whose reconciler fails', () => {
  let harness: ControllerHarness;
  let runs: string[] = [];
  const begin = async (failures: number, more: Partial<Reconciler>): Promise<void> => {
    runs = [];
    const left = new Map<string, number>();
    const reconciler: Reconciler = {
      name: 'test',
      for: 'v1/configmaps',
      reconcile(_context, { key }) {
        runs.push(`${key} ${harness.clock.now()}`);
        const remaining = left.get(key) ?? failures;
        left.set(key, remaining - 1);
        if (remaining > 0) throw new Error('not yet');
      },
      ...more,
    };
    harness = new ControllerHarness(reconciler);
    for (const name of ['a', 'b']) harness.cluster.put(configMaps, configMap(name));
    await harness.start();
  };
  afterEach(async () => {
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('fifo: the failed key goes to the end at once, and its failures are counted until it succeeds', async () => {
    await begin(2, { queue: 'fifo' });
    expect(runs).toEqual(['d/a 0', 'd/b 0', 'd/a 0', 'd/b 0', 'd/a 0', 'd/b 0']);
    expect(harness.probe.of('workqueue.get').map(({ attempts }) => attempts)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(harness.probe.of('workqueue.forget').map(({ key }) => key)).toEqual(['d/a', 'd/b']);
    expect(harness.controller.queue.snapshot(9)).toMatchObject({ waiting: [], failures: [], counts: { waiting: 0, failures: 0 } });
    const again = harness.probe.of('workqueue.get')[2]!;
    expect(harness.probe.chain(again.seq).map(({ kind }) => kind)).toContain('reconcile.error');
  });

  it('fifo: requeueAfter does not wait', async () => {
    let asked = 0;
    await begin(0, { queue: 'fifo', reconcile: () => (++asked <= 2 ? { requeueAfter: 60_000 } : undefined) });
    expect(asked).toBe(4);
    expect(harness.clock.now()).toBe(0);
  });

  it('fifo: gives up after maxRetries', async () => {
    await begin(Infinity, { queue: 'fifo', maxRetries: 3 });
    expect(runs).toHaveLength(8);
    expect(harness.probe.of('workqueue.drop').map(({ key, attempts }) => [key, attempts])).toEqual([['d/a', 3], ['d/b', 3]]);
    expect(harness.controller.queue.numRequeues('d/a')).toBe(0);
  });

  it('delaying: each failure costs a second, however many there were', async () => {
    await begin(3, { queue: 'delaying' });
    expect(harness.controller.queue.snapshot(9)).toMatchObject({ waiting: [{ key: 'd/a', dueInMs: 1000 }, { key: 'd/b', dueInMs: 1000 }], failures: [{ key: 'd/a', count: 1 }, { key: 'd/b', count: 1 }] });
    await harness.clock.advance(10_000);
    expect(runs.filter((run) => run.startsWith('d/a'))).toEqual(['d/a 0', 'd/a 1000', 'd/a 2000', 'd/a 3000']);
    expect(harness.probe.of('workqueue.ratelimited')).toEqual([]);
    expect(harness.probe.of('workqueue.delayed').map(({ after }) => after)).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
    expect(harness.controller.queue.snapshot(9).counts.failures).toBe(0);
  });

  it('rateLimiting: waits as long as the reconciler’s limiter says', async () => {
    await begin(3, { limiter: { type: 'fastSlow', fastDelay: 10, slowDelay: 5000, maxFastAttempts: 2 } });
    await harness.clock.advance(10_000);
    expect(runs.filter((run) => run.startsWith('d/a'))).toEqual(['d/a 0', 'd/a 10', 'd/a 20', 'd/a 5020']);
  });
});

it('a queue that is never empty keeps nobody else from their turn', async () => {
  let runs = 0;
  const reconciler: Reconciler = {
    name: 'busy',
    for: 'v1/configmaps',
    queue: 'fifo',
    reconcile() {
      runs++;
      // Each run takes a millisecond of the one thread that there is.
      harness.clock.pass(1);
      throw new Error('never');
    },
  };
  const harness = new ControllerHarness(reconciler);
  harness.cluster.put(configMaps, configMap('a'));
  const controller = harness.start();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const before = runs;
  expect(before).toBeGreaterThan(0);
  await harness.stop();
  await controller;
  const stoppedAt = runs;
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toBe(stoppedAt);
});
