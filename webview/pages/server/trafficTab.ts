import { html, type TemplateResult } from 'lit';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import type { ResourceTraffic } from '../../../extension/introspection/traffic.ts';
import type { TrafficPart } from '../../../extension/protocol/pages/server/trafficPart.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import { selectedInformer } from '../../store/reduce.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import { articleComparison } from './articleComparison.ts';
import { pollersSection } from './pollersSection.ts';
import { formatBytes } from './requestsTable.ts';
import { answerView, section } from './section.ts';
import { resourceShown, type ServerModel } from './serverModel.ts';

/** Polling against watching: what pollers cost or would cost, what the watches cost, and what the article reckons. */
export function trafficTab(view: View, own: ServerModel, { parts }: InsidePicture): TemplateResult {
  return answerView(parts.traffic, view.texts, (traffic) => {
    const wanted = resourceShown(own.resource, selectedInformer(view.model));
    const row = traffic.resources.find(({ resource }) => resource === wanted) ?? traffic.resources[0];
    return html`${pollersSection(view, own, traffic, row)} ${articleComparison(view, own, traffic)} ${trafficSection(view, own, traffic)}`;
  });
}

/** What lists and watches of each resource have really cost since the playground began. */
function trafficSection(view: View, own: ServerModel, { resources, forMs }: TrafficPart): TemplateResult {
  const { t } = view.texts;
  return section('traffic', view, own, {
    title: t('insideTraffic'),
    summary: t('insideForDuration', { duration: formatDuration(forMs) }),
    content: () => (resources.length === 0 ? html`<p class="hint">${t('insideNoTraffic')}</p>` : trafficTable(resources, view)),
  });
}

function trafficTable(resources: readonly ResourceTraffic[], view: View): TemplateResult {
  const { t } = view.texts;
  return gridTable({
    label: t('insideTraffic'),
    columns: [[t('insideResource')], [t('insideLists'), 'number'], [t('insideWatchEvents'), 'number'], [t('insideUntilSent'), 'number']],
    rows: resources.map((row) => trafficRow(row, view)),
    look: 'traffic-table',
  });
}

function trafficRow({ resource, objects, lists, watches }: ResourceTraffic, { texts }: View): TemplateResult {
  const { t, n, count } = texts;
  const { latency } = watches;
  return html`<tr>
    <th scope="row"><span class="server-resource">${resource}</span><span class="subline">${n('objects', objects)}; ${t('insideFrom', { cache: count(lists.fromCache), storage: count(lists.fromStorage) })}</span></th>
    <td class="number">${count(lists.requests)}<span class="subline">${formatBytes(lists.bytes, texts)}</span></td>
    <td class="number">${count(watches.events)}<span class="subline">${n('serverWatchCount', watches.open)}</span><span class="subline">${formatBytes(watches.bytes, texts)}</span></td>
    <td class="number">${latency.count === 0 ? '–' : html`${formatMs(latency.p50)}<span class="subline">p99 ${formatMs(latency.p99)}</span>`}</td>
  </tr>`;
}
