import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { longestFilter } from '../../extension/protocol/filters.ts';
import { icon } from '../components/icon.ts';
import { faultsOf } from '../store/streamSelectors.ts';
import type { View } from '../views/view.ts';
import { faultText } from './faultText.ts';

/**
 * The line that filters the entries: a combobox, which offers the names of fields and their values while one types. The arrow keys choose among these, Enter and
 * Tab take one, Escape closes the list, and once more empties the line.
 */
export function filterField(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { typed, completions, completion } = model.stream;
  const { t } = texts;
  const isOpen = completions !== null;
  const faulty = faultsOf(model.stream).length > 0;
  return html`<div class="filter ${faulty ? 'filter-faulty' : ''}">
    ${icon('filter')}
    <input
      id="filter"
      type="text"
      role="combobox"
      aria-label=${t('filter')}
      aria-autocomplete="list"
      aria-expanded=${String(isOpen)}
      aria-controls="filter-list"
      aria-activedescendant=${isOpen && completion >= 0 ? `filter-option-${completion}` : nothing}
      aria-invalid=${String(faulty)}
      aria-describedby=${faulty ? 'filter-faults' : nothing}
      autocomplete="off"
      spellcheck="false"
      maxlength=${longestFilter}
      placeholder=${t('filterPlaceholder')}
      .value=${live(typed)}
      @input=${(event: Event) => onInput(event.currentTarget as HTMLInputElement, view)}
      @keydown=${(event: KeyboardEvent) => onKey(event, view)}
      @blur=${actions.dropCompletions}
    />
    <ul class="filter-list" id="filter-list" role="listbox" aria-label=${t('filterCompletions')} ?hidden=${!isOpen}>
      ${completions?.items.map(
        ({ kind, label }, index) =>
          html`<li
            class="filter-option"
            id="filter-option-${index}"
            role="option"
            aria-selected=${String(index === completion)}
            @mousedown=${(event: MouseEvent) => {
              event.preventDefault(); // the focus stays in the field
              accept((event.currentTarget as HTMLElement).closest('.filter')!.querySelector('input')!, index, view);
            }}
            ><span class="filter-label">${label}${kind === 'field' ? ':' : ''}</span>${kind === 'field' ? html`<span class="filter-hint">${t(`field_${label}` as 'field_stage')}</span>` : nothing}</li
          >`,
      )}
    </ul>
  </div>`;
}

/** What is wrong, under the field. Nothing while the rest of a value is just being chosen. */
export function filterFaultsView({ model, texts }: View): TemplateResult | typeof nothing {
  const { stream } = model;
  const faults = faultsOf(stream);
  if (faults.length === 0) return nothing;
  return html`<p class="filter-faults" id="filter-faults">${icon('info')}<span>${faults.map((fault) => faultText(fault, texts)).join(' ')}</span></p>`;
}

function onInput(input: HTMLInputElement, { actions }: View): void {
  const { value } = input;
  if (value === '') return actions.clearFilter();
  actions.typeFilter(value);
  const caret = caretOf(input);
  // Between two parts nothing is being written yet.
  if (/\s$/.test(value.slice(0, caret))) actions.dropCompletions();
  else actions.completeFilter(value, caret);
}

function onKey(event: KeyboardEvent, view: View): void {
  const input = event.currentTarget as HTMLInputElement;
  const { model, actions } = view;
  const { completions, completion } = model.stream;
  const count = completions?.items.length ?? 0;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      event.preventDefault();
      if (count === 0) actions.completeFilter(input.value, caretOf(input));
      else actions.chooseCompletion(event.key === 'ArrowDown' ? (completion + 1) % count : (completion <= 0 ? count : completion) - 1);
      return;
    case 'Enter':
      event.preventDefault();
      if (completion >= 0) accept(input, completion, view);
      else actions.applyFilter();
      return;
    case 'Tab':
      if (completion < 0) return;
      event.preventDefault();
      accept(input, completion, view);
      return;
    case 'Escape':
      event.stopPropagation();
      if (count > 0) actions.dropCompletions();
      else if (input.value !== '') actions.clearFilter();
      return;
    default:
  }
}

function accept(input: HTMLInputElement, index: number, { model, actions }: View): void {
  const { completions, typed } = model.stream;
  const item = completions?.items[index];
  if (!completions || !item || completions.text !== typed) return;
  const behind = typed.slice(completions.to);
  const insert = item.kind === 'value' && behind === '' ? `${item.insert} ` : item.insert;
  input.value = typed.slice(0, completions.from) + insert + behind;
  const caret = completions.from + insert.length;
  input.setSelectionRange(caret, caret);
  actions.typeFilter(input.value);
  if (item.kind === 'field') actions.completeFilter(input.value, caret);
  else {
    actions.dropCompletions();
    actions.applyFilter();
  }
}

function caretOf(input: HTMLInputElement): number {
  return input.selectionStart ?? input.value.length;
}
