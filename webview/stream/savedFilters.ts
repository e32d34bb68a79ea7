import { html, nothing, type TemplateResult } from 'lit';
import { longestFilterName, mostSavedFilters, type SavedFilter } from '../../extension/protocol/filters.ts';
import { icon } from '../components/icon.ts';
import type { View } from '../views/view.ts';

/** The filters that a person has kept: to be taken, thrown away, and added to. */
export function savedFiltersView(view: View): TemplateResult {
  const { model, texts } = view;
  const { t } = texts;
  const filters = model.savedFilters;
  const current = model.stream.typed.trim();
  return html`<button type="button" class="tool" id="saved-filters" popovertarget="saved-filters-list" aria-haspopup="dialog" aria-label=${t('savedFilters')} data-tip=${t('savedFilters')}>
      ${icon('bookmark')}<span class="tool-text saved-text">${t('saved')}</span>${icon('chevron-down')}
    </button>
    <div popover class="menu saved-filters" id="saved-filters-list" role="dialog" aria-label=${t('savedFilters')} @toggle=${onToggle}>
      <form class="saved-form" @submit=${(event: SubmitEvent) => onSave(event, current, view)}>
        <input type="text" name="name" maxlength=${longestFilterName} placeholder=${t('filterName')} aria-label=${t('filterName')} ?disabled=${current === ''} autocomplete="off" required />
        <button type="submit" class="tool" ?disabled=${current === '' || filters.length >= mostSavedFilters}>${icon('save')}<span>${t('saveFilter')}</span></button>
      </form>
      ${current === '' ? html`<p class="hint">${t('nothingToSave')}</p>` : nothing}
      ${filters.length === 0 ? html`<p class="hint">${t('noSavedFilters')}</p>` : html`<ul class="saved-list">${filters.map((filter) => savedView(filter, view))}</ul>`}
    </div>`;
}

function savedView({ name, filter }: SavedFilter, { texts, actions }: View): TemplateResult {
  return html`<li class="saved-row">
    <button
      type="button"
      class="menu-item"
      data-tip=${filter}
      aria-description=${filter}
      @click=${(event: Event) => {
        listOf(event).hidePopover();
        actions.setFilter(filter);
      }}
      ><span class="saved-name">${name}</span><span class="saved-filter">${filter}</span></button
    >
    <button type="button" class="tool" aria-label=${texts.t('deleteFilter', { name })} data-tip=${texts.t('deleteFilter', { name })} @click=${() => actions.send('filter/delete', { name })}>${icon('trash')}</button>
  </li>`;
}

function onSave(event: SubmitEvent, filter: string, { actions }: View): void {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const name = String(new FormData(form).get('name') ?? '').trim();
  if (name === '' || filter === '') return;
  actions.send('filter/save', { name, filter });
  form.reset();
}

function onToggle(event: ToggleEvent): void {
  if (event.newState !== 'open') return;
  const list = event.currentTarget as HTMLElement;
  list.querySelector<HTMLElement>('.saved-row button, input:enabled')?.focus();
}

function listOf(event: Event): HTMLElement {
  return (event.currentTarget as HTMLElement).closest<HTMLElement>('.saved-filters')!;
}
