import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seededRandomFor } from '../../../extension/base/random.ts';
import type { ControlPlane } from '../apiServer.ts';
import { ChangedPlane, configMaps } from '../support/changedPlane.ts';
import type { Changes } from '../support/changes.ts';
import { expectNothingLost, expectWatching } from '../support/expectNothingLost.ts';
import { NetworkLine } from '../support/networkLine.ts';
import { Trial } from '../support/trial.ts';
import { variants } from '../support/variants.ts';
import { describeCluster } from '../whenControlPlane.ts';
import { fileSeed } from '../../support/seed.ts';

const seed = fileSeed(1);

/** The 70 s of silence after which a watch is given up take seven, and delays of up to a minute six. */
const factor = 10;
const patience = { timeout: 120_000, interval: 10 };

describeCluster(`a line to the API server that is none for a while, under steady change (seed ${seed})`, () => {
  let plane: ControlPlane;
  let world: ChangedPlane;
  let line: NetworkLine;
  let changes: Changes;
  let trials: Trial[] = [];

  beforeAll(async () => {
    world = await ChangedPlane.start({ seed, keys: 200, created: 150 });
    ({ plane, changes } = world);
    line = await NetworkLine.to(plane.server);
    const kubeconfig = await line.kubeconfig(plane);
    trials = await Promise.all(variants.map((variant) => Trial.open({ kubeconfig, resource: configMaps, changes, seed, factor, connectionFactor: factor, ...variant })));
  });

  afterEach(async () => {
    await changes.stop();
    await line.accept();
  });

  afterAll(async () => {
    await Promise.all(trials.map((trial) => trial.stop()));
    await line?.close();
    await world?.close();
  });

  async function expectTrueAgain(): Promise<void> {
    await changes.more(20);
    await changes.stop();
    await expectNothingLost(plane, trials, changes, seed);
  }

  it('stalls and loses what was on its way: each informer notices by the silence', { timeout: 400_000 }, async () => {
    await expectWatching(trials, seed, patience);
    changes.start(5);
    await changes.more(20);
    const before = trials.map(({ trace }) => trace.lastSeq);
    line.stall();
    for (const [index, trial] of trials.entries()) {
      await expect.poll(() => trial.entries('reflector.closed', before[index]).map(({ reason }) => reason), { ...patience, message: `${trial.name}, seed ${seed}` }).toContain('silent');
    }
    line.resume('lost');
    await expectTrueAgain();
    for (const trial of trials) {
      const silent = trial.entries('reflector.closed').filter(({ reason }) => reason === 'silent');
      expect(Math.min(...silent.map(({ lasted }) => lasted)), trial.name).toBeGreaterThanOrEqual(70_000);
    }
  });

  it('stalls and goes on late', { timeout: 400_000 }, async () => {
    await expectWatching(trials, seed, patience);
    changes.start(5);
    await changes.more(20);
    line.stall();
    await changes.more(100);
    line.resume('late');
    await expectTrueAgain();
  });

  it('is cut again and again, also in the middle of an event', { timeout: 400_000 }, async () => {
    const random = seededRandomFor(seed, 'cuts');
    await expectWatching(trials, seed, patience);
    changes.start(5);
    for (let turn = 0; turn < 12; turn++) {
      await changes.more(Math.floor(random() * 20));
      if (turn % 2 === 0) line.cut(random() < 0.5 ? 'reset' : 'closed');
      else {
        line.cutAfter(1 + Math.floor(random() * 20_000));
        await expect.poll(() => line.isToBeCut, patience).toBe(false);
      }
    }
    await expectTrueAgain();
  });

  it('is refused, comes back for a moment, and is refused again', { timeout: 400_000 }, async () => {
    await expectWatching(trials, seed, patience);
    changes.start(5);
    for (let turn = 0; turn < 3; turn++) {
      const failures = trials.map(({ log }) => log.failures);
      await line.refuse();
      for (const [index, { log, name }] of trials.entries()) await expect.poll(() => log.failures, { ...patience, message: `${name}, seed ${seed}` }).toBeGreaterThan(failures[index]!);
      await line.accept();
      await changes.more(30);
    }
    await expectTrueAgain();
  });
});
