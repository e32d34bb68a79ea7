import { html, nothing, type TemplateResult } from 'lit';
import type { RequestsView, ServerPicture } from '../../../extension/protocol/pages/server.ts';
import { articleNotes } from '../../components/articleNote.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { identityView } from './identityView.ts';
import { refusalsView } from './refusalsView.ts';
import { formatBytes, requestsTable } from './requestsTable.ts';
import { section } from './section.ts';
import type { ServerModel } from './serverModel.ts';
import { watchesTable } from './watchesTable.ts';

/** What can be known of any API server, and what this session asks of it. */
export function sessionPart(view: View, own: ServerModel, picture: ServerPicture): TemplateResult {
  const { texts } = view;
  const { requests } = picture;
  return html`<dl class="fields server-facts">${factsView(picture, texts)}</dl>
    ${requests === null ? html`<p class="hint">${texts.t('serverUnknown')}</p>` : partsView(requests, view, own)} ${articleNotes('server', texts)}`;
}

function factsView({ address, connection, version, identity }: ServerPicture, texts: Texts): TemplateResult {
  const { t } = texts;
  const state = connection === 'connected' ? version || '–' : t(connection === 'failed' ? 'serverFailed' : 'serverConnecting');
  return html`${address === '' ? nothing : html`<dt>${t('serverAddress')}</dt><dd>${address}</dd>`}
    <dt>${t('serverVersion')}</dt><dd>${state}</dd>${identity === null ? nothing : identityView(identity, texts)}`;
}

function partsView(requests: RequestsView, view: View, own: ServerModel): TemplateResult {
  const { texts } = view;
  const { t, n, count } = texts;
  const summary = [
    n('serverSent', requests.sent),
    requests.refused > 0 ? t('serverRefused', { count: count(requests.refused) }) : '',
    requests.unanswered > 0 ? t('serverUnanswered', { count: count(requests.unanswered) }) : '',
    t('serverBytes', { bytes: formatBytes(requests.bytes, texts) }),
  ];
  return html`${section('requests', view, own, { title: t('serverRequests'), summary: summary.filter(Boolean).join(' · '), content: () => requestsView(requests, texts) })}
    ${section('refusals', view, own, { title: t('serverTooMany'), summary: n('serverTooManyCount', requests.tooMany), content: () => refusalsView(requests.refusals, texts) })}
    ${section('watches', view, own, { title: t('serverWatches'), summary: n('serverWatchCount', requests.watches.length), content: () => watchesTable(requests.watches, texts) })}`;
}

function requestsView(requests: RequestsView, texts: Texts): TemplateResult {
  if (requests.sent === 0) return html`<p class="hint">${texts.t('serverNothing')}</p>`;
  const { throttled, throttledMs } = requests;
  return html`${requestsTable(requests, texts)}
    ${throttled > 0 ? html`<p class="server-throttled">${texts.t('serverThrottled', { count: texts.count(throttled), duration: formatDuration(throttledMs) })}</p>` : nothing}`;
}
