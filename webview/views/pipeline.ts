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

function cardView({ id, title, value, detail, lines, held }: StageCard, { t }: Texts): TemplateResult {
  return html`<li class="stage ${held ? 'stage-held' : ''}" aria-current=${held ? 'step' : nothing}>
    <h3><span class="swatch swatch-${id}" aria-hidden="true"></span>${title}</h3>
    <p class="stage-value">${value}</p>
    ${held ? html`<p class="stage-line stage-hold">${icon('debug-pause')}${t('heldBefore', { point: held.point })}</p>` : nothing}
    ${detail === '' ? nothing : html`<p class="stage-line stage-detail">${detail}</p>`} ${lines.map(lineView)}
  </li>`;
}

/** Breaks after a dot, never inside a part. */
function lineView(parts: readonly string[]): TemplateResult {
  const last = parts.length - 1;
  return html`<p class="stage-line">${parts.map((part, index) => html`<span class="stage-part">${part}${index < last ? ' ·' : nothing}</span>${' '}`)}</p>`;
}
