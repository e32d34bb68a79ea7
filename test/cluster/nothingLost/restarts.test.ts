import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandomFor } from '../../../extension/base/random.ts';
import type { ControlPlane } from '../apiServer.ts';
import { ChangedPlane, configMaps } from '../support/changedPlane.ts';
import type { Changes } from '../support/changes.ts';
import { expectNothingLost } from '../support/expectNothingLost.ts';
import { Trial } from '../support/trial.ts';
import { variants } from '../support/variants.ts';
import { describeCluster } from '../whenControlPlane.ts';
import { fileSeed } from '../../support/seed.ts';

/** `RESTARTS=50` for as many. */
const restarts = Number(process.env['RESTARTS'] ?? 8);
const seed = fileSeed(1);

/** Delays of up to a minute take a second, so that informers are back before the server dies again, or are not, as chance has it. */
const factor = 60;

/** The one whose delays take their time draws the shortest: nobody waits for a minute in the end. */
const shortest = (): number => 0;

describeCluster('an API server that dies and comes back, again and again', () => {
  let plane: ControlPlane;
  let changes: Changes;
  let world: ChangedPlane;

  beforeAll(async () => {
    world = await ChangedPlane.start({ seed, keys: 300, created: 200 });
    ({ plane, changes } = world);
  });

  afterAll(async () => {
    await world?.close();
  });

  it(`loses nothing and asks no more than the contract lets it, under steady change, in ${restarts} restarts (seed ${seed})`, { timeout: 300_000 + restarts * 60_000 }, async () => {
    const random = seededRandomFor(seed, 'restarts');
    const common = { kubeconfig: plane.kubeconfig, resource: configMaps, changes, seed };
    const hasty = await Promise.all(variants.map((variant) => Trial.open({ ...common, ...variant, factor })));
    const trials = [...hasty, await Trial.open({ ...common, ...variants[0]!, name: `${variants[0]!.name}, on the machine's clock`, random: shortest })];
    try {
      for (const { informer, name } of trials) await expect.poll(() => informer.hasSynced(), { timeout: 60_000, message: name }).toBe(true);
      changes.start(2);
      for (let restart = 0; restart < restarts; restart++) {
        await changes.more(5 + Math.floor(random() * 40));
        const opened = trials.map(({ log }) => log.watches);
        await plane.killApiServer();
        await plane.startApiServer('serving');
        // Every other time it dies again while some of them still wait for their next attempt.
        if (random() < 0.5) continue;
        for (const [index, { informer, log, name }] of hasty.entries()) {
          await expect.poll(() => log.watches > opened[index]! && informer.phase.name === 'watch', { timeout: 120_000, message: `${name} watches again, seed ${seed}` }).toBe(true);
        }
      }
      await changes.more(50);
      await changes.stop();
      for (const trial of trials) trial.addWitness();
      await expectNothingLost(plane, trials, changes, seed);
      // It did happen.
      for (const { log, name } of trials) expect(log.failures, name).toBeGreaterThan(0);
      expect(trials.reduce((sum, { log }) => sum + log.failures, 0)).toBeGreaterThan(restarts);
      if (process.env['RESTARTS']) console.log(figuresOf(trials, changes));
    } finally {
      await changes.stop().catch(() => undefined);
      await Promise.all(trials.map((trial) => trial.stop()));
    }
  });
});

function figuresOf(trials: readonly Trial[], changes: Changes): string {
  const rows = trials.map(({ name, log, witnesses }) => `${name}: ${log.lists} lists and ${log.watches} watches, ${log.failures} of them failed; calls ${JSON.stringify(witnesses[0]!.calls)}`);
  return [`${restarts} restarts, ${changes.accepted} changes`, ...rows].join('\n');
}
