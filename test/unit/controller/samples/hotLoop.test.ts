import { afterEach, describe, expect, it } from 'vitest';
import hotLoopBlue from '../../../../extension/controller/samples/hotLoopBlue.ts';
import hotLoopGreen from '../../../../extension/controller/samples/hotLoopGreen.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

/** Nothing is faster than a clock that stands still: news takes a moment to arrive, and nothing else goes wrong. */
const slowLine = { list: 0, watch: 0, drop: 0, expire: 0, lagMs: 20, conflict: 0, refuse: 0, unsent: 0, unanswered: 0 };
const paint = ['v1/configmaps', 'default', 'paint'] as const;

describe('hot loop', () => {
  const worlds: PlaygroundController[] = [];
  afterEach(() => Promise.all(worlds.splice(0).map((world) => world.stop())));

  async function start(playground: PlaygroundHarness, reconciler: typeof hotLoopBlue): Promise<PlaygroundController> {
    const world = new PlaygroundController(reconciler, { playground, rates: slowLine, seed: worlds.length + 1 });
    world.faults.active = true;
    worlds.push(world);
    return world.start();
  }
  const applied = (world: PlaygroundController): number => world.probe.of('reconcile.write').filter(({ verb, code, key }) => verb === 'apply' && code === 200 && key !== '').length;

  it('one alone settles', async () => {
    const blue = await start(new PlaygroundHarness({ controllers: ['*'] }), hotLoopBlue);
    await blue.playground.clock.advance(5000);
    expect((await blue.object(...paint))['data']).toEqual({ color: 'blue' });
    expect(applied(blue)).toBe(1);
    expect(await blue.writesOfSecondRun('default/paint')).toEqual([]);
  });

  it('two never do: each success is the other’s news, with no error and no back-off; applied without force, the fight ends with a conflict', async () => {
    const blue = await start(new PlaygroundHarness({ controllers: ['*'] }), hotLoopBlue);
    const green = await start(blue.playground, hotLoopGreen);
    await blue.playground.clock.advance(1000);
    const [first, second] = [applied(blue), applied(green)];
    await blue.playground.clock.advance(2000);
    expect(applied(blue) - first).toBeGreaterThan(20);
    expect(applied(green) - second).toBeGreaterThan(20);
    for (const { probe } of worlds) expect([...probe.of('reconcile.error'), ...probe.of('workqueue.ratelimited')]).toEqual([]);
    expect(Number((await blue.object(...paint)).metadata.resourceVersion)).toBeGreaterThan(100);

    const { clock } = blue.playground;
    await blue.playground.patch('/api/v1/namespaces/default/configmaps/paint', { metadata: { annotations: { cure: 'no-force' } } });
    await clock.advance(1000);
    const before = [applied(blue), applied(green)];
    await clock.advance(60_000);
    expect([applied(blue), applied(green)]).toEqual(before);
    const errors = worlds.flatMap(({ probe }) => probe.of('reconcile.error'));
    const { color } = (await blue.object(...paint))['data'] as { color: string };
    expect(errors).toMatchObject([{ controller: color === 'blue' ? 'hot-loop-green' : 'hot-loop-blue' }]);
    expect(errors[0]!.message).toContain(`leaves paint as it is, since somebody else owns its color: Apply failed with 1 conflict: conflict with "hot-loop-${color}": .data.color`);
  });
});
