import { html, type TemplateResult } from 'lit';
import { button } from '../components/button.ts';
import { choice } from '../components/choice.ts';
import { selectedInformer } from '../store/reduce.ts';
import { statusView } from './status.ts';
import type { View } from './view.ts';

/** What is looked at, how it is stepped, and what it is doing now. */
export function headerView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { t } = texts;
  const { session, informers, stepper } = model.state!;
  const alive = session.source !== 'none' && !session.ended;
  const { paused, held } = stepper;
  return html`<header class="header">
    <h1>${session.title === '' ? t('title') : html`<span class="visually-hidden">${t('title')}: </span>${session.title}`}</h1>
    ${choice({
      label: t('informer'),
      options: [{ value: '', text: t('allInformers') }, ...informers.map((name) => ({ value: name, text: name }))],
      value: selectedInformer(model) ?? '',
      onChange: (value) => actions.selectInformer(value === '' ? null : value),
    })}
    <div class="toolbar" role="toolbar" aria-label=${t('stepping')}>
      ${button({ id: 'pause', label: t('pause'), icon: 'debug-pause', disabled: !alive || paused, onClick: actions.pause })}
      ${button({ id: 'step', label: t('step'), icon: 'debug-step-over', disabled: !alive || !paused || held.length === 0, onClick: actions.step })}
      ${button({ id: 'continue', label: t('continue'), icon: 'debug-continue', primary: paused, disabled: !alive || !paused, onClick: actions.continue })}
    </div>
    ${alive ? statusView(view) : ''}
  </header>`;
}
