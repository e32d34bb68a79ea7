import { beforeEach, describe, expect, it } from 'vitest';
import type { Condition, Seen } from '../../../../extension/inspector/scenarios/condition.ts';
import type { Scenario, ScenarioStep } from '../../../../extension/inspector/scenarios/scenario.ts';
import type { ScenarioAction } from '../../../../extension/inspector/scenarios/scenarioAction.ts';
import { ScenarioError } from '../../../../extension/inspector/scenarios/scenarioError.ts';
import { type PlayState, ScenarioPlayer } from '../../../../extension/inspector/scenarios/scenarioPlayer.ts';
import type { Marks, ScenarioStage, Undo } from '../../../../extension/inspector/scenarios/scenarioStage.ts';
import { words } from '../../../../extension/inspector/scenarios/words.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { RecordingLogger } from '../../../support/recordingLogger.ts';

const same = (text: string): { en: string; zh: string } => words(text, `中 ${text}`);

function step(name: string, more: Partial<ScenarioStep> = {}): ScenarioStep {
  return { title: same(name), text: same(`${name} happens`), do: [{ do: 'stopPolling' }, { do: 'release' }], until: [{ entries: `kind:queue.add key:${name}` }], ...more };
}

function scenario(...steps: [ScenarioStep, ...ScenarioStep[]]): Scenario {
  return { id: 'tried', title: same('tried'), teaches: same('something'), namespace: 'tried', steps };
}

/** Notes what it is told, and does nothing; a step stands still where the test says so. */
class FakeStage implements ScenarioStage {
  lastSeq = 0;
  readonly log: string[] = [];
  closed = 0;
  /** What fails, by `perform:3`, `until:1`, `undo:2`, counted from 1. */
  fails = new Map<string, unknown>();
  stopsAt: string | undefined;
  entries: Seen['entries'] = () => [];
  #counts = new Map<string, number>();

  async perform(action: ScenarioAction, signal: AbortSignal): Promise<Undo | undefined> {
    const number = await this.#do('perform', action.do, signal);
    return async (later) => {
      this.log.push(`undo ${number} ${action.do}`);
      const failure = this.fails.get(`undo:${number}`);
      if (failure === 'hangs') await new Promise((resolve) => later.addEventListener('abort', resolve, { once: true }));
      else if (failure !== undefined) throw failure;
    };
  }

  async until(condition: Condition, marks: Marks, signal: AbortSignal): Promise<void> {
    await this.#do('until', `${JSON.stringify(condition)} after ${marks.scenario}/${marks.step}`, signal);
  }

  seen(): Seen {
    return { entries: this.entries, measured: () => ({}) };
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }

  get undone(): string[] {
    return this.log.filter((line) => line.startsWith('undo'));
  }

  async #do(what: 'perform' | 'until', text: string, signal: AbortSignal): Promise<number> {
    const number = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, number);
    this.log.push(`${what} ${number} ${text}`);
    this.lastSeq += 10;
    if (this.stopsAt === `${what}:${number}`) {
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    }
    const failure = this.fails.get(`${what}:${number}`);
    if (failure !== undefined) throw failure;
    await Promise.resolve();
    signal.throwIfAborted();
    return number;
  }
}

let stage: FakeStage;
let clock: FakeClock;
let logger: RecordingLogger;
beforeEach(() => {
  stage = new FakeStage();
  clock = new FakeClock();
  logger = new RecordingLogger();
});

function player(played: Scenario): ScenarioPlayer {
  return new ScenarioPlayer({ scenario: played, stage, clock, logger });
}

/** Resolves when it is in that state. */
function when(playing: ScenarioPlayer, ...states: PlayState[]): Promise<void> {
  if (states.includes(playing.state)) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = playing.onChange(() => {
      if (!states.includes(playing.state)) return;
      listening.dispose();
      resolve();
    });
  });
}

const states = ({ results }: ScenarioPlayer): string[] => results.map(({ state }) => state);

