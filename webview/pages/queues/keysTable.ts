import { html, nothing, type TemplateResult } from 'lit';
import { type KeyColumn, keyRows, type KeyRowView, type KeysView, type QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { choice } from '../../components/choice.ts';
import { icon } from '../../components/icon.ts';
import { pager } from '../../components/pager.ts';
import { textField } from '../../components/textField.ts';
import { formatDuration } from '../../format.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { keyLink } from '../keyLink.ts';
import { formatMs } from './histogram.ts';
import type { QueuesAction, QueuesModel } from './queuesModel.ts';
import { section } from './section.ts';

const columns: readonly { readonly column: KeyColumn; readonly title: StringKey; readonly number?: true }[] = [
  { column: 'key', title: 'columnKeyName' },
  { column: 'state', title: 'columnState' },
  { column: 'attempts', title: 'columnAttempts', number: true },
  { column: 'runs', title: 'columnRuns', number: true },
  { column: 'result', title: 'columnResult' },
  { column: 'duration', title: 'columnTook', number: true },
  { column: 'next', title: 'columnNext', number: true },
];

const stateTexts = { processing: 'stateProcessing', queued: 'stateQueued', waiting: 'stateWaiting', settled: 'stateSettled' } as const;

/** The keys of one controller and what has become of each, in any order, a page at a time. */
export function keysTable(view: View, own: QueuesModel, { keys, controllers }: QueuesPicture): TemplateResult {
  const { t, count } = view.texts;
  const act = (action: QueuesAction): void => view.actions.onPage({ page: 'queues', action });
  return section('keys', 'controller-keys', view, own, {
    title: t('keysPane'),
    summary: keys ? count(keys.total) : '',
    content: () => {
      if (!keys) return html`<p class="hint">${t('noWorkers')}</p>`;
      return html`<div class="table-bar">
          ${
            controllers.length > 1
              ? choice({ label: t('controllerOfKeys'), options: controllers.map(({ name }) => ({ value: name, text: name })), value: keys.controller, onChange: (controller) => act({ type: 'controller', controller }) })
              : nothing
          }
          ${textField({ label: t('filterKeys'), placeholder: t('filterKeys'), icon: 'filter', value: own.filter, maxLength: 1000, onInput: (text) => act({ type: 'filter', text }) })}
        </div>
        ${keys.rows.length === 0 ? html`<p class="hint">${t(keys.total === 0 ? 'noKeys' : 'noMatchingKeys')}</p>` : tableView(keys, view, own, act)}`;
    },
  });
}

function tableView(keys: KeysView, view: View, own: QueuesModel, act: (action: QueuesAction) => void): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  return html`<div class="table-scroll" role="region" tabindex="0" aria-label=${t('keysTable', { controller: keys.controller })}>
      <table class="grid-table keys-table">
        <thead>
          <tr>
            ${columns.map(({ column, title, number }) => {
              const sorted = own.sort === column;
              return html`<th scope="col" class="keys-${column} ${number ? 'number' : ''}" aria-sort=${sorted ? (own.descending ? 'descending' : 'ascending') : nothing}>
                <button type="button" class="sort" @click=${() => act({ type: 'sort', column })}>${t(title)}${sorted ? icon(own.descending ? 'chevron-down' : 'chevron-up') : nothing}</button>
              </th>`;
            })}
          </tr>
        </thead>
        <tbody>
          ${keys.rows.map((row) => rowView(row, view))}
        </tbody>
      </table>
    </div>
    ${keys.sorted < keys.matching ? html`<p class="hint">${n('onlySorted', keys.sorted)}</p>` : nothing}
    ${pager({ first: keys.first, shown: keys.rows.length, total: keys.sorted, size: keyRows, texts, onPage: (first) => act({ type: 'page', first }) })}`;
}

function rowView({ key, state, attempts, runs, result, error, dropped, durationMs, dueInMs }: KeyRowView, view: View): TemplateResult {
  const { texts, model } = view;
  const { t, count } = texts;
  const left = dueInMs === null ? 0 : dueInMs - (model.now - model.receivedAt);
  return html`<tr>
    <th scope="row">${keyLink(key, view)}</th>
    <td><span class="state state-${state}">${t(stateTexts[state])}</span>${dropped ? html` · ${t('keyDropped')}` : nothing}</td>
    <td class="keys-attempts number">${count(attempts)}</td>
    <td class="keys-runs number">${count(runs)}</td>
    <td class="keys-result cut ${error === '' ? '' : 'failed'}" data-tips><span data-cut>${error === '' ? result : error}</span></td>
    <td class="keys-duration number">${durationMs === null ? '' : formatMs(durationMs)}</td>
    <td class="number">${dueInMs === null ? '' : left > 0 ? formatDuration(left) : t('due')}</td>
  </tr>`;
}
