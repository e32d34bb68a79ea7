import { html, type TemplateResult } from 'lit';
import type { WatchView } from '../../../extension/protocol/pages/server.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import { formatBytes } from './requestsTable.ts';

/** Watches that are open, those that have been quiet for longest first. */
export function watchesTable(watches: readonly WatchView[], texts: Texts): TemplateResult {
  const { t } = texts;
  if (watches.length === 0) return html`<p class="hint">${t('serverNoWatches')}</p>`;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('serverWatches')}>
    <table class="grid-table">
      <thead>
        <tr>
          <th scope="col">${t('informer')}</th>
          <th scope="col" class="number">${t('serverOpenFor')}</th>
          <th scope="col" class="number">${t('serverLastByte')}</th>
          <th scope="col" class="number">${t('serverSize')}</th>
        </tr>
      </thead>
      <tbody>
        ${watches.map(
          ({ resource, openMs, quietMs, bytes }) => html`<tr>
            <th scope="row" class="server-resource">${resource}</th>
            <td class="number">${formatDuration(openMs)}</td>
            <td class="number">${t('serverAgo', { duration: formatDuration(quietMs) })}</td>
            <td class="number">${formatBytes(bytes, texts)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
