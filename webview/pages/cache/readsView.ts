import { html, nothing, type TemplateResult } from 'lit';
import type { CachePicture, ReadsView } from '../../../extension/protocol/pages/cache.ts';
import { gridTable } from '../../components/gridTable.ts';
import type { View } from '../../views/view.ts';
import type { CacheModel } from './cacheModel.ts';
import { section } from './section.ts';

/** What reconciles have read from caches, and what the server was not asked for with that. */
export function readsView(view: View, own: CacheModel, { reads }: CachePicture): TemplateResult {
  const { t, n } = view.texts;
  return section('reads', view, own, {
    title: t('readsPane'),
    summary: n('spared', reads.reduce((sum, { gets, lists }) => sum + gets + lists, 0)),
    content: () => (reads.length === 0 ? html`<p class="hint">${t('noReads')}</p>` : reads.map((each) => controllerView(each, view))),
  });
}

function controllerView({ controller, gets, lists, lookups, lastRun }: ReadsView, { texts, actions }: View): TemplateResult {
  const { t, count } = texts;
  return html`<h3 class="owner">${controller}</h3>
    <p class="check-hint">${t('readsOf', { gets: count(gets), lists: count(lists) })}</p>
    ${gridTable({
      label: t('readsTable', { controller }),
      columns: [[t('columnLookup')], [t('columnReads'), 'number'], [t('columnMisses'), 'number']],
      rows: lookups.map(
        ({ lookup, count: number, misses, last, seq }) =>
          html`<tr>
            <th scope="row">${lookup}<span class="subline"><button type="button" class="link" aria-label=${t('goToEntry', { seq: String(seq) })} @click=${() => actions.goTo(seq)}>#${seq}</button> ${last}</span></th>
            <td class="number">${count(number)}</td>
            <td class="number">${misses > 0 ? count(misses) : nothing}</td>
          </tr>`,
      ),
    })}
    ${
      lastRun
        ? html`<p class="check-hint">${t('lastRunReads', { key: lastRun.key })} <button type="button" class="link" aria-label=${t('goToEntry', { seq: String(lastRun.seq) })} @click=${() => actions.goTo(lastRun.seq)}>#${lastRun.seq}</button></p>
            <ol class="run-reads">
              ${lastRun.lookups.map((lookup) => html`<li>${lookup}</li>`)}
              ${lastRun.count > lastRun.lookups.length ? html`<li class="muted">${t('andMore', { count: count(lastRun.count - lastRun.lookups.length) })}</li>` : nothing}
              ${lastRun.count === 0 ? html`<li class="muted">${t('runReadNothing')}</li>` : nothing}
            </ol>`
        : nothing
    }`;
}
