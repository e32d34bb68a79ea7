import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../components/button.ts';
import { icon } from '../components/icon.ts';
import type { View } from './view.ts';

/** Says that there is no session, or none any more, and offers one. */
export function noticeView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { session } = model.state!;
  if (session.source !== 'none' && !session.ended) return nothing;
  const text = session.ended ? texts.t('ended') : texts.t('noSession');
  return html`<section class="notice" aria-label=${text}>
    ${icon(session.ended ? 'debug-disconnect' : 'info')}
    <p>${text}</p>
    ${button({ id: 'start', label: texts.t('startPlayground'), icon: 'play', primary: true, onClick: actions.startPlayground })}
  </section>`;
}
