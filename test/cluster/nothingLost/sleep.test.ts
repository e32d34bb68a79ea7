import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ControlPlane } from '../apiServer.ts';
import { ChangedPlane, configMaps } from '../support/changedPlane.ts';
import type { Changes } from '../support/changes.ts';
import { onServer } from '../support/expectNothingLost.ts';
import { InformerProcess } from '../support/informerProcess.ts';
import { variants } from '../support/variants.ts';
import { describeCluster } from '../whenControlPlane.ts';
import { fileSeed } from '../../support/seed.ts';

const seed = fileSeed(1);

/** What a watch of that process may be silent for, and delays of up to a minute, take a twentieth of their time. */
const factor = 20;
const silentMs = 70_000;
const patience = { timeout: 240_000, interval: 50 };

/** More than there is room for on the way: most of it waits at the server. */
const big = { bytes: 100_000, times: 150 };

describeCluster(`a machine that falls asleep and wakes up (seed ${seed})`, () => {
  let plane: ControlPlane;
  let world: ChangedPlane;
  let changes: Changes;
  let sleeper: InformerProcess;

  beforeAll(async () => {
    world = await ChangedPlane.start({ seed, keys: 200, created: 150 });
    ({ plane, changes } = world);
    sleeper = new InformerProcess({ kubeconfig: plane.kubeconfig, factor, seed, changes });
  });

  afterAll(async () => {
    await sleeper?.end();
    await world?.close();
  });

  async function whileAsleep(act: () => Promise<void>): Promise<void> {
    await expect.poll(async () => (await sleeper.report()).map(({ phase }) => phase), { ...patience, message: sleeper.stderr }).toEqual(variants.map(() => 'watch'));
    sleeper.freeze();
    // What was told before may be on its way still.
    let told: number;
    do {
      ({ told } = sleeper);
      await changes.more(5);
    } while (sleeper.told > told);
    await act();
    await changes.stop();
    expect(sleeper.told, 'it sleeps').toBe(told);
    sleeper.wake();
  }

  async function expectTrueAgain(): Promise<void> {
    for (const [index, { name, scope = {} }] of variants.entries()) {
      const server = await onServer(plane, { resource: configMaps, scope });
      await expect.poll(async () => (await sleeper.report())[index]!.cached, { ...patience, message: `the cache of ${name}, seed ${seed}` }).toEqual(server);
      const witness = sleeper.witnesses[index]!;
      await expect.poll(() => witness.beliefs, { ...patience, message: `the last calls of ${name}, seed ${seed}` }).toEqual(server);
      expect(witness.mistakes, `${name}, seed ${seed}`).toEqual([]);
      expect((await sleeper.report())[index]!.violations, `${name}, seed ${seed}`).toEqual([]);
    }
  }

  it('hears of all that came meanwhile', { timeout: 400_000 }, async () => {
    changes.start(2);
    await whileAsleep(() => changes.more(200));
    await expectTrueAgain();
  });

  it('does so when it has slept longer than a watch may be silent, and more lies there than a connection holds', { timeout: 600_000 }, async () => {
    changes.start(2);
    await whileAsleep(async () => {
      const began = performance.now();
      await changes.stop();
      const index = Number(changes.keys[0]!.split('-')[1]);
      for (let turn = 0; turn < big.times; turn++) await changes.patch(index, big.bytes);
      await changes.patch(index, 1);
      changes.start(2);
      while (performance.now() - began < (1.1 * silentMs) / factor) await changes.more(10);
    });
    await expectTrueAgain();
  });

  it('does so when the server has died and come back twice meanwhile, and knows its versions no more', { timeout: 600_000 }, async () => {
    const before = await sleeper.report();
    changes.start(2);
    await whileAsleep(async () => {
      await changes.more(100);
      for (let turn = 0; turn < 2; turn++) {
        await plane.killApiServer();
        await plane.startApiServer('serving');
        await changes.more(20);
      }
    });
    await expectTrueAgain();
    for (const [index, { name, errors, lists }] of (await sleeper.report()).entries()) {
      expect(errors.slice(before[index]!.errors.length), `${name}, seed ${seed}`).toContain(410);
      expect(lists, `${name}, seed ${seed}`).toBeGreaterThan(before[index]!.lists);
    }
  });
});
