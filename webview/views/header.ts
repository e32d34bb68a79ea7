import { html, type TemplateResult } from 'lit';
import { choice } from '../components/choice.ts';
import { toolbarView } from '../stepping/toolbar.ts';
import { selectedInformer } from '../store/reduce.ts';
import { statusView } from './status.ts';
import type { View } from './view.ts';

/** What is looked at, how it is stepped, and what it is doing now. */
export function headerView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { t } = texts;
  const { session, informers } = model.state!;
  return html`<header class="header">
    <h1>${session.title === '' ? t('title') : html`<span class="visually-hidden">${t('title')}: </span>${session.title}`}</h1>
    ${choice({
      label: t('informer'),
      options: [{ value: '', text: t('allInformers') }, ...informers.map((name) => ({ value: name, text: name }))],
      value: selectedInformer(model) ?? '',
      onChange: (value) => actions.selectInformer(value === '' ? null : value),
    })}
    ${toolbarView(view)} ${statusView(view)}
  </header>`;
}
