import { html, type TemplateResult } from 'lit';
import type { View } from '../views/view.ts';

/** A number of an entry that leads to it. */
export function entryLink(seq: number, { texts, actions }: Pick<View, 'texts' | 'actions'>): TemplateResult {
  return html`<button type="button" class="link entry-link" aria-label=${texts.t('goToEntry', { seq: String(seq) })} @click=${() => actions.goTo(seq)}>#${seq}</button>`;
}
