import { describe, expect, it, vi } from 'vitest';
import type { ScenarioPlayer } from '../../extension/inspector/scenarios/scenarioPlayer.ts';
import { scenarios } from '../../extension/inspector/scenarios/scenarios.ts';
import type { SessionController } from '../../extension/inspector/sessionController.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { ScenarioWorld } from '../support/scenarioWorld.ts';
import { leftOf } from './leftOf.ts';

const patience = { timeout: 120_000, interval: 50 };

function named(id: string): (typeof scenarios)[number] {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (!found) throw new Error(`there is no scenario ${id}`);
  return found;
}

/** Not by `expect.poll`, which loses its test among several that run at the same time. */
function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(() => {
    if (!holds()) throw new Error(`it was waited for in vain: ${holds.toString()}`);
  }, patience);
}

async function settled(controller: SessionController): Promise<void> {
  await until(() => controller.state === 'running' && controller.sentence === undefined);
}

/** Does so many steps. */
async function playTo(world: ScenarioWorld, id: string, steps: number): Promise<ScenarioPlayer> {
  const player = (await world.scenarios.open(named(id)))!;
  for (let step = 0; step < steps; step++) {
    player.next();
    await until(() => player.results[step]?.state === 'done' && player.state === 'ready');
  }
  return player;
}

describe.concurrent('a scenario beside what a person does', () => {
  it('leaves alone the informers and reconcilers that were running, and shares what it needs of them', async () => {
    const world = await ScenarioWorld.open();
    try {
      const { session } = world;
      const informer = session.informers.start({ group: 'apps', version: 'v1', resource: 'deployments' });
      const observe = await session.controllers.run({ kind: 'sample', name: 'observe' }, { dryRun: false });
      await settled(observe);
      const before = await leftOf(world);
      const player = await world.play(named('updateStorm'));
      expect([player.state, player.results.flatMap(({ failure }) => failure ?? [])]).toEqual(['done', []]);
      expect(session.controllers.get('observe')).toBe(observe);
      expect([observe.state, session.informers.get('apps/v1/deployments')]).toEqual(['running', informer]);
      expect(informer.isStopped()).toBe(false);
      expect(await leftOf(world)).toEqual(before);
    } finally {
      await world.close();
    }
  });

  it.for([
    ['chapter3', 2],
    ['chapter9', 2],
    ['missedDelete', 3],
    ['hotLoop', 2],
    ['expiredAfterSleep', 2],
    ['ciFlood', 1],
  ] as const)('%s, stopped after %d steps, takes everything back', async ([id, steps]) => {
    const world = await ScenarioWorld.open();
    try {
      const before = await leftOf(world);
      const player = await playTo(world, id, steps);
      await player.stop();
      expect(player.state).toBe('stopped');
      await vi.waitFor(async () => expect(await leftOf(world)).toEqual(before), patience);
      expect(world.logger.lines.filter((line) => line.startsWith('warn scenario'))).toEqual([]);
    } finally {
      await world.close();
    }
  });

  it('takes nothing away that somebody made just before it, though its reconcilers apply to it', async () => {
    const world = await ScenarioWorld.open();
    try {
      const paint = { verb: 'create', resource: parseResource('v1/configmaps')!, namespace: 'default', name: 'paint', body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'paint', namespace: 'default' } } } as const;
      await world.session.cluster.objects.write(paint, { dryRun: false, fieldManager: 'person' }, AbortSignal.timeout(30_000));
      const before = await leftOf(world);
      const player = await playTo(world, 'hotLoop', 2);
      await player.stop();
      expect(await leftOf(world)).toEqual(before);
      expect(before).toContain('v1/configmaps default/paint');
    } finally {
      await world.close();
    }
  });

  it('gives way to another that is chosen, which begins where nothing is left of the first', async () => {
    const world = await ScenarioWorld.open();
    try {
      const first = await playTo(world, 'chapter3', 2);
      const second = (await world.scenarios.open(named('createdAndDeleted')))!;
      expect([first.state, world.session.stepper.held, world.scenarios.player]).toEqual(['stopped', [], second]);
      second.runToEnd();
      await second.ended;
      expect(second.state).toBe('done');
    } finally {
      await world.close();
    }
  });

  it('ends with its session, and holds nothing up', async () => {
    const world = await ScenarioWorld.open();
    const player = await playTo(world, 'missedDelete', 2);
    await world.close();
    expect([player.state, world.session.stepper.held]).toEqual(['stopped', []]);
  });

  it('ends when the playground dies in the middle of it: what is here is let go, what was there is gone', async () => {
    const world = await ScenarioWorld.open();
    const player = await playTo(world, 'chapter9', 3);
    await world.playground.stop();
    await world.scenarios.close();
    expect(player.state).toBe('stopped');
    expect([world.session.stepper.isOpen, world.session.controllers.all]).toEqual([true, []]);
    await world.close();
  });

  it('fails with a sentence when the playground dies while a step is being done', async () => {
    const world = await ScenarioWorld.open();
    const player = await playTo(world, 'updateStorm', 1);
    await world.playground.stop();
    player.runToEnd();
    await player.ended;
    expect(player.state).toBe('failed');
    expect(player.results[1]?.failure?.en).toMatch(/^This could not be done: kubectl patch configmap\/busy .* Stop the scenario and run it again\.$/);
    expect(world.session.stepper.isOpen).toBe(true);
    await world.close();
  });
});
