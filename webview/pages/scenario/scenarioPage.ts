import { html, nothing, type TemplateResult } from 'lit';
import type { PlayedView } from '../../../extension/protocol/pages/scenario.ts';
import { button } from '../../components/button.ts';
import { addTexts, type StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import type { ScenarioModel } from './scenarioModel.ts';
import { inWords } from './inWords.ts';
import { scenarioStrings } from './scenarioStrings.ts';
import { stepView } from './stepView.ts';

addTexts(scenarioStrings);

/** The scenario that is played: what it teaches, its steps and how far they are, and what the one that is shown is about. */
export const scenarioPage: PageView<'scenario', ScenarioModel> = (view, own, picture) => {
  const { t } = view.texts;
  if (!picture) return html`<p class="hint">${t('loading')}</p>`;
  const { played, playable } = picture;
  if (!played) return emptyView(view, playable);
  const shown = own.step >= 0 && own.step < played.steps.length ? own.step : played.at;
  return html`<section class="scenario" aria-label=${t('scenarioPage')}>
    <h2>${inWords(played.title, view)}</h2>
    ${originView(played, view)}
    <p class="scenario-teaches">${inWords(played.teaches, view)}</p>
    ${controlsView(played, view)}
    <p class="scenario-state scenario-${played.state}">${stateText(played, view)}</p>
    <ol class="scenario-steps" aria-label=${t('scenarioSteps')}>
      ${played.steps.map((step, index) => stepView(step, index, index === shown, view))}
    </ol>
  </section>`;
};

function emptyView(view: View, playable: boolean): TemplateResult {
  const { t } = view.texts;
  return html`<section class="scenario" aria-label=${t('scenarioPage')}>
    <p>${t(playable ? 'scenarioNone' : 'scenarioNotHere')}</p>
    <div class="scenario-controls">${button({ id: 'scenario-choose', label: t('scenarioChoose'), icon: 'play', primary: playable, onClick: () => view.actions.send('scenario/choose', {}) })}</div>
  </section>`;
}

function originView({ chapter, rules }: PlayedView, { texts }: View): TemplateResult | typeof nothing {
  const parts = [chapter > 0 ? texts.t('scenarioChapter', { chapter: String(chapter) }) : '', rules.length > 0 ? texts.t('scenarioRules', { rules: rules.join(', ') }) : ''].filter(Boolean);
  return parts.length > 0 ? html`<p class="hint">${parts.join(' · ')}</p>` : nothing;
}

function controlsView({ state }: PlayedView, { texts, actions }: View): TemplateResult {
  const { t } = texts;
  const isOver = state === 'done' || state === 'failed' || state === 'stopped';
  const follow = (): void => actions.onPage({ page: 'scenario', action: { type: 'show', step: -1 } });
  const script = button({ id: 'scenario-script', label: t('scenarioScript'), icon: 'go-to-file', onClick: () => actions.send('scenario/script', {}) });
  const next = (): void => {
    follow();
    actions.send('scenario/next', {});
  };
  const toEnd = (): void => {
    follow();
    actions.send('scenario/runToEnd', {});
  };
  return html`<div class="scenario-controls" role="group" aria-label=${t('scenarioControls')}>
    ${isOver
      ? html`${button({ id: 'scenario-again', label: t('scenarioAgain'), icon: 'refresh', primary: true, onClick: () => actions.send('scenario/again', {}) })}
        ${button({ id: 'scenario-choose', label: t('scenarioChoose'), icon: 'play', onClick: () => actions.send('scenario/choose', {}) })}`
      : html`${button({ id: 'scenario-next', label: t('scenarioNext'), icon: 'debug-step-over', primary: true, disabled: state !== 'ready', onClick: next })}
        ${button({ id: 'scenario-end', label: t('scenarioRunToEnd'), icon: 'debug-continue', disabled: state === 'ending', onClick: toEnd })}
        ${button({ id: 'scenario-stop', label: t('scenarioStop'), icon: 'stop-circle', disabled: state === 'ending', onClick: () => actions.send('scenario/stop', {}) })}`}
    ${script}
  </div>`;
}

function stateText({ state, at, steps }: PlayedView, { texts }: View): string {
  if (state === 'ready' && steps[0]?.state === 'pending') return texts.t('scenarioBegin', { of: String(steps.length) });
  // What waits for the person is the step that comes.
  const number = state === 'ready' ? at + 2 : at + 1;
  return texts.t(`scenarioState${state}` satisfies StringKey, { at: String(number), of: String(steps.length) });
}
