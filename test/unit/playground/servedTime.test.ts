import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../support/playgroundHarness.ts';

it('clients have time as it passes, however much more the world is to do than the machine can', async () => {
  const harness = new PlaygroundHarness({ churn: 'busy', controllers: ['*'], speed: 20 });
  const { clock, playground } = harness;
  await clock.advance(100);
  const before = { outer: clock.now(), world: playground.world.view.worldMs };
  let [left, furthest] = [60, 0];
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  playground.storage.onCommit(({ type, current }) => {
    if (left === 0) return;
    const { creationTimestamp } = current.object.metadata;
    if (type === 'ADDED') furthest = Math.max(furthest, Math.abs(Date.parse(creationTimestamp!) - clock.wallTime()));
    // Each change takes the machine half a second: thirty of them all together.
    clock.pass(500);
    expect(playground.registry.clock.now()).toBe(clock.now());
    if (--left === 0) look();
  });
  await clock.advance(1000);
  await looked;
  expect(furthest).toBeGreaterThan(0);
  // Not three seconds, and what is left out of a timestamp.
  expect(furthest).toBeLessThanOrEqual(4000);
  // The world says how far it has really come.
  const world = playground.world.view.worldMs - before.world;
  expect(world).toBeLessThan((clock.now() - before.outer) * 20 - 400_000);
  playground.world.setSpeed(0);
  const watch = await harness.watch('/api/v1/pods?watch=true&timeoutSeconds=5');
  await clock.advance(4999);
  expect(watch.ended).toBe(false);
  await clock.advance(1);
  expect(watch.ended).toBe(true);
  await playground.close();
  expect(harness.errors).toEqual([]);
});
