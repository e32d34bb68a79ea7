import { html, nothing, type TemplateResult } from 'lit';
import type { RefusalView } from '../../../extension/protocol/pages/server.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';

/** Answers of 429, and what the server says of why: which priority level, which flow schema, and when to come again. */
export function refusalsView(refusals: readonly RefusalView[], { t }: Texts): TemplateResult {
  if (refusals.length === 0) return html`<p class="hint">${t('serverTooManyNone')}</p>`;
  return html`<ul class="server-refusals">
    ${refusals.map(
      ({ verb, resource, agoMs, retryAfter, flowSchema, priorityLevel }) => html`<li>
        <p>${t('serverTooManyAgo', { request: `${verb} ${resource}`, duration: formatDuration(agoMs) })}</p>
        <p class="server-why">
          ${priorityLevel === '' ? t('serverByOther') : t('serverByPriority', { level: priorityLevel, schema: flowSchema || '–' })}${
            retryAfter >= 0 ? html`; ${t('serverRetryAfter', { seconds: String(retryAfter) })}` : nothing
          }
        </p>
      </li>`,
    )}
  </ul>`;
}
