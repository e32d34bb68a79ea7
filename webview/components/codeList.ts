import { html, type TemplateResult } from 'lit';
import type { Texts } from '../strings.ts';

export interface CodeListOptions {
  /** The bracket behind the last element: it does not stand on a line alone. */
  readonly close: string;
  /** What is left out at either end; empty: nothing is. */
  readonly before?: string;
  readonly after?: string;
}

/** Elements with commas between them, as a program would write them. A line breaks between two of them only. */
export function codeList(elements: readonly unknown[], { close, before = '', after = '' }: CodeListOptions): TemplateResult {
  const all = [...(before === '' ? [] : [html`<em>${before}</em>`]), ...elements, ...(after === '' ? [] : [html`<em>${after}</em>`])];
  if (all.length === 0) return html`${close}`;
  return html`${all.map((element, index) => html`<span class="element">${element}${index < all.length - 1 ? ',' : ` ${close}`}</span>${' '}`)}`;
}

/** `and 12 more`; empty when there are none. */
export function moreText(more: number, { t, count }: Texts): string {
  return more > 0 ? t('andMore', { count: count(more) }) : '';
}
