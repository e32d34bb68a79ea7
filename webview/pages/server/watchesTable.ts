import { html, type TemplateResult } from 'lit';
import type { WatchView } from '../../../extension/protocol/pages/server.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import { formatBytes } from './requestsTable.ts';

/** Watches that are open, those that have been quiet for longest first. */
export function watchesTable(watches: readonly WatchView[], texts: Texts): TemplateResult {
  const { t } = texts;
  if (watches.length === 0) return html`<p class="hint">${t('serverNoWatches')}</p>`;
  return gridTable({
    label: t('serverWatches'),
    columns: [[t('informer')], [t('serverOpenFor'), 'number'], [t('serverLastByte'), 'number'], [t('serverSize'), 'number']],
    rows: watches.map(
      ({ resource, openMs, quietMs, bytes }) => html`<tr>
        <th scope="row" class="server-resource">${resource}</th>
        <td class="number">${formatDuration(openMs)}</td>
        <td class="number">${t('serverAgo', { duration: formatDuration(quietMs) })}</td>
        <td class="number">${formatBytes(bytes, texts)}</td>
      </tr>`,
    ),
  });
}
