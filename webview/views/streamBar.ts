import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../components/button.ts';
import { textField } from '../components/textField.ts';
import { knownNewest, newSinceHeld, oldestOf } from '../store/streamSelectors.ts';
import type { View } from './view.ts';

/** Characters of a filter; more than anybody types, less than a message may carry. */
const longestFilter = 200;

/** Filter, Follow, and the way back to what is new. */
export function streamBarView({ model, texts, actions }: View): TemplateResult {
  const { stream } = model;
  const { t } = texts;
  const fresh = newSinceHeld(stream);
  return html`<div class="stream-bar">
    ${textField({
      label: t('filter'),
      placeholder: t('filterPlaceholder'),
      icon: 'filter',
      value: stream.typed,
      maxLength: longestFilter,
      onInput: (text) => (text === '' ? actions.clearFilter() : actions.typeFilter(text)),
    })}
    ${fresh > 0 ? button({ id: 'new-entries', label: texts.n('newEntries', fresh), onClick: () => actions.follow(true) }) : nothing}
    ${button({ id: 'follow', label: t('follow'), icon: 'arrow-up', pressed: stream.follow, onClick: () => actions.follow(!stream.follow) })}
  </div>`;
}

/** In place of the rows, when there are none. */
export function noRowsView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { stream } = model;
  if (!stream.answer || knownNewest(stream) > oldestOf(stream)) return nothing;
  if (stream.filter === '') return html`<p class="hint">${texts.t('noEntries')}</p>`;
  return html`<p class="hint">${texts.t('noMatch', { filter: stream.filter })}</p>
    ${button({ id: 'clear-filter', label: texts.t('clearFilter'), onClick: actions.clearFilter })}`;
}
