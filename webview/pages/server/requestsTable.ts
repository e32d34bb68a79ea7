import { html, nothing, type TemplateResult } from 'lit';
import type { KindView, RequestsView } from '../../../extension/protocol/pages/server.ts';
import { gridTable } from '../../components/gridTable.ts';
import type { Texts } from '../../strings.ts';
import { formatMs, histogram } from '../queues/histogram.ts';

/** What was asked, by verb and resource, and how long the answers took. */
export function requestsTable({ kinds, latency }: RequestsView, texts: Texts): TemplateResult {
  const { t } = texts;
  return html`${gridTable({
    label: t('serverRequests'),
    columns: [[t('serverKind')], [t('serverCount'), 'number'], [t('serverSize'), 'number'], [t('serverP50'), 'number'], [t('serverP99'), 'number']],
    rows: kinds.map((kind) => rowView(kind, latency.bounds.at(-1) ?? 0, texts)),
  })}
    ${latency.count === 0 ? nothing : histogram(t('serverLatency'), t('serverLatencyOf'), latency, texts, 3)}`;
}

function rowView({ verb, resource, requests, refused, unanswered, bytes, p50, p99 }: KindView, longest: number, texts: Texts): TemplateResult {
  const { t, count } = texts;
  const answered = requests > unanswered;
  const failures = [refused > 0 ? t('serverRefused', { count: count(refused) }) : '', unanswered > 0 ? t('serverUnanswered', { count: count(unanswered) }) : ''].filter(Boolean);
  return html`<tr>
    <th scope="row">${verb} <span class="server-resource">${resource}</span>${failures.length > 0 ? html`<span class="server-failures">${failures.join(' · ')}</span>` : nothing}</th>
    <td class="number">${count(requests)}</td>
    <td class="number">${formatBytes(bytes, texts)}</td>
    <td class="number">${durationView(p50)}</td>
    <td class="number">${durationView(p99)}</td>
  </tr>`;

  function durationView(ms: number): string {
    if (ms >= 0) return t('serverBelow', { duration: formatMs(ms) });
    return answered ? t('serverBeyond', { duration: formatMs(longest) }) : t('serverNoLatency');
  }
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `812 B`, `5.3 KB`, `1.2 MB` */
export function formatBytes(bytes: number, { count }: Texts): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? count(Math.round(value)) : count(Number(value.toFixed(1)))} ${units[unit]!}`;
}
