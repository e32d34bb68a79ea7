import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../components/button.ts';
import { icon } from '../components/icon.ts';
import type { View } from './view.ts';

/** Says that there is no session, or none any more, and offers one. */
export function noticeView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { session } = model.state!;
  if (session.source !== 'none' && !session.ended) return nothing;
  const { title } = session;
  const text = session.ended ? texts.t(session.id === '' ? 'gone' : 'ended', { title }) : texts.t('noSession');
  const label = session.source === 'context' ? texts.t('connect', { title }) : texts.t('startPlayground');
  return html`<section class="notice" aria-label=${text}>
    ${icon(session.ended ? 'debug-disconnect' : 'info')}
    <p>${text}</p>
    ${button({ id: 'start', label, icon: 'play', primary: true, onClick: actions.startSession })}
  </section>`;
}
