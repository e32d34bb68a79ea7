import { afterEach, describe, expect, it } from 'vitest';
import { type Reconciler, type ReconcileResult, TerminalError } from '../../../extension/controller/api.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

function configMap(name: string, data = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' }, data };
}

function reconciler(reconcile: Reconciler['reconcile'], more: Partial<Reconciler> = {}): Reconciler {
  return { name: 'test', for: 'v1/configmaps', reconcile, ...more };
}

describe('the worker loop', () => {
  let harness: ControllerHarness;
  afterEach(() => harness.stop());

  it('K-01: done follows in every case', async () => {
    const outcomes: Record<string, () => Promise<ReconcileResult | void>> = {
      'd/success': async () => undefined,
      'd/failure': async () => Promise.reject(new Error('no')),
      'd/terminal': async () => Promise.reject(new TerminalError('no use')),
      'd/later': async () => ({ requeueAfter: 60_000 }),
    };
    harness = new ControllerHarness(reconciler((_context, { key }) => outcomes[key]!()));
    for (const key of Object.keys(outcomes)) harness.cluster.put(configMaps, configMap(key.slice(2)));
    await harness.start();
    expect(harness.probe.of('workqueue.done').map(({ key }) => key).toSorted()).toEqual(Object.keys(outcomes).toSorted());
    expect(harness.controller.queue.snapshot(9).processing).toEqual([]);
    expect(harness.controller.busy).toBe(0);
  });

  it('K-02: fewer than five retries: again, with back-off; then forgotten, dropped and reported, until it changes', async () => {
    harness = new ControllerHarness(reconciler(async () => Promise.reject(new Error('no')), { maxRetries: 5 }));
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.clock.advance(3_600_000);
    expect(harness.probe.of('reconcile.start')).toHaveLength(6);
    expect(harness.probe.of('workqueue.ratelimited').map(({ after }) => after)).toEqual([5, 10, 20, 40, 80]);
    expect(harness.probe.of('workqueue.drop')).toMatchObject([{ key: 'd/a', attempts: 5 }]);
    expect(harness.log.lines.filter((line) => line.startsWith('error'))).toEqual(['error test: d/a is dropped after 5 retries, until it changes: no']);
    expect(harness.controller.queue.numRequeues('d/a')).toBe(0);
    harness.cluster.put(configMaps, configMap('a', { changed: '1' }));
    await harness.clock.settle();
    expect(harness.probe.of('workqueue.ratelimited').at(-1)).toMatchObject({ after: 5, attempts: 1 });
  });

  it('K-03: what is missing in the cache was deleted, which is no error', async () => {
    const found: (string | undefined)[] = [];
    harness = new ControllerHarness(
      reconciler(async ({ cache }, { namespace, name }) => void found.push((await cache.get('v1/configmaps', namespace, name))?.metadata.name)),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    harness.cluster.remove(configMaps, 'd/a');
    await harness.clock.settle();
    expect(found).toEqual(['a', undefined]);
    expect(harness.probe.of('reconcile.error')).toEqual([]);
  });

  it('K-11: a reconciler that throws at once, and not by its promise, fails as any other', async () => {
    harness = new ControllerHarness(
      reconciler(() => {
        throw new TypeError('undefined is not a function');
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.clock.advance(5);
    expect(harness.probe.of('reconcile.error')).toHaveLength(2);
    expect(harness.controller.queue.numRequeues('d/a')).toBe(2);
  });

  it('with priorities: what is new goes before what was there, and what has not changed', async () => {
    const order: string[] = [];
    harness = new ControllerHarness(reconciler(async (_context, { key }) => void order.push(key), { priority: true }));
    for (const name of ['old-1', 'old-2']) harness.cluster.put(configMaps, configMap(name));
    harness.gate.close('workqueue.get');
    await harness.start();
    harness.cluster.put(configMaps, configMap('new'));
    await harness.clock.settle();
    expect(harness.probe.of('workqueue.add').map(({ key, priority }) => [key, priority])).toEqual([
      ['d/old-1', -100],
      ['d/old-2', -100],
      ['d/new', 0],
    ]);
    harness.gate.open();
    await harness.clock.settle();
    expect(order).toEqual(['d/new', 'd/old-1', 'd/old-2']);
  });

  it.each<[string, () => ReconcileResult]>([
    ['fails', () => { throw new Error('not yet'); }],
    ['asks for another run', () => ({ requeue: true })],
    ['asks for one later', () => ({ requeueAfter: 5 })],
  ])('with priorities: what was there keeps its low one when it %s', async (_, once) => {
    let isFirst = true;
    harness = new ControllerHarness(
      reconciler(() => {
        if (!isFirst) return;
        isFirst = false;
        return once();
      }, { priority: true }),
    );
    harness.cluster.put(configMaps, configMap('old'));
    await harness.start();
    await harness.clock.advance(5);
    expect(harness.probe.of('workqueue.get').map(({ key, priority }) => [key, priority])).toEqual([['d/old', -100], ['d/old', -100]]);
  });

  it('a retry leads back to the run that failed, and that to every delta that had asked for it', async () => {
    let failures = 1;
    harness = new ControllerHarness(
      reconciler(async () => {
        if (failures-- > 0) throw new Error('not yet');
      }),
    );
    await harness.start();
    harness.gate.close('workqueue.get');
    for (const version of ['1', '2', '3']) {
      harness.cluster.put(configMaps, configMap('a', { version }));
      await harness.clock.settle();
    }
    harness.gate.open();
    await harness.clock.advance(5);
    const [first, second] = harness.probe.of('reconcile.start');
    const deltas = (seq: number): string[] =>
      harness.probe.chain(seq).flatMap((entry) => (entry.kind === 'queue.add' ? [`${entry.delta} ${entry.rv}`] : []));
    expect(deltas(first!.seq).map((delta) => delta.split(' ')[0])).toEqual(['Added', 'Updated', 'Updated']);
    expect(harness.probe.chain(second!.seq).map(({ kind }) => kind)).toContain('reconcile.error');
    expect(deltas(second!.seq)).toEqual(deltas(first!.seq));
  });
});
