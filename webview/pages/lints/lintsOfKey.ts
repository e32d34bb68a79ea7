import { html, nothing, type TemplateResult } from 'lit';
import type { View } from '../../views/view.ts';
import { lintCard } from './lintCard.ts';

/** What looks wrong about a key, in one sentence each, with the way to all that is known of it: beside whatever else is shown of that key. */
export function lintsOfKey(key: string, view: View): TemplateResult | typeof nothing {
  const lints = view.model.state?.lints.ofKeys.filter((lint) => key !== '' && lint.key === key) ?? [];
  if (lints.length === 0) return nothing;
  return html`<section class="lints lints-of-key" aria-label=${view.texts.t('lintsPage')}>
    ${lints.map((lint) => lintCard(lint, view, { short: true }))}
    <button type="button" class="link" @click=${() => view.actions.openTab('lints')}>${view.texts.t('lintsShow')}</button>
  </section>`;
}
