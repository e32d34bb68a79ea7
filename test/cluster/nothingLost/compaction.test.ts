import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualGate } from '../../support/manualGate.ts';
import { fileSeed } from '../../support/seed.ts';
import type { ControlPlane } from '../apiServer.ts';
import { Away } from '../support/away.ts';
import { ChangedPlane, configMaps } from '../support/changedPlane.ts';
import type { Changes } from '../support/changes.ts';
import { compact } from '../support/compact.ts';
import { expectNothingLost, expectWatching } from '../support/expectNothingLost.ts';
import { NetworkLine } from '../support/networkLine.ts';
import { Trial } from '../support/trial.ts';
import { variants } from '../support/variants.ts';
import { describeCluster } from '../whenControlPlane.ts';

const seed = fileSeed(1);
const count = 2000;
const all = Array.from({ length: count }, (_, index) => index);

const patience = { timeout: 120_000, interval: 20 };

/** Delays of up to a minute take a second. */
const factor = 60;

/** Without a watch cache the server passes on what etcd says, so what etcd has forgotten is 410, and lists come in pages whatever version they ask for. */
describeCluster(`informers that were away while etcd was compacted (seed ${seed})`, () => {
  let plane: ControlPlane;
  let world: ChangedPlane;
  let line: NetworkLine;
  let changes: Changes;
  let trials: Trial[] = [];

  beforeAll(async () => {
    world = await ChangedPlane.start({ seed, keys: count, created: count, apiServerArguments: ['--watch-cache=false'] });
    ({ plane, changes } = world);
    line = await NetworkLine.to(plane.server);
    const kubeconfig = await line.kubeconfig(plane);
    trials = await Promise.all(variants.map((variant) => Trial.open({ kubeconfig, resource: configMaps, changes, seed, factor, ...variant })));
  });

  afterAll(async () => {
    await Promise.all(trials.map((trial) => trial.stop()));
    await line?.close();
    await world?.close();
  });

  /** @returns by name of the informer, what one list has told it of */
  async function whileAway(act: () => Promise<void>): Promise<Map<string, ReturnType<Away['expectOneList']>>> {
    await expectNothingLost(plane, trials, changes, seed);
    await expectWatching(trials, seed, patience);
    const away = trials.map((trial) => new Away(trial));
    await line.refuse();
    await act();
    await compact(plane);
    await line.accept();
    await expectNothingLost(plane, trials, changes, seed);
    return new Map(trials.map(({ name }, index) => [name, away[index]!.expectOneList()]));
  }

  it(`hear of ${count} objects that were deleted and created again as one update each, of another object`, { timeout: 600_000 }, async () => {
    const heard = await whileAway(() => changes.each(all, async (index) => {
      await changes.delete(index);
      await changes.create(index);
    }));
    expect(heard.get('list and DeltaFIFO')).toEqual({ added: 0, gone: 0, recreated: count, changed: 0 });
    expect(heard.get('stream and atomic RealFIFO')).toEqual({ added: 0, gone: 0, recreated: count, changed: 0 });
    expect(heard.get('stream and RealFIFO, of a namespace')).toEqual({ added: 0, gone: 0, recreated: count / 2, changed: 0 });
    expect(heard.get('stream and atomic RealFIFO, metadata alone')).toEqual({ added: 0, gone: 0, recreated: count, changed: 0 });
    const { added, gone, recreated, changed } = heard.get('list and RealFIFO with resync, of a label')!;
    expect([added, gone, recreated].every((each) => each > count / 10), 'labels are drawn by lot').toBe(true);
    expect(changed).toBe(0);
  });

  it('hear of what went meanwhile by tombstones of one list, and of all else', { timeout: 600_000 }, async () => {
    const heard = await whileAway(async () => {
      for (let turn = 0; turn < 300; turn++) await changes.random();
    });
    for (const [name, { gone, changed }] of heard) expect(Math.min(gone, changed), name).toBeGreaterThan(0);
  });

  it('take the whole list in one piece when its next page has been forgotten meanwhile', { timeout: 600_000 }, async () => {
    const gate = new ManualGate('list.page');
    const paging = await Trial.open({ kubeconfig: plane.kubeconfig, resource: configMaps, changes, seed, name: 'paging', factor, settings: { clientGo: '1.32', queue: 'DeltaFIFO' }, gate });
    trials.push(paging);
    await expect.poll(() => gate.held.length, patience).toBe(1);
    gate.releaseOne();
    await expect.poll(() => gate.held.length, patience).toBe(1);
    // Of the first page, which has been read, and of those that have not.
    for (const index of changes.keys.map((key) => Number(key.split('-')[1])).filter((_, place) => place % 100 === 0)) await changes.delete(index);
    await compact(plane);
    gate.open();
    await expectNothingLost(plane, trials, changes, seed);
    expect(paging.log.requests.slice(0, 3).map(({ verb, options }) => [verb, options.limit, options.continue !== undefined])).toEqual([
      ['list', 500, false],
      ['list', 500, true],
      ['list', undefined, false],
    ]);
    expect(paging.log.lists).toBe(2);
  });
});
