import { afterEach, describe, expect, it } from 'vitest';
import type { ReconcileContext, Reconciler } from '../../../extension/controller/api.ts';
import { NotRunningError } from '../../../extension/controller/controller.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness, type ControllerHarnessOptions } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;

describe('runAgain', () => {
  let harness: ControllerHarness;
  const begin = async (reconcile: Reconciler['reconcile'], options: ControllerHarnessOptions = {}, more: Partial<Reconciler> = {}): Promise<void> => {
    harness = new ControllerHarness({ name: 'test', for: 'v1/configmaps', reconcile, ...more }, options);
    harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' }, data: { n: '0' } });
    await harness.start();
  };
  const patch = ({ client }: ReconcileContext, data: object) => client.patch('v1/configmaps', 'd', 'a', { data });
  const again = async (key = 'd/a') => {
    const report = harness.controller.runAgain(key);
    await harness.clock.settle();
    return report;
  };
  afterEach(async () => {
    harness.gate.open();
    await harness.stop();
  });

  it('of an idempotent reconciler on a settled key writes nothing', async () => {
    await begin(async (context) => {
      const object = await context.cache.get('v1/configmaps', 'd', 'a');
      if (object!['data'].seen !== 'yes') await patch(context, { seen: 'yes' });
    });
    const report = await again();
    expect(report).toMatchObject({ key: 'd/a', wasSettled: true, outcome: 'done', writes: [] });
    const start = harness.probe.of('reconcile.start').at(-1)!;
    expect(start).toMatchObject({ cause: [report.seq], worker: 1 });
    expect(harness.probe.at(report.seq)).toMatchObject({ kind: 'reconcile.again', controller: 'test', key: 'd/a' });
  });

  it('names what one that is not idempotent writes, and whether that changed anything', async () => {
    let n = 0;
    await begin(async (context, { key }) => {
      if (key !== 'd/a') return;
      if (n < 2) await patch(context, { n: String(++n) });
      await patch(context, { fixed: 'yes' });
    });
    n = 1;
    const report = await again();
    expect(report.writes).toMatchObject([
      { verb: 'patch', target: 'v1/configmaps d/a', code: 200, changed: false }, // back to what it was
      { verb: 'patch', target: 'v1/configmaps d/a', code: 200, changed: false },
    ]);
    n = 0;
    const { writes } = await again();
    expect(writes.map(({ changed }) => changed)).toEqual([true, false]);
    expect(writes.map(({ seq }) => harness.probe.at(seq).kind)).toEqual(['reconcile.write', 'reconcile.write']);
  });

  it('counts in a dry run what would be another object, and what the server refuses as no change', async () => {
    await begin(async (context, { name }) => {
      if (name !== 'a') return;
      await patch(context, { n: '0' });
      await patch(context, { n: '7' });
      await context.client.create('v1/configmaps', { metadata: { name: 'a', namespace: 'd' } }).catch(() => undefined);
      await context.client.create('v1/configmaps', { metadata: { name: 'b', namespace: 'd' } });
    }, { dryRun: true });
    const { writes } = await again();
    expect(writes.map(({ code, changed }) => [code, changed])).toEqual([[200, false], [200, true], [409, false], [201, true]]);
  });

  it('tells how it failed, and leaves the queue as it is', async () => {
    let fails = false;
    await begin(() => {
      if (fails) throw new Error('not now');
      return { requeueAfter: 60_000 };
    });
    expect((await again()).outcome).toBe('requeueAfter');
    fails = true;
    const report = await again();
    expect(report).toMatchObject({ outcome: 'failed', message: 'not now' });
    expect(report.wasSettled).toBe(false); // its next run is due in a minute
    expect(harness.probe.of('workqueue.ratelimited')).toEqual([]);
    expect(harness.controller.queue.snapshot(9).counts).toMatchObject({ queue: 0, processing: 0, waiting: 1, failures: 0 });
  });

  it('never runs beside another run of the key, and merges with none', async () => {
    const releases: (() => void)[] = [];
    let inHand = 0;
    let most = 0;
    await begin(async () => {
      most = Math.max(most, ++inHand);
      await new Promise<void>((resolve) => releases.push(resolve));
      inHand--;
    }, {}, { workers: 4 });
    const [one, two] = [harness.controller.runAgain('d/a'), harness.controller.runAgain('d/a')];
    harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' }, data: { n: '1' } });
    for (let round = 0; round < 4; round++) {
      await harness.clock.settle();
      expect(releases).toHaveLength(1);
      releases.pop()!();
    }
    await harness.clock.settle();
    expect(most).toBe(1);
    const causes = harness.probe.of('reconcile.start').map(({ cause }) => harness.probe.at(cause![0]!).kind);
    expect(causes).toEqual(['workqueue.get', 'reconcile.again', 'reconcile.again', 'workqueue.get']);
    expect(await one).toMatchObject({ wasSettled: false });
    expect(await two).toMatchObject({ outcome: 'done' });
  });

  it('can be held like any other, and says so when it is stopped meanwhile', async () => {
    await begin((context) => void context);
    harness.gate.close('reconcile.start');
    const report = harness.controller.runAgain('d/a');
    await harness.clock.settle();
    expect(harness.gate.steps).toEqual(['reconcile.start d/a']);
    const stopped = harness.stop();
    harness.gate.open();
    await stopped;
    expect(await report).toMatchObject({ outcome: 'stopped', writes: [] });
  });

  it('is refused while no workers run', async () => {
    await begin(() => undefined);
    await harness.stop();
    await expect(harness.controller.runAgain('d/a')).rejects.toThrow(NotRunningError);
    await expect(harness.controller.runAgain('d/a')).rejects.toThrow('test has no workers now, so that d/a cannot be run again');
  });
});
