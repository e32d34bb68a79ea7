import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import type { RequestView } from '../../../extension/introspection/introspection.ts';
import type { InflightPart } from '../../../extension/protocol/pages/server/inflightPart.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** Requests that are being answered now, the longest first: watches, mostly. */
export function inflightSection(view: View, own: ServerModel, answer: Answered<InflightPart> | undefined): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  return section('inflight', view, own, {
    title: t('insideInflight'),
    summary: answer?.value ? n('serverSent', answer.value.total) : '',
    content: () => answerView(answer, texts, (part) => tableView(part, view)),
  });
}

function tableView({ rows, total }: InflightPart, view: View): TemplateResult {
  const { t, count } = view.texts;
  if (rows.length === 0) return html`<p class="hint">${t('insideInflightNone')}</p>`;
  return html`${gridTable({
    label: t('insideInflight'),
    columns: [[t('serverKind')], [t('insideCode'), 'number'], [t('insideSince'), 'number']],
    rows: rows.map((row) => rowView(row, view)),
  })}
    ${total > rows.length ? html`<p class="inside-note">${t('andMore', { count: count(total - rows.length) })}</p>` : nothing}`;
}

function rowView({ verb, path, query, user, userAgent, code, sinceMs }: RequestView, { texts: { t } }: View): TemplateResult {
  const who = [user, userAgent].filter(Boolean).join(' · ');
  return html`<tr>
    <th scope="row">${verb} <span class="server-resource">${path}</span>${query === '' ? nothing : html`<span class="subline server-resource">?${query}</span>`}<span class="subline">${who || t('serverAnonymous')}</span></th>
    <td class="number">${code === 0 ? t('insideNoCode') : String(code)}</td>
    <td class="number">${formatDuration(sinceMs)}</td>
  </tr>`;
}
