import { afterEach, describe, expect, it } from 'vitest';
import type { KubeObject, ReconcileContext, Reconciler } from '../../../extension/controller/api.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const stored = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd', labels: { app: 'web' } }, data: { k: 'v' }, spec: { list: [{ n: 1 }] } };

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

describe('objects of the cache, in the hands of a reconciler', () => {
  let harness: ControllerHarness;
  const begin = async (reconcile: Reconciler['reconcile'], more: Partial<Reconciler> = {}, isolated = false): Promise<void> => {
    harness = new ControllerHarness({ name: 'test', for: 'v1/configmaps', reconcile, ...more }, { isolated });
    harness.cluster.put(configMaps, stored);
    await harness.start();
  };
  const read = async ({ cache }: ReconcileContext): Promise<Loose> => cache.get('v1/configmaps', 'd', 'a');
  afterEach(() => harness.stop());

  it.each<[string, (object: Loose) => void]>([
    ['data.k', (object) => (object.data.k = 'w')],
    ['data.new', (object) => (object.data.new = 'w')],
    ['data.k', (object) => delete object.data.k],
    ['metadata.labels["app/name"]', (object) => (object.metadata.labels['app/name'] = 'x')],
    ['spec.list[0].n', (object) => object.spec.list[0].n++],
    ['spec.list[1]', (object) => object.spec.list.push({})],
    ['status', (object) => Object.assign(object, { status: {} })],
  ])('cannot be changed: %s', async (path, change) => {
    await begin(async (context) => {
      change(await read(context));
    });
    const [error] = harness.probe.of('reconcile.error');
    expect(error!.message).toContain(`${path} of ConfigMap d/a cannot be changed`);
    const [mutation] = harness.probe.of('reconcile.mutation');
    const [start] = harness.probe.of('reconcile.start');
    expect(mutation).toMatchObject({ controller: 'test', key: 'd/a', path, cause: [start!.seq] });
    expect(mutation!.at).toMatch(/guardedReconciler\.test\.ts:\d+:\d+$/);
    expect(harness.log.lines.filter((line) => line.includes(`tried to change ${path} of the cache at `))).toHaveLength(1);
    expect(harness.factory.informers[0]!.indexer.get('d/a')).toMatchObject(stored);
  });

  it('are reported to be changed though the reconciler swallows the error', async () => {
    await begin(async (context) => {
      const object = await read(context);
      try {
        object.data.k = 'w';
      } catch {
        // ignored
      }
    });
    expect(harness.probe.of('reconcile.error')).toEqual([]);
    expect(harness.probe.of('reconcile.mutation')).toMatchObject([{ path: 'data.k' }]);
  });

  it('are guarded in lists and indexes, too, and the lists are the reconciler’s own', async () => {
    await begin(async ({ cache }) => {
      const all = (await cache.list('v1/configmaps')) as Loose[];
      const found = (await cache.byIndex('v1/configmaps', 'labels', 'app=web')) as Loose[];
      for (const object of [all[0], found[0]]) {
        try {
          object.data.k = 'w';
        } catch {
          // reported
        }
      }
      all.reverse();
      all.pop();
    });
    expect(harness.probe.of('reconcile.mutation')).toHaveLength(2);
    expect(harness.probe.of('reconcile.end')).toHaveLength(1);
  });

  it('can be copied, and the copy changed and written', async () => {
    await begin(async (context) => {
      const object = await read(context);
      if (object.data.k === 'w') return;
      const { data, ...rest } = object;
      await context.client.update('v1/configmaps', { ...rest, data: { ...data, k: 'w' } } as KubeObject);
    });
    expect(harness.cluster.object(configMaps, 'd/a')!['data']).toEqual({ k: 'w' });
    expect(harness.probe.of('reconcile.mutation')).toEqual([]);
  });

  it('are guarded in `map`: it is the handler’s error', async () => {
    const map = (object: Loose) => [{ namespace: (object.metadata.namespace = 'x'), name: 'a' }];
    await begin(() => undefined, { watches: [{ resource: 'v1/configmaps', map }] });
    expect(harness.probe.of('reconcile.mutation')).toMatchObject([{ key: 'd/a', path: 'metadata.namespace' }]);
    expect(harness.probe.of('handler.error')).toMatchObject([{ key: 'd/a', message: expect.stringContaining('metadata.namespace of ConfigMap d/a cannot be changed') }]);
  });

  it('are handed on as they are to one that has its own copies, and reports by itself', async () => {
    let seen: unknown;
    await begin(async (context) => {
      seen = await read(context);
      harness.controller.reportMutation({ key: 'd/a', path: 'data.k', at: 'mine.ts:1:2' });
    }, {}, true);
    expect(seen).toBe(harness.factory.informers[0]!.indexer.get('d/a'));
    expect(harness.probe.of('reconcile.mutation')).toMatchObject([{ key: 'd/a', path: 'data.k', at: 'mine.ts:1:2', cause: [harness.probe.of('reconcile.start')[0]!.seq] }]);
  });

  it('calls an instance of a class as one', async () => {
    class Counting implements Reconciler {
      readonly name = 'counting';
      readonly for = 'v1/configmaps';
      count = 0;
      reconcile(): void {
        this.count++;
      }
    }
    const counting = new Counting();
    harness = new ControllerHarness(counting);
    harness.cluster.put(configMaps, stored);
    await harness.start();
    expect(counting.count).toBe(1);
  });
});
