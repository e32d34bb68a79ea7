import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import type { WatcherView } from '../../../extension/introspection/introspection.ts';
import type { WatchersPart } from '../../../extension/protocol/pages/server/watchersPart.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { fillBar } from './fillBar.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';
import { watcherName } from './watcherName.ts';

const ends: { readonly [End in Exclude<WatcherView['ended'], ''>]: StringKey } = {
  client: 'insideEndClient',
  deadline: 'insideEndDeadline',
  slow: 'insideEndSlow',
  overtaken: 'insideEndOvertaken',
  cache: 'insideEndCache',
};

/** The cacheWatchers of the resource: one for each client that watches it, with the channel that it is sent events through. */
export function watchersSection(view: View, own: ServerModel, answer: Answered<WatchersPart> | undefined): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  return section('watchers', view, own, {
    title: t('insideCacheWatchers'),
    summary: answer?.value ? n('insideWatcherCount', answer.value.total) : '',
    content: () => answerView(answer, texts, (part) => watchersView(part, view)),
  });
}

function watchersView({ rows, total }: WatchersPart, view: View): TemplateResult {
  const { t, count } = view.texts;
  if (rows.length === 0) return html`<p class="hint">${t('insideNoWatchers')}</p>`;
  return html`${gridTable({
    label: t('insideCacheWatchers'),
    columns: [[t('insideWatcher')], [t('insideBuffered')], [t('insideBookmark'), 'number'], [t('insideOpen'), 'number']],
    rows: rows.map((row) => watcherRow(row, view)),
    look: 'watchers-table',
  })}
    ${total > rows.length ? html`<p class="inside-note">${t('andMore', { count: count(total - rows.length) })}</p>` : nothing}`;
}

function watcherRow(row: WatcherView, { texts }: View): TemplateResult {
  const { t, count } = texts;
  const { buffered, capacity, live, bookmarks, lastBookmark, openMs, deadlineMs, ended } = row;
  const bookmark = lastBookmark > 0 ? count(lastBookmark) : t(bookmarks ? 'insideBookmarkNone' : 'insideBookmarkUnwanted');
  return html`<tr>
    <th scope="row">${watcherName(row, texts)}${ended === '' ? nothing : html`<span class="subline failed">${t(ends[ended])}</span>`}</th>
    <td>${fillBar(buffered, capacity, t('insideOf', { used: count(buffered), all: count(capacity) }))}${live ? nothing : html`<span class="subline">${t('insideNotLive')}</span>`}</td>
    <td class="number">${bookmark}</td>
    <td class="number">${formatDuration(openMs)}<span class="subline">${t('insideDeadline', { duration: formatDuration(deadlineMs) })}</span></td>
  </tr>`;
}
