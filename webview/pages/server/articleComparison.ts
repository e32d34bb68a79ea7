import { html, nothing, type TemplateResult } from 'lit';
import type { TrafficPart } from '../../../extension/protocol/pages/server/trafficPart.ts';
import { button } from '../../components/button.ts';
import { gridTable } from '../../components/gridTable.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import { articlePolling, pollingCost } from './pollingCost.ts';
import { formatBytes } from './requestsTable.ts';
import { section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

const articleList = { objects: articlePolling.objects, listBytes: articlePolling.objects * articlePolling.objectBytes };

/** The article's example, and the same pollers on the pods of this world: its lists as they were measured. */
export function articleComparison(view: View, own: ServerModel, { resources, pollers }: TrafficPart): TemplateResult {
  const { texts } = view;
  const { t } = texts;
  return section('article', view, own, {
    title: t('insideArticle'),
    summary: t('insidePerSecond', { amount: formatBytes(pollingCost(articlePolling, articleList).bytes, texts) }),
    content: () => {
      const pods = resources.find(({ resource }) => resource === 'v1/pods');
      const running = pollers?.resource === 'v1/pods' && pollers.runningMs > 0 ? pollers : null;
      const real = running ? { requests: (running.cost.requests * 1000) / running.runningMs, bytes: (running.cost.bytes * 1000) / running.runningMs } : undefined;
      return html`<p class="inside-note">${t('insideArticleSays')}</p>
        <div class="inside-buttons">
          ${button({ id: 'article-preset', label: t('insideArticlePreset'), icon: 'book', onClick: () => takePreset(view) })}
        </div>
        ${gridTable({
          label: t('insideArticle'),
          columns: [[t('insidePolling')], [t('insideArticleColumn'), 'number'], [t('insideHere'), 'number'], [t('insideCosts'), 'number']],
          rows: html`<tr><th scope="row">${t('insideObjects')}</th><td class="number">${texts.count(articleList.objects)}</td><td class="number">${pods ? texts.count(pods.objects) : '–'}</td><td class="number">–</td></tr>
            <tr><th scope="row">${t('insideOneList')}</th><td class="number">${formatBytes(articleList.listBytes, texts)}</td><td class="number">${pods ? formatBytes(pods.listBytes, texts) : '–'}</td><td class="number">${running && running.cost.requests > 0 ? formatBytes(running.cost.bytes / running.cost.requests, texts) : '–'}</td></tr>
            ${costRows(pollingCost(articlePolling, articleList), pods && pollingCost(articlePolling, pods), real, texts)}`,
          look: 'polling-table',
        })}
        ${
          pods?.objects === undefined || pods.objects < articleList.objects
            ? html`<p class="inside-note">${t('insideArticleSize')}</p>
                <div class="inside-buttons">${button({ id: 'restart-town', label: t('insideRestartTown'), icon: 'refresh', onClick: () => view.actions.send('inside/restartAsTown', {}) })}</div>`
            : nothing
        }`;
    },
  });
}

type Cost = { readonly requests: number; readonly bytes: number };

function costRows(article: Cost, here: Cost | undefined, real: Cost | undefined, texts: Texts): TemplateResult {
  const { t, count } = texts;
  const requests = (cost: Cost | undefined): string => (cost ? count(Number(cost.requests.toFixed(1))) : '–');
  const bytes = (cost: Cost | undefined): string => (cost ? t('insidePerSecond', { amount: formatBytes(cost.bytes, texts) }) : '–');
  return html`<tr><th scope="row">QPS</th><td class="number">${requests(article)}</td><td class="number">${requests(here)}</td><td class="number">${requests(real)}</td></tr>
    <tr><th scope="row">${t('insideTransfer')}</th><td class="number">${bytes(article)}</td><td class="number">${bytes(here)}</td><td class="number">${bytes(real)}</td></tr>`;
}

function takePreset(view: View): void {
  act(view, { type: 'resource', resource: 'v1/pods' });
  act(view, { type: 'pollers', text: String(articlePolling.pollers) });
  act(view, { type: 'period', text: String(articlePolling.periodMs / 1000) });
}
