import { html, nothing, type TemplateResult } from 'lit';
import type { CachePicture, StalenessView } from '../../../extension/protocol/pages/cache.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { openItem } from './openItem.ts';
import type { CacheModel } from './cacheModel.ts';
import { section } from './section.ts';

/** How old each cache is, side by side, and where two of them disagree. */
export function stalenessView(view: View, own: CacheModel, { staleness, disagreements, informer }: CachePicture): TemplateResult {
  const { t, n } = view.texts;
  const mine = staleness.find((each) => each.informer === informer);
  return section('staleness', view, own, {
    title: t('stalenessPane'),
    summary: mine ? behindText(mine.behindSeen, view) : '',
    content: () => html`<div class="table-scroll" role="region" tabindex="0" aria-label=${t('stalenessTable')}>
        <table class="grid-table">
          <thead>
            <tr>
              <th scope="col">${t('columnInformer')}</th>
              <th scope="col" class="number" data-tip=${t('behindTip')}>${t('columnBehind')}</th>
              <th scope="col" class="number">${t('columnLastByte')}</th>
              <th scope="col" class="number">${t('columnBookmark')}</th>
              <th scope="col" class="number">${t('columnWaiting')}</th>
              <th scope="col" class="number">${t('columnStore')}</th>
              <th scope="col" class="number">${t('columnSeen')}</th>
              <th scope="col" class="number">${t('columnListed')}</th>
            </tr>
          </thead>
          <tbody>
            ${staleness.map((row) => rowView(row, row.informer === informer, view))}
          </tbody>
        </table>
      </div>
      <p class="check-hint">${disagreements.count > 0 ? n('disagree', disagreements.count) : disagreements.compared > 0 ? t('agree') : nothing}</p>
      ${
        disagreements.first.length === 0
          ? nothing
          : html`<ul class="cached-keys">
              ${disagreements.first.map(
                ({ key, informer: one, rv, other, otherRv }) =>
                  html`<li><button type="button" class="key" aria-label=${t('openItem', { key })} @click=${() => openItem(view, one, key)}>${key}</button><span class="muted">${t('cacheDisagreement', { informer: one, rv, other, otherRv })}</span></li>`,
              )}
            </ul>`
      }`,
  });
}

function rowView(row: StalenessView, isChosen: boolean, view: View): TemplateResult {
  const { texts, model } = view;
  const { t, n } = texts;
  const since = model.state?.session.ended ? 0 : model.now - model.receivedAt;
  const age = (ms: number | null): string => (ms === null ? t('notYet') : formatDuration(ms + since));
  return html`<tr aria-current=${isChosen ? 'true' : nothing}>
    <th scope="row">${row.informer}<span class="subline">${row.state}</span></th>
    <td class="number">${behindText(row.behindNewest, view)}</td>
    <td class="number">${age(row.lastByteMs)}</td>
    <td class="number">${age(row.lastBookmarkMs)}</td>
    <td class="number">${n('deltas', row.deltas)}</td>
    <td class="number">${row.storeVersion || '–'}</td>
    <td class="number">${row.seenVersion || '–'}</td>
    <td class="number">${age(row.listedMs)}</td>
  </tr>`;
}

function behindText(revisions: number | null, { texts: { t, n } }: View): string {
  if (revisions === null) return t('behindUnknown');
  return revisions === 0 ? t('behindNothing') : n('behindRevisions', revisions);
}
