import { html, nothing, type TemplateResult } from 'lit';
import type { LookAtView, StepStateName, StepView } from '../../../extension/protocol/pages/scenario.ts';
import { icon, type IconName } from '../../components/icon.ts';
import type { StringKey } from '../../strings.ts';
import type { Tab } from '../../store/pageModels.ts';
import type { View } from '../../views/view.ts';
import { pageTitles } from '../pageTitles.ts';
import { figuresView } from './figuresView.ts';
import { inWords } from './inWords.ts';

const icons: { readonly [State in StepStateName]: IconName } = { pending: 'circle-filled', running: 'play', done: 'pass', failed: 'error', stopped: 'stop-circle' };

/** A step: its title and how far it is, and in full what it does, what is seen and where. */
export function stepView(step: StepView, index: number, shown: boolean, view: View): TemplateResult {
  const { t } = view.texts;
  const { state } = step;
  const id = `scenario-step-${index}`;
  return html`<li class="scenario-step scenario-step-${state}">
    <h3>
      <button type="button" class="scenario-step-title" id=${id} aria-expanded=${String(shown)} aria-current=${state === 'running' ? 'step' : nothing} @click=${() => view.actions.onPage({ page: 'scenario', action: { type: 'show', step: index } })}>
        ${icon(icons[state])}<span>${index + 1}. ${inWords(step.title, view)}</span><span class="scenario-step-state">${t(`scenarioStep${state}` satisfies StringKey)}</span>
      </button>
    </h3>
    ${shown ? detailsView(step, view, id) : nothing}
  </li>`;
}

function detailsView({ text, actions, failure, checks, looks, figures }: StepView, view: View, id: string): TemplateResult {
  const { t } = view.texts;
  return html`<div class="scenario-details" role="region" aria-labelledby=${id}>
    <p>${inWords(text, view)}</p>
    ${failure ? html`<p class="scenario-failure">${icon('error')} ${inWords(failure, view)}</p>` : nothing}
    ${checks.length > 0
      ? html`<ul class="scenario-checks" aria-label=${t('scenarioSeen')}>
          ${checks.map(({ says, held }) => html`<li class=${held ? 'held' : 'not-held'}>${icon(held ? 'check' : 'close')}<span class="visually-hidden">${t(held ? 'scenarioHeld' : 'scenarioNotHeld')}: </span><span>${inWords(says, view)}</span></li>`)}
        </ul>`
      : nothing}
    ${figures ? figuresView(figures, view) : nothing}
    ${looks.length > 0 ? html`<ul class="scenario-looks" aria-label=${t('scenarioLooks')}>${looks.map((look) => html`<li>${lookView(look, view)}</li>`)}</ul>` : nothing}
    ${actions.length > 0
      ? html`<div class="code scenario-actions" role="group" aria-label=${t('scenarioDoes')}>${actions.map((line) => html`<div class="code-line">${line}</div>`)}</div>`
      : nothing}
  </div>`;
}

/** Opens what is to be looked at. */
function lookView(look: LookAtView, view: View): TemplateResult {
  const { actions, texts } = view;
  const page = texts.t(pageTitles[look.page]);
  switch (look.type) {
    case 'page':
      return link(texts.t('scenarioLookPage', { page }), '', () => actions.openTab(look.page satisfies Tab));
    case 'filter':
      return link(texts.t('scenarioLookFilter'), look.filter, () => actions.setFilter(look.filter));
    case 'entry':
      return link(texts.t('scenarioLookEntry', { seq: String(look.seq) }), page, () => {
        actions.goTo(look.seq);
        actions.openTab(look.page satisfies Tab);
      });
  }
}

function link(text: string, tip: string, open: () => void): TemplateResult {
  return html`<button type="button" class="link" data-tip=${tip === '' ? nothing : tip} @click=${open}>${text}</button>`;
}
