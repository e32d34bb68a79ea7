import { type LookAtView, type PlayedView, scenarioLimits, type StepView, type WordsView } from '../../protocol/pages/scenario.ts';
import { clipName, clipText } from '../clip.ts';
import { actionText } from '../scenarios/actionText.ts';
import type { FoundLook, ScenarioPlayer, StepResult } from '../scenarios/scenarioPlayer.ts';
import type { ScenarioStep } from '../scenarios/scenario.ts';
import type { Words } from '../scenarios/words.ts';
import type { Page } from './page.ts';

/** The scenario that is played, or was played last. */
export const scenarioPage: Page<'scenario'> = ({ session: { scenarios } }) => ({
  playable: scenarios !== undefined,
  played: scenarios?.player ? playedView(scenarios.player) : null,
});

function playedView({ scenario, state, at, results }: ScenarioPlayer): PlayedView {
  const { id, title, chapter = 0, rules = [], teaches, steps } = scenario;
  return { id, title, chapter, rules, teaches, state, at, steps: steps.slice(0, scenarioLimits.steps).map((step, index) => stepView(step, results[index]!)) };
}

function stepView({ title, text, do: actions = [] }: ScenarioStep, { state, failure, checks, looks, figures }: StepResult): StepView {
  return {
    title,
    text,
    actions: actions.slice(0, scenarioLimits.parts).map((action) => clipText(actionText(action))),
    state,
    failure: failure ? clipped(failure) : null,
    checks: checks.slice(0, scenarioLimits.parts),
    looks: looks.slice(0, scenarioLimits.parts).map(lookView),
    figures: figures ? { columns: figures.columns, rows: figures.rows.map(({ name, unit, values }) => ({ name, unit, values: values.map((value) => (Number.isFinite(value) ? value : 0)) })) } : null,
  };
}

function lookView(look: FoundLook): LookAtView {
  if ('page' in look) return { type: 'page', page: look.page, filter: '', seq: 0 };
  if ('filter' in look) return { type: 'filter', page: 'scenario', filter: clipName(look.filter), seq: 0 };
  return { type: 'entry', page: look.on, filter: '', seq: look.seq };
}

/** What a server said may stand in it. */
function clipped({ en, zh }: Words): WordsView {
  return { en: clipText(en), zh: clipText(zh) };
}
