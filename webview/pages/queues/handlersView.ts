import { html, nothing, type TemplateResult } from 'lit';
import type { HandlerView, QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { keyLink } from '../keyLink.ts';
import type { QueuesModel } from './queuesModel.ts';
import { section } from './section.ts';

/** The buffer of each handler, and the call that it has not returned from. */
export function handlersView(view: View, own: QueuesModel, { handlers }: QueuesPicture): TemplateResult {
  const { t, n } = view.texts;
  return section('handlers', 'handler-buffers', view, own, {
    title: t('handlerBuffers'),
    summary: n('pendingCount', handlers.reduce((sum, { backlog }) => sum + backlog, 0)),
    content: () =>
      handlers.length === 0
        ? html`<p class="hint">${t('noHandlers')}</p>`
        : gridTable({
          label: t('handlerBuffers'),
          columns: [[t('columnHandler')], [t('columnPending'), 'number'], [t('columnCalls'), 'number'], [t('columnCalling')]],
          rows: handlers.map((handler) => handlerRow(handler, view)),
        }),
  });
}

function handlerRow({ informer, name, backlog, calls, errors, synced, calling }: HandlerView, view: View): TemplateResult {
  const { texts, model } = view;
  const { t, count } = texts;
  const heldCall = model.state?.stepper.held.find(({ point, owner }) => point === 'handler.call' && owner === informer);
  return html`<tr>
    <th scope="row">${name}<span class="subline">${informer}${synced ? nothing : ` · ${t('notSyncedYet')}`}</span></th>
    <td class="number">${count(backlog)}</td>
    <td class="number">${count(calls)}${errors > 0 ? html`<span class="subline failed">${t('handlerFailures', { count: count(errors) })}</span>` : nothing}</td>
    <td>
      ${
        calling
          ? html`${calling.what} ${keyLink(calling.key, view)}<span class="subline">${formatDuration(calling.forMs + model.now - model.receivedAt)}</span>`
          : heldCall && backlog > 0
            ? html`${t('lineHeld')} ${keyLink(heldCall.key, view, true)}`
            : html`<span class="muted">${t('callWaits')}</span>`
      }
    </td>
  </tr>`;
}
