import { afterEach, describe, expect, it } from 'vitest';
import { type Reconciler, type ReconcileResult, TerminalError } from '../../../extension/controller/api.ts';
import type { WriteAnswer } from '../../../extension/controller/writeTransport.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

const configMap = (name: string, data = {}): { apiVersion: string; kind: string; metadata: object; data: object } => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'd' },
  data,
});

function reconciler(reconcile: Reconciler['reconcile'], more: Partial<Reconciler> = {}): Reconciler {
  return { name: 'test', for: 'v1/configmaps', reconcile, ...more };
}

describe('Controller', () => {
  let harness: ControllerHarness;
  let runs: string[] = [];
  afterEach(async () => {
    runs = [];
    harness.gate.open();
    await harness.stop();
    expect(harness.clock.pending, 'timers left after the stop').toBe(0);
  });

  it('K-04: waits for its caches before the first reconcile', async () => {
    harness = new ControllerHarness(reconciler(async (_context, { key }) => void runs.push(key)));
    harness.gate.close('queue.pop');
    harness.cluster.put(configMaps, configMap('a'));
    harness.cluster.put(configMaps, configMap('b'));
    await harness.start();
    harness.gate.releaseOne();
    await harness.clock.settle();
    expect(harness.probe.of('workqueue.add').map(({ key }) => key)).toEqual(['d/a']);
    expect(runs).toEqual([]);
    harness.gate.open();
    await harness.clock.settle();
    expect(runs).toEqual(['d/a', 'd/b']);
  });

  it('K-02: tries again with back-off after a failure, and forgets the failures after a success', async () => {
    let failures = 3;
    harness = new ControllerHarness(
      reconciler(async () => {
        if (failures-- > 0) throw new Error('not yet');
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    expect(harness.controller.queue.numRequeues('d/a')).toBe(1);
    await harness.clock.advance(5 + 10 + 20);
    expect(harness.probe.of('workqueue.ratelimited').map(({ after }) => after)).toEqual([5, 10, 20]);
    expect(harness.probe.of('reconcile.end')).toHaveLength(1);
    expect(harness.controller.queue.numRequeues('d/a')).toBe(0);
  });

  it('K-10: a terminal error waits for the next change, and does not forget', async () => {
    harness = new ControllerHarness(
      reconciler(async () => {
        throw new TerminalError('no use');
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.clock.advance(3_600_000);
    expect(harness.probe.of('reconcile.start')).toHaveLength(1);
    expect(harness.probe.of('workqueue.drop')).toMatchObject([{ key: 'd/a' }]);
    harness.cluster.put(configMaps, configMap('a', { changed: '1' }));
    await harness.clock.settle();
    expect(harness.probe.of('reconcile.start')).toHaveLength(2);
  });

  it('K-10: requeueAfter forgets and adds later; requeue adds with back-off', async () => {
    const results: ReconcileResult[] = [{ requeueAfter: 3000 }, { requeue: true }, {}];
    harness = new ControllerHarness(
      reconciler(async () => {
        runs.push(String(harness.clock.now()));
        return results.shift()!;
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.clock.advance(10_000);
    expect(runs).toEqual(['0', '3000', '3005']);
    expect(harness.probe.of('reconcile.end').map(({ result }) => result)).toEqual(['requeueAfter', 'requeue', 'done']);
  });

  it('K-06: done comes after the back-off has been decided', async () => {
    harness = new ControllerHarness(
      reconciler(async () => {
        throw new Error('no');
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    const kinds = harness.probe.kinds().filter((kind) => kind.startsWith('workqueue.') || kind.startsWith('reconcile.'));
    expect(kinds.slice(0, 6)).toEqual([
      'workqueue.add',
      'workqueue.get',
      'reconcile.start',
      'reconcile.error',
      'workqueue.ratelimited',
      'workqueue.delayed',
    ]);
    expect(kinds[6]).toBe('workqueue.done');
  });

  it('W-05: never has one key in hand twice, and runs once more for all that came meanwhile', async () => {
    const releases: (() => void)[] = [];
    let inHand = 0;
    let most = 0;
    harness = new ControllerHarness(
      reconciler(async () => {
        most = Math.max(most, ++inHand);
        await new Promise<void>((resolve) => releases.push(resolve));
        inHand--;
      }, { workers: 4 }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    expect(harness.controller.busy).toBe(1);
    for (const version of ['1', '2', '3']) harness.cluster.put(configMaps, configMap('a', { version }));
    await harness.clock.settle();
    releases.shift()!();
    await harness.clock.settle();
    releases.shift()!();
    await harness.clock.settle();
    expect(most).toBe(1);
    expect(harness.probe.of('reconcile.start')).toHaveLength(2);
    expect(harness.controller.busy).toBe(0);
  });

  it('names every watch event that asked for a run, also those that were merged', async () => {
    harness = new ControllerHarness(reconciler(async () => undefined));
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    harness.gate.close('workqueue.get');
    const versions = ['1', '2', '3'].map((version) => harness.cluster.put(configMaps, configMap('a', { version })).metadata.resourceVersion);
    await harness.clock.settle();
    harness.gate.open();
    await harness.clock.settle();
    const [, second] = harness.probe.of('reconcile.start');
    const events = harness.probe.chain(second!.seq).filter((entry) => entry.kind === 'reflector.event');
    expect(events.map(({ rv }) => rv).toSorted()).toEqual(versions);
  });

  it('reads from the Indexer and says which version of it was seen; a resource that is not watched is refused', async () => {
    harness = new ControllerHarness(
      reconciler(async ({ cache }, { namespace, name }) => {
        const object = await cache.get('v1/configmaps', namespace, name);
        runs.push(JSON.stringify(object?.['data']));
        await cache.get('v1/pods', 'd', 'x');
      }),
    );
    const stored = harness.cluster.put(configMaps, configMap('a', { k: 'v' }));
    await harness.start();
    expect(runs).toEqual(['{"k":"v"}']);
    expect(harness.probe.of('reconcile.read')).toMatchObject([
      { lookup: 'get v1/configmaps d/a', cacheRv: stored.metadata.resourceVersion },
    ]);
    expect(harness.probe.of('reconcile.error')[0]!.message).toBe(
      'test reads v1/pods, which it does not watch: name it under `for`, `owns` or `watches`.',
    );
  });

  it('holds a write before it is sent, and sends nothing when it is stopped meanwhile', async () => {
    harness = new ControllerHarness(
      reconciler(async ({ client }) => {
        await client.patch('v1/configmaps', 'd', 'a', { spec: { n: 1 } });
      }),
    );
    harness.gate.close('reconcile.write');
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    expect(harness.gate.steps).toEqual(['reconcile.write d/a']);
    expect(harness.cluster.writes).toEqual([]);
    const stopped = harness.stop();
    harness.gate.open();
    await stopped;
    expect(harness.cluster.writes).toEqual([]);
  });

  it('waits when it is stopped for the answer to what it has sent, and says how that ended', async () => {
    const answer = Promise.withResolvers<WriteAnswer>();
    harness = new ControllerHarness(
      reconciler(async ({ client }) => {
        await client.apply('v1/configmaps', configMap('a') as never);
      }),
      { client: { write: () => answer.promise } },
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    let isStopped = false;
    const stopped = harness.stop().then(() => (isStopped = true));
    await harness.clock.advance(1000);
    expect([isStopped, harness.probe.of('reconcile.write')]).toEqual([false, []]);
    answer.resolve({ code: 201, object: { ...configMap('a'), metadata: { name: 'a', namespace: 'd', resourceVersion: '7' } } as KubeObject });
    await stopped;
    expect(harness.probe.of('reconcile.write')).toMatchObject([{ verb: 'apply', code: 201, rv: '7' }]);
    expect(harness.clock.pending).toBe(0);
  });

  it('gives up a write to which no answer comes, two seconds after it was stopped', async () => {
    harness = new ControllerHarness(
      reconciler(async ({ client }) => {
        await client.apply('v1/configmaps', configMap('a') as never);
      }),
      { client: { write: (_request, _options, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))) } },
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    let isStopped = false;
    const stopped = harness.stop().then(() => (isStopped = true));
    await harness.clock.advance(1999);
    expect(isStopped).toBe(false);
    await harness.clock.advance(1);
    await stopped;
    expect(harness.probe.of('reconcile.write')).toMatchObject([{ verb: 'apply', code: 0 }]);
    expect(harness.clock.pending).toBe(0);
  });

  it('says how the server answered a write that failed, and with 0 when nothing came', async () => {
    let attempts = 0;
    harness = new ControllerHarness(
      reconciler(async ({ client }) => {
        if (++attempts === 1) harness.cluster.failNext = new Error('connection reset');
        await client.create('v1/configmaps', configMap('a') as never);
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.clock.advance(5);
    expect(harness.probe.of('reconcile.write').map(({ verb, target, code }) => [verb, target, code])).toEqual([
      ['create', 'v1/configmaps d/a', 0],
      ['create', 'v1/configmaps d/a', 409],
    ]);
  });

  it('survives a reconciler that throws what is not an error', async () => {
    harness = new ControllerHarness(
      reconciler(async () => {
        throw undefined; // eslint-disable-line
      }),
    );
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    expect(harness.probe.of('reconcile.error')).toMatchObject([{ message: 'undefined' }]);
    expect(harness.controller.queue.numRequeues('d/a')).toBe(1);
  });
});
