import { html, type TemplateResult } from 'lit';
import type { FiguresView, FigureUnitName } from '../../../extension/protocol/pages/scenario.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import { formatBytes } from '../server/requestsTable.ts';
import { inWords } from './inWords.ts';

/** What was measured, side by side. */
export function figuresView({ columns, rows }: FiguresView, view: View): TemplateResult {
  const { t } = view.texts;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('scenarioFigures')}>
    <table class="scenario-figures">
      <caption class="visually-hidden">${t('scenarioFigures')}</caption>
      <thead><tr><td></td>${columns.map((column) => html`<th scope="col">${inWords(column, view)}</th>`)}</tr></thead>
      <tbody>
        ${rows.map(({ name, unit, values }) => html`<tr><th scope="row">${inWords(name, view)}</th>${values.map((value) => html`<td>${figureText(value, unit, view)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function figureText(value: number, unit: FigureUnitName, { texts }: View): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(value, texts);
    case 'ms':
      return formatMs(value);
    case 'perSecond':
      return texts.t('scenarioPerSecond', { count: texts.count(Math.round(value * 10) / 10) });
    case 'count':
      return texts.count(value);
  }
}
