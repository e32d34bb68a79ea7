import { html, nothing, type TemplateResult } from 'lit';
import type { WatcherView } from '../../../extension/introspection/introspection.ts';
import type { Texts } from '../../strings.ts';

/** Which watcher it is, who watches, and what of it. */
export function watcherName({ id, user, userAgent, labelSelector, fieldSelector, namespace }: WatcherView, { t }: Texts): TemplateResult {
  const scope = [namespace === '' ? t('insideAllNamespaces') : namespace, fieldSelector, labelSelector].filter(Boolean).join(' · ');
  return html`#${id} <span class="watcher-agent">${userAgent || t('insideNoAgent')}</span>${user === '' ? nothing : html`<span class="subline">${user}</span>`}<span class="subline server-resource">${scope}</span>`;
}
