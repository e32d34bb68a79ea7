import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../strings.ts';

/**
 * Elements with commas between them, as a program would write them; a line breaks between two of them only.
 * `before` and `after` tell of what is left out at either end; empty: nothing is.
 */
export function codeList(elements: readonly unknown[], { before = '', after = '' }: { readonly before?: string; readonly after?: string }): TemplateResult {
  const all = [...(before === '' ? [] : [html`<em>${before}</em>`]), ...elements, ...(after === '' ? [] : [html`<em>${after}</em>`])];
  return html`${all.map((element, index) => html`<span class="element">${element}${index < all.length - 1 ? ',' : nothing}</span>${' '}`)}`;
}

/** `and 12 more`; empty when there are none. */
export function moreText(more: number, { t, count }: Texts): string {
  return more > 0 ? t('andMore', { count: count(more) }) : '';
}
