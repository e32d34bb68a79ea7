import { describe, expect, it } from 'vitest';
import { scenarios } from '../../extension/inspector/scenarios/scenarios.ts';
import { ScenarioWorld } from '../support/scenarioWorld.ts';
import { leftOf } from './leftOf.ts';

describe.concurrent('each scenario shows what it tells, and leaves nothing', () => {
  it.for(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', async ([, scenario]) => {
    const world = await ScenarioWorld.open();
    try {
      const before = await leftOf(world);
      const player = await world.play(scenario);
      const told = player.results.map(({ state, failure, checks }) => ({ state, failure: failure?.en, untrue: checks.filter(({ held }) => !held).map(({ says }) => says.en) }));
      expect(told).toEqual(scenario.steps.map(() => ({ state: 'done', failure: undefined, untrue: [] })));
      expect(player.state).toBe('done');
      for (const [index, { looks, figures }] of player.results.entries()) {
        const { look = [] } = scenario.steps[index]!;
        expect(looks.length, `what step ${index + 1} names can be looked at`).toBe(look.length);
        for (const { values } of figures?.rows ?? []) for (const value of values) expect(Number.isFinite(value), `a figure of step ${index + 1}`).toBe(true);
      }
      expect(await leftOf(world)).toEqual(before);
    } finally {
      await world.close();
    }
  });
});
