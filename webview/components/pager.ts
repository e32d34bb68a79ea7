import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../strings.ts';
import { iconButton } from './button.ts';

export interface PagerOptions {
  readonly first: number;
  readonly shown: number;
  readonly total: number;
  /** Rows of a page. */
  readonly size: number;
  readonly texts: Texts;
  readonly onPage: (first: number) => void;
}

/** Which part of a long list is shown, and the way to others. Nothing where all of it is. */
export function pager({ first, shown, total, size, texts: { t, count }, onPage }: PagerOptions): TemplateResult | typeof nothing {
  if (shown >= total) return nothing;
  const last = Math.floor((total - 1) / size) * size;
  const to = (place: number) => (): void => onPage(Math.max(0, Math.min(place, last)));
  return html`<div class="pager">
    ${iconButton(t('previousPage'), 'chevron-left', to(first - size))}
    <span class="pager-place">${t('pageOf', { from: count(first + 1), to: count(first + shown), total: count(total) })}</span>
    ${iconButton(t('nextPage'), 'chevron-right', to(first + size))}
  </div>`;
}
