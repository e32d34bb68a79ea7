import { beforeEach, expect, it } from 'vitest';
import type { Scenario } from '../../../../extension/inspector/scenarios/scenario.ts';
import type { ScenarioStage } from '../../../../extension/inspector/scenarios/scenarioStage.ts';
import { SessionScenarios } from '../../../../extension/inspector/scenarios/sessionScenarios.ts';
import { words } from '../../../../extension/inspector/scenarios/words.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { RecordingLogger } from '../../../support/recordingLogger.ts';

const step = { title: words('one', '一'), text: words('It happens.', '发生。') };

function scenario(id: string): Scenario {
  return { id, title: words(id, id), teaches: words('Something.', '一些东西。'), steps: [step, step] };
}

const stage: ScenarioStage = {
  lastSeq: 0,
  perform: async () => undefined,
  until: async () => undefined,
  seen: () => ({ entries: () => [], measured: () => ({}) }),
  close: async () => undefined,
};

let session: { ended: boolean };
let scenarios: SessionScenarios;
beforeEach(() => {
  session = { ended: false };
  scenarios = new SessionScenarios({ session, stage: async () => stage, clock: new FakeClock(), logger: new RecordingLogger() });
});

it('plays one at a time: another that is opened ends it first', async () => {
  const first = await scenarios.open(scenario('first'));
  const second = await scenarios.open(scenario('second'));
  expect([first?.state, second?.state, scenarios.player]).toEqual(['stopped', 'ready', second]);
});

it('plays one at a time, also when two are opened at once: the later one', async () => {
  const [first, second] = await Promise.all([scenarios.open(scenario('first')), scenarios.open(scenario('second'))]);
  expect([first?.state, second?.state, scenarios.player]).toEqual(['stopped', 'ready', second]);
});

it('opens none when it was closed meanwhile, and plays none on a session that has ended', async () => {
  session.ended = true;
  expect((await scenarios.open(scenario('first')))?.state).toBe('stopped');
  const opening = scenarios.open(scenario('second'));
  await scenarios.close();
  expect(await opening).toBeUndefined();
});
