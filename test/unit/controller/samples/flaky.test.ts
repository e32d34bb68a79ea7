import { afterEach, describe, expect, it } from 'vitest';
import flaky from '../../../../extension/controller/samples/flaky.ts';
import { chanceOf } from '../../../../extension/controller/samples/json.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

describe('flaky', () => {
  const worlds: PlaygroundController[] = [];
  afterEach(() => Promise.all(worlds.splice(0).map((world) => world.stop())));

  async function run(): Promise<PlaygroundController> {
    const world = await new PlaygroundController(flaky).start();
    worlds.push(world);
    await world.playground.clock.advance(300_000);
    return world;
  }

  it('fails about half of the time, backs off each key by itself, and gets everything done or gives it up', async () => {
    const world = await run();
    const errors = world.probe.of('reconcile.error');
    const ends = world.probe.of('reconcile.end');
    const keys = new Set(world.probe.of('reconcile.start').map(({ key }) => key));
    expect(keys.size).toBeGreaterThan(8);
    expect(errors.length / (errors.length + ends.length)).toBeGreaterThan(0.3);
    expect(errors.length / (errors.length + ends.length)).toBeLessThan(0.7);
    const givenUp = new Set(world.probe.of('workqueue.drop').map(({ key }) => key));
    expect([...keys].filter((key) => !givenUp.has(key) && !ends.some((end) => end.key === key))).toEqual([]);

    const waits = Map.groupBy(world.probe.of('workqueue.ratelimited'), ({ key }) => key!);
    for (const [key, all] of waits) expect(all.map(({ after }) => after), key).toEqual(all.map((_, failures) => Math.min(200 * 2 ** failures, 10_000)));
    expect(Math.max(...Array.from(waits.values(), ({ length }) => length))).toBeGreaterThanOrEqual(3);
    expect(world.probe.of('reconcile.write')).toEqual([]);
  });

  it('by its seed: the same each time, after success as well', async () => {
    const told = async (): Promise<string[]> => (await run()).probe.of('reconcile.error').map(({ key, message }) => `${key} ${message}`);
    const [one, other] = [await told(), await told()];
    expect(other.toSorted()).toEqual(one.toSorted());
  });

  it('gives a key up until it changes, and has another chance for it then', async () => {
    // By the sample's seed: the first name whose first attempt is its last.
    const name = Array.from({ length: 1000 }, (_, number) => `doomed-${number}`).find((each) => chanceOf([7, `default/${each}`, 1]) < 0.02)!;
    const key = `default/${name}`;
    const world = await run();
    await world.playground.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name } } });
    await world.playground.clock.advance(60_000);
    expect(world.probe.of('reconcile.start').filter((entry) => entry.key === key)).toHaveLength(1);
    expect(world.probe.of('workqueue.drop').map((entry) => entry.key)).toContain(key);
    for (let change = 0; change < 3; change++) {
      await world.patch('v1/configmaps', 'default', name, { data: { change: String(change) } });
      await world.playground.clock.advance(60_000);
    }
    expect(world.probe.of('reconcile.end').map((entry) => entry.key)).toContain(key);
  });

  it('forgets the failures of a key that succeeded: its next failure waits the shortest time again', async () => {
    const world = await run();
    const done = new Set(world.probe.of('reconcile.end').map(({ key }) => key!));
    const failed = world.probe.of('workqueue.ratelimited').map(({ key }) => key!).find((key) => done.has(key))!;
    expect(world.controller.queue.numRequeues(failed)).toBe(0);
    world.probe.clear();
    world.controller.queue.add(failed);
    await world.playground.clock.advance(60_000);
    expect(world.probe.of('workqueue.ratelimited')[0]).toMatchObject({ key: failed, after: 200 });
  });
});
