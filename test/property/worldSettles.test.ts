import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../support/playgroundHarness.ts';
import { propertyParameters } from '../support/seed.ts';
import { actOnWorld, startingPoint, type WorldStep, worldStep } from '../support/worldSteps.ts';
import { unsettledIn, writtenIn } from '../support/worldAtRest.ts';

/**
 * Whatever is created, scaled, changed and deleted, whoever is cut off or refused meanwhile, at whatever speed and commit latency: when
 * everybody may do their work again the world comes to what the specs ask for, and then to rest. A failure prints its seed and the
 * shortest story that fast-check finds; `PROPERTY_SEED` plays one again, `PROPERTY_RUNS` plays more.
 */

/** Nobody waits longer than this for the next try: what was refused time and again, 1000 s; a Job that has failed twice; a node that was lost. */
const longestMs = 2_400_000;
const lookMs = 20_000;

async function play(steps: readonly WorldStep[], seed: number, commitLatencyMs: number): Promise<void> {
  const harness = new PlaygroundHarness({ seed, commitLatencyMs, controllers: ['*'] });
  try {
    await harness.clock.settle();
    const start = startingPoint(harness);
    for (const step of steps) await actOnWorld(harness, start, step);
    await actOnWorld(harness, start, { do: 'heal' });
    let isAtRest = false;
    for (let waited = 0; waited < longestMs && !isAtRest; waited += lookMs) isAtRest = (await writtenIn(harness, lookMs)).length === 0 && (await unsettledIn(harness)).length === 0;
    expect(await unsettledIn(harness)).toEqual([]);
    expect(await writtenIn(harness, 60_000)).toEqual([]);
    expect(await unsettledIn(harness)).toEqual([]);
    // Who lists for controllers says so when it is refused, and that is no flaw of theirs.
    const isRefused = steps.some((step) => step.do === 'refuse');
    expect(harness.errors.filter((error) => !(isRefused && /^reflector: .* is forbidden: User "system:[\w:-]+" cannot (list|watch) /.test(error)))).toEqual([]);
  } finally {
    await harness.playground.close();
  }
  await harness.clock.settle();
  expect(harness.clock.pending).toBe(0);
}

it('whatever happens to it, the world comes to what its specs ask for, and to rest', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(worldStep, { maxLength: 30, size: 'max' }), fc.nat(0xffff), fc.constantFrom(0, 5, 100, 1_500), play),
    propertyParameters(30),
  );
});