describe('step by step', () => {
  it('does one step, then waits for whoever wants the next; the end takes everything back, the last first', async () => {
    const playing = player(scenario(step('one'), step('two')));
    expect([playing.state, states(playing), stage.log]).toEqual(['ready', ['pending', 'pending'], []]);
    playing.next();
    await when(playing, 'ready', 'failed');
    expect(states(playing)).toEqual(['done', 'pending']);
    expect(stage.log.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(['perform 1 create', 'perform 2 stopPolling', 'perform 3 release', expect.stringContaining('until 1')]);
    playing.next();
    await playing.ended;
    expect([playing.state, states(playing), stage.closed]).toEqual(['done', ['done', 'done'], 1]);
    expect(stage.undone).toEqual(['undo 5 release', 'undo 4 stopPolling', 'undo 3 release', 'undo 2 stopPolling', 'undo 1 create']);
  });

  it('counts what it waits for from the beginning of its step, and of the scenario', async () => {
    stage.lastSeq = 7;
    const playing = player(scenario(step('one'), step('two')));
    playing.runToEnd();
    await playing.ended;
    // Each thing that is done makes ten entries: three and a wait in the first step.
    expect(stage.log.filter((line) => line.startsWith('until')).map((line) => line.split(' after ')[1])).toEqual(['7/7', '7/47']);
  });

  it('runs to the end also while a step is being done, and does nothing twice', async () => {
    const playing = player(scenario(step('one'), step('two'), step('three')));
    playing.next();
    playing.next();
    playing.runToEnd();
    await playing.ended;
    expect([states(playing), stage.log.filter((line) => line.startsWith('perform')).length]).toEqual([['done', 'done', 'done'], 7]);
  });

  it('says which step it is at', async () => {
    const playing = player(scenario(step('one'), step('two')));
    expect(playing.at).toBe(0);
    playing.next();
    await when(playing, 'ready');
    expect(playing.at).toBe(0);
    playing.next();
    expect(playing.at).toBe(1);
    await playing.ended;
  });
});

describe('what a step shows', () => {
  it('is checked, measured, and can be looked at: a page, the entries since then, the newest entry', async () => {
    stage.entries = (filter) => (filter === 'kind:store.add' ? [{ seq: 3 }, { seq: 9 }] : []) as never;
    const figures = { columns: [same('one')], rows: [{ name: same('bytes'), unit: 'bytes' as const, values: [12] }] };
    const playing = player(
      scenario(
        step('one', {
          checks: [{ says: same('two are there'), holds: (seen) => seen.entries('kind:store.add').length === 2 }],
          look: [{ page: 'queues' }, { filter: 'key:a' }, { filter: 'key:b', since: 'scenario' }, { entry: 'kind:store.add' }, { entry: 'kind:nothing', on: 'item' }],
          figures: () => figures,
        }),
      ),
    );
    playing.next();
    await playing.ended;
    expect(playing.results[0]).toEqual({
      state: 'done',
      checks: [{ says: same('two are there'), held: true }],
      looks: [{ page: 'queues' }, { filter: 'key:a seq:1..' }, { filter: 'key:b seq:1..' }, { seq: 9, on: 'chain' }],
      figures,
    });
  });

  it('fails with a sentence when it is not what it tells, and everything is taken back', async () => {
    const playing = player(scenario(step('one', { checks: [{ says: same('it is so'), holds: () => true }, { says: same('pigs fly'), holds: () => false }] }), step('two')));
    playing.runToEnd();
    await playing.ended;
    expect([playing.state, states(playing)]).toEqual(['failed', ['failed', 'pending']]);
    expect(playing.results[0]?.failure).toEqual({ en: 'This was not so: pigs fly', zh: '并非如此：中 pigs fly' });
    expect(playing.results[0]?.checks.map(({ held }) => held)).toEqual([true, false]);
    expect([stage.undone.length, stage.closed]).toEqual([3, 1]);
  });

  it('fails with a sentence when a check itself fails', async () => {
    const throws = (): never => {
      throw new Error('the filter kind: has a fault');
    };
    const playing = player(scenario(step('one', { checks: [{ says: same('x'), holds: throws }] })));
    playing.runToEnd();
    await playing.ended;
    expect(playing.results[0]?.failure?.en).toBe('It went wrong: the filter kind: has a fault');
  });
});

describe('a failure', () => {
  const two = (): Scenario => scenario(step('one'), step('two'));

  it.each(['perform:1', 'perform:2', 'perform:3', 'until:1', 'perform:4', 'perform:5', 'until:2'])('in %s ends it there, with its sentence, and takes back what was done before', async (where) => {
    stage.fails.set(where, new ScenarioError('refused', words('This could not be done.', '无法完成。')));
    const playing = player(two());
    playing.runToEnd();
    await playing.ended;
    const inSecond = where.endsWith('4') || where.endsWith('5') || where === 'until:2';
    expect([playing.state, states(playing)]).toEqual(['failed', inSecond ? ['done', 'failed'] : ['failed', 'pending']]);
    expect(playing.results[inSecond ? 1 : 0]?.failure).toEqual(words('This could not be done.', '无法完成。'));
    const performed = stage.log.filter((line) => line.startsWith('perform')).length - (where.startsWith('perform') ? 1 : 0);
    expect([stage.undone.length, stage.closed]).toEqual([performed, 1]);
  });

  it('to take something back is logged, and the rest is taken back', async () => {
    stage.fails.set('undo:2', new Error('the server has gone'));
    const playing = player(two());
    playing.runToEnd();
    await playing.ended;
    expect([playing.state, stage.undone.length]).toEqual(['done', 5]);
    expect(logger.lines).toContain('warn scenario: tried: something could not be taken back: the server has gone');
  });
});

describe('stopping', () => {
  it.each(['perform:1', 'perform:2', 'perform:3', 'until:1', 'perform:4', 'until:2'])('at %s ends it there, says nothing of a failure, and takes back what was done', async (where) => {
    stage.stopsAt = where;
    const playing = player(scenario(step('one'), step('two')));
    playing.runToEnd();
    const [what, number] = where.split(':');
    await expect.poll(() => stage.log.some((line) => line.startsWith(`${what} ${number} `))).toBe(true);
    const stopped = playing.stop();
    expect(playing.isOver).toBe(false);
    await stopped;
    expect([playing.state, playing.isOver, stage.closed]).toEqual(['stopped', true, 1]);
    expect(states(playing)).toEqual(['perform:4', 'until:2'].includes(where) ? ['done', 'stopped'] : ['stopped', 'pending']);
    expect(playing.results.some(({ failure }) => failure !== undefined)).toBe(false);
    const performed = stage.log.filter((line) => line.startsWith('perform')).length - (what === 'perform' ? 1 : 0);
    expect(stage.undone.length).toBe(performed);
    expect(logger.lines).toEqual([]);
  });

  it('between two steps takes back, too; and again changes nothing', async () => {
    const playing = player(scenario(step('one'), step('two')));
    playing.next();
    await when(playing, 'ready');
    await Promise.all([playing.stop(), playing.stop()]);
    playing.next();
    playing.runToEnd();
    expect([playing.state, states(playing), stage.undone.length, stage.closed]).toEqual(['stopped', ['done', 'pending'], 3, 1]);
  });

  it('before the first step needs nothing', async () => {
    const playing = player(scenario(step('one')));
    await playing.stop();
    expect([playing.state, stage.log, stage.closed]).toEqual(['stopped', [], 1]);
  });

  it.each([
    [false, 30_000],
    [true, 2000],
  ])('waits no longer for a playground that does not answer (about to go: %s)', async (haste, ms) => {
    stage.fails.set('undo:3', 'hangs');
    const playing = player(scenario(step('one'), step('two')));
    playing.next();
    await when(playing, 'ready');
    const stopped = playing.stop(haste);
    await clock.advance(ms - 1);
    expect(playing.isOver).toBe(false);
    await clock.advance(1);
    await stopped;
    expect([playing.state, stage.undone]).toEqual(['stopped', ['undo 3 release', 'undo 2 stopPolling', 'undo 1 create']]);
  });
});

it('tells of each change, and of none when nothing of it is left', async () => {
  const playing = player(scenario(step('one')));
  const seen: string[] = [];
  playing.onChange(() => seen.push(`${playing.state} ${states(playing).join()}`));
  playing.next();
  await playing.ended;
  const told = seen.length;
  await playing.stop();
  expect(seen.slice(0, told)).toEqual(['running pending', 'running running', 'running done', 'ending done', 'done done']);
  expect(seen.length).toBe(told);
});
