import { html, nothing, type TemplateResult } from 'lit';
import type { SessionView } from '../../extension/protocol/messages.ts';
import { button } from '../components/button.ts';
import { icon } from '../components/icon.ts';
import type { View } from './view.ts';

function startLabel({ source, title }: SessionView, { t }: View['texts']): string {
  if (source === 'recording') return t('openAgain', { title });
  return source === 'context' ? t('connect', { title }) : t('startPlayground');
}

/** Says that there is no session, or none any more, and offers one. */
export function noticeView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { session } = model.state!;
  if (session.source !== 'none' && !session.ended) return nothing;
  const { title } = session;
  const text = session.ended ? texts.t(session.id === '' ? 'gone' : 'ended', { title }) : texts.t('noSession');
  const label = startLabel(session, texts);
  return html`<section class="notice" aria-label=${text}>
    ${icon(session.ended ? 'debug-disconnect' : 'info')}
    <p>${text}</p>
    ${button({ id: 'start', label, icon: 'play', primary: true, onClick: actions.startSession })}
  </section>`;
}
