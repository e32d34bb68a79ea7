import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../components/icon.ts';
import type { Texts } from '../strings.ts';
import { pipelineSummary, type StageCard, stagesOf } from './stages.ts';
import type { View } from './view.ts';

/** The stages as cards, in the order in which a change goes through them. */
export function pipelineView({ model, texts }: View): TemplateResult {
  const cards = stagesOf(model.state!, texts);
  return html`<section class="pipeline" aria-labelledby="pipeline-title">
    <h2 class="visually-hidden" id="pipeline-title">${texts.t('pipeline')}</h2>
    <p class="visually-hidden" id="pipeline-summary">${pipelineSummary(cards, texts)}</p>
    <ol class="stages" aria-describedby="pipeline-summary">
      ${cards.map((card) => cardView(card, texts))}
    </ol>
  </section>`;
}

/** Of the same height whatever happens, so that nothing below it moves; what is cut off is in its tooltip. */
function cardView({ id, title, value, facts, failing, held }: StageCard, { t }: Texts): TemplateResult {
  return html`<li class="stage ${held ? 'stage-held' : ''} ${failing ? 'stage-failing' : ''}" aria-current=${held ? 'step' : nothing} data-tips>
    <div class="stage-head">
      <span class="swatch swatch-${id}" aria-hidden="true"></span>
      <h3 data-cut>${title}</h3>
      ${
        held ? html`<span class="stage-mark">${icon('debug-pause')}<span class="visually-hidden" data-cut>${t('heldBefore', { point: held.point })}</span></span>` : nothing
      }${failing ? html`<span class="stage-mark">${icon('error')}</span>` : nothing}
    </div>
    <p class="stage-value" data-cut>${value}</p>
    <p class="stage-facts" data-cut>${facts.map(factView)}</p>
  </li>`;
}

/** Breaks after a dot, never inside a part that has room in a line. */
function factView(fact: string, index: number, { length }: readonly string[]): TemplateResult {
  return html`<span class="stage-fact">${fact}${index < length - 1 ? ' ·' : nothing}</span>${' '}`;
}
