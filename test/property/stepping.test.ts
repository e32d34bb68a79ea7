import { expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import { testSeeds } from '../support/seed.ts';
import { configMaps, steppedSession } from '../support/steppedSession.ts';

/**
 * Whatever is paused, stepped, run to and let go, in whatever order: nothing is lost and nobody is left waiting. When everything is let go the cache is true, each
 * object has been reconciled, and nothing is held. A failure prints its seed: `PROPERTY_SEED` takes it.
 */

const seeds = testSeeds(12);
const queues = ['DeltaFIFO', 'RealFIFO', 'atomic'] as const;

it.each(seeds)('nothing is lost under any sequence of commands (seed %d)', async (seed) => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const harness = steppedSession({
    settings: { queue: queues[seed % queues.length]! },
    reconciler: { queue: 'rateLimiting' },
    async reconcile({ cache, client }, { namespace, name }) {
      const object = await cache.get('v1/configmaps', namespace, name);
      if (below(6) === 0) throw new Error('by chance');
      const data = (object?.['data'] ?? {}) as { k?: string; seen?: string };
      if (object && data.seen !== data.k) await client.patch('v1/configmaps', namespace, name, { data: { seen: data.k } });
      return {};
    },
  });
  const { stepper, breakpoints, clock, cluster, session } = harness;
  await harness.run(1 + (seed % 3));
  const someHeld = (): number | undefined => stepper.held[below(stepper.held.length)]?.id;

  const commands: readonly (() => unknown)[] = [
    () => stepper.pause(),
    () => stepper.continue(),
    () => stepper.step(),
    () => stepper.step(someHeld()),
    () => stepper.stepOver(someHeld()),
    () => stepper.stepOut(someHeld()),
    () => stepper.runTo(`d/k${below(6)}`),
    () => stepper.setSlowMotion(below(2) === 0 ? null : below(300)),
    () => stepper.setPoints([(['queue.pop', 'handler.call', 'workqueue.get', 'workqueue.done', 'queue.add'] as const)[below(5)]!, 'reconcile.write']),
    () => breakpoints.add({ enabled: true, key: `d/k${below(6)}`, point: (['queue.pop', 'workqueue.add', 'reconcile.start'] as const)[below(3)]! }),
    () => breakpoints.add({ enabled: true, path: 'data.seen', hitCondition: '% 3' }),
    () => breakpoints.removeAll(),
    () => harness.stepper.choose(someHeld() ?? 0),
  ];
  let written = 0;
  for (let turn = 0; turn < 150; turn++) {
    if (below(2) === 0) cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `k${below(6)}`, namespace: 'd' }, data: { k: String(written++) } });
    commands[below(commands.length)]!();
    if (below(3) > 0) await clock.settle();
    if (below(4) === 0) await clock.advance(below(400));
    // What can be chosen is held, and what is held can be chosen.
    expect(stepper.chosen === undefined).toBe(stepper.held.length === 0);
    expect(stepper.reason === undefined).toBe(!stepper.paused);
    if (stepper.inHand?.isHeld) expect(stepper.held.map(({ id }) => id)).toContain(stepper.inHand.step.id);
  }

  breakpoints.removeAll();
  stepper.setSlowMotion(null);
  stepper.continue();
  await clock.advance(120_000);
  expect(stepper).toMatchObject({ paused: false, held: [] });
  const stored = cluster.objects(configMaps);
  expect(stored.length).toBeGreaterThan(3);
  const { indexer } = session.informers.get('v1/configmaps')!;
  expect(Object.fromEntries(stored.map(({ metadata }) => [metadata.name, indexer.get(`d/${metadata.name}`)]))).toEqual(Object.fromEntries(stored.map((object) => [object.metadata.name, object])));
  for (const { data } of stored) expect((data as { seen: string }).seen).toBe((data as { k: string }).k);

  const closing = session.close();
  await clock.advance(1000);
  await closing;
  breakpoints.dispose();
  expect(stepper.ask({ point: 'queue.pop', owner: 'v1/configmaps', key: 'd/k0' })).toBeUndefined();
});
