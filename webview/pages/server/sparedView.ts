import { html, type TemplateResult } from 'lit';
import type { TrafficPart } from '../../../extension/protocol/pages/server/trafficPart.ts';
import type { View } from '../../views/view.ts';

/** What controllers of this session have read from Indexers, and did not ask the server. */
export function sparedView({ spared: { gets, lists } }: TrafficPart, { texts: { t, count } }: View): TemplateResult {
  if (gets + lists === 0) return html`<p class="inside-note">${t('insideSparedNone')}</p>`;
  return html`<p class="inside-note">${t('insideSpared', { total: count(gets + lists), gets: count(gets), lists: count(lists) })}</p>`;
}
