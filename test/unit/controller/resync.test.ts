import { afterEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;

describe('a reconciler that wants resync', () => {
  let harness: ControllerHarness;
  let runs: string[] = [];
  const reconciler = (resync: number, more: Partial<Reconciler> = {}): Reconciler => ({
    name: 'test',
    for: 'v1/configmaps',
    resync,
    reconcile: (_context, { key }) => void runs.push(`${key} ${harness.clock.now()}`),
    ...more,
  });
  const begin = async (given: Reconciler, startedBefore?: number): Promise<void> => {
    runs = [];
    harness = new ControllerHarness(given);
    for (const name of ['a', 'b']) harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name, namespace: 'd' } });
    if (startedBefore !== undefined) {
      // Somebody else looks at the same resource already.
      harness.factory.informer(configMaps, {}, { resyncPeriodMs: startedBefore });
      harness.factory.start();
      await harness.clock.settle();
    }
    await harness.start();
  };
  afterEach(async () => {
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('gets it through the delta queue, where the informer is its own', async () => {
    await begin(reconciler(2000));
    await harness.clock.advance(4000);
    expect(runs).toEqual(['d/a 0', 'd/b 0', 'd/a 2000', 'd/b 2000', 'd/a 4000', 'd/b 4000']);
    const last = harness.probe.of('reconcile.start').at(-1)!;
    expect(harness.probe.chain(last.seq).filter(({ kind }) => kind === 'queue.add')).toMatchObject([{ delta: 'Sync', key: 'd/b' }]);
  });

  it.each([0, 60_000])('gets it all the same where it shares its informer with one who wanted it every %d ms', async (startedBefore) => {
    await begin(reconciler(2000), startedBefore);
    await harness.clock.advance(4000);
    expect(runs).toEqual(['d/a 0', 'd/b 0', 'd/a 2000', 'd/b 2000', 'd/a 4000', 'd/b 4000']);
    expect(harness.probe.of('handler.update').map(({ key, resync, handler }) => [key, resync, handler])).toEqual([
      ['d/a', true, 'test'],
      ['d/b', true, 'test'],
      ['d/a', true, 'test'],
      ['d/b', true, 'test'],
    ]);
  });

  it('what its map throws then costs that one object', async () => {
    let isBad = false;
    const map = ({ metadata }: { metadata: { name?: string } }) => {
      if (isBad && metadata.name === 'a') throw new Error('no');
      return [{ namespace: 'd', name: `of-${metadata.name}` }];
    };
    await begin(reconciler(2000, { for: 'v1/pods', watches: [{ resource: 'v1/configmaps', map }] }), 0);
    isBad = true;
    await harness.clock.advance(2000);
    expect(runs).toEqual(['d/of-a 0', 'd/of-b 0', 'd/of-b 2000']);
    expect(harness.probe.of('handler.error')).toMatchObject([{ key: 'd/a', message: 'handler test threw: no' }]);
  });

  it('is a reconciler’s own wish: without it nothing is resynced, whatever the informer does', async () => {
    await begin(reconciler(0), 2000);
    await harness.clock.advance(10_000);
    expect(runs).toEqual(['d/a 0', 'd/b 0']);
  });
});
