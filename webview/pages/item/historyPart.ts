import { html, nothing, type TemplateResult } from 'lit';
import type { HistoryRowView, HistoryView } from '../../../extension/protocol/pages/item.ts';
import { rovingList } from '../../components/rovingList.ts';
import { formatTime } from '../../format.ts';
import { changeOf, stageName, verbOf } from '../../views/stageNames.ts';
import type { View } from '../../views/view.ts';

/** What happened to the key, and its versions, through which one can walk. */
export function historyPart({ rows, searching }: HistoryView, view: View): TemplateResult {
  const { texts } = view;
  if (rows.length === 0) return html`<p class="hint item-hint">${texts.t(searching ? 'loading' : 'itemNoHistory')}</p>`;
  return html`${walkView(rows, view)}
    <ol class="history" @keydown=${rovingList}>
      ${rows.map((row, index) => rowView(row, index, view))}
    </ol>`;
}

function walkView(rows: readonly HistoryRowView[], { model, texts, actions }: View): TemplateResult | typeof nothing {
  const versions = rows.filter(({ kind }) => kind.startsWith('store.'));
  if (versions.length < 2) return nothing;
  const at = model.stream.cursor?.seq ?? Infinity;
  const older = versions.find(({ seq }) => seq < at);
  const newer = versions.findLast(({ seq }) => seq > at);
  const walk = (label: string, to: HistoryRowView | undefined): TemplateResult =>
    html`<button type="button" class="link" aria-disabled=${String(!to)} @click=${() => to && actions.goTo(to.seq)}>${label}</button>`;
  return html`<p class="history-walk">${walk(texts.t('itemOlder'), older)} ${walk(texts.t('itemNewer'), newer)}</p>`;
}

function rowView({ seq, t, stage, kind, rv, summary, changed }: HistoryRowView, index: number, { model, texts, actions }: View): TemplateResult {
  const name = stageName({ stage, informer: '' }, model.state?.deltaQueues ?? [], texts);
  const what = changed.length > 0 ? changed.map(({ path, before, after }) => `${path} ${before}→${after}`).join(', ') : changeOf({ kind, summary });
  const isCurrent = model.stream.cursor?.seq === seq;
  return html`<li>
    <button
      type="button"
      class="history-row row-button ${isCurrent ? 'history-current' : ''} ${kind.startsWith('store.') ? 'history-version' : ''}"
      tabindex=${index === 0 ? 0 : -1}
      aria-label=${texts.t('itemHistoryRow', { seq: String(seq), what: [name, verbOf(kind), rv, what].filter(Boolean).join(', ') })}
      aria-current=${isCurrent ? 'true' : nothing}
      data-tips
      @click=${() => actions.goTo(seq)}
    >
      <span class="swatch swatch-${stage}" aria-hidden="true"></span><span class="chain-link-seq">#${seq}</span><span class="history-time">${formatTime(t)}</span
      ><span class="chain-link-stage">${name}</span><span class="chain-link-what" data-cut>${[verbOf(kind), what].filter(Boolean).join(' · ')}</span>
    </button>
  </li>`;
}
