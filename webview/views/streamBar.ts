import { html, nothing, type TemplateResult } from 'lit';
import { button, iconButton } from '../components/button.ts';
import { knownNewest, newSinceHeld, oldestOf } from '../store/streamSelectors.ts';
import { filterFaultsView, filterField } from '../stream/filterField.ts';
import { savedFiltersView } from '../stream/savedFilters.ts';
import type { View } from './view.ts';

/** Filter, kept filters, order, Follow, and the way back to what is new. */
export function streamBarView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { stream } = model;
  const { t } = texts;
  const fresh = newSinceHeld(stream);
  const { offer, newestFirst } = stream;
  return html`<div class="stream-bar">
      ${filterField(view)}
      ${offer === null ? nothing : button({ id: 'offer', label: t('onlyThis', { filter: offer }), icon: 'filter', onClick: () => actions.addFilter(offer) })}
      ${fresh > 0 ? button({ id: 'new-entries', label: texts.n('newEntries', fresh), onClick: () => actions.follow(true) }) : nothing}
      ${savedFiltersView(view)}
      ${iconButton(t(newestFirst ? 'putNewestLast' : 'putNewestFirst'), newestFirst ? 'fold-down' : 'fold-up', () => actions.order(!newestFirst))}
      ${button({ id: 'follow', label: t('follow'), icon: newestFirst ? 'arrow-up' : 'arrow-down', pressed: stream.follow, onClick: () => actions.follow(!stream.follow) })}
    </div>
    ${filterFaultsView(view)}`;
}

/** In place of the rows, when there are none. */
export function noRowsView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { stream } = model;
  if (!stream.answer || knownNewest(stream) > oldestOf(stream)) return nothing;
  if (stream.filter === '') return html`<p class="hint">${texts.t('noEntries')}</p>`;
  return html`<p class="hint">${texts.t('noMatch', { filter: stream.filter })}</p>
    ${button({ id: 'clear-filter', label: texts.t('clearFilter'), onClick: actions.clearFilter })}`;
}
