import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import type { FlowControlView, FlowSchemaView, PriorityLevelView } from '../../../extension/introspection/flowControl.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { fillBar } from './fillBar.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** Priority and fairness: how many seats each level has, who waits for one, and which schema puts whom there. */
export function flowSections(view: View, own: ServerModel, answer: Answered<FlowControlView> | undefined): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  const flow = answer?.value;
  const rejected = flow?.levels.reduce((sum, level) => sum + level.rejected, 0) ?? 0;
  return html`${section('levels', view, own, {
    title: t('insideLevels'),
    summary: flow ? n('serverTooManyCount', rejected) : '',
    content: () => answerView(answer, texts, (part) => html`${limitsView(part, view)}<p class="inside-note">${t('insideSeatsNote')}</p>${levelsTable(part, view)}`),
  })}
  ${section('schemas', view, own, { title: t('insideSchemas'), summary: flow ? n('insideSchemaCount', flow.schemas.length) : '', content: () => answerView(answer, texts, (part) => schemasTable(part, view)) })}`;
}

function limitsView({ reading, maxReading, mutating, maxMutating, watching }: FlowControlView, { texts: { t, n, count } }: View): TemplateResult {
  const of = (used: number, all: number): TemplateResult => fillBar(used, all, t('insideOf', { used: count(used), all: count(all) }));
  return html`<dl class="fields">
    <dt>${t('insideReading')}</dt><dd>${of(reading, maxReading)}</dd>
    <dt>${t('insideMutating')}</dt><dd>${of(mutating, maxMutating)}</dd>
    <dt>${t('insideWatching')}</dt><dd>${n('serverWatchCount', watching)}</dd>
  </dl>`;
}

function levelsTable({ levels }: FlowControlView, view: View): TemplateResult {
  const { t } = view.texts;
  return gridTable({
    label: t('insideLevels'),
    columns: [[t('insideLevel')], [t('insideSeats')], [t('insideQueued'), 'number'], [t('insideDispatched'), 'number'], ['429', 'number']],
    rows: levels.map((level) => levelRow(level, view)),
  });
}

function levelRow({ name, exempt, shares, seats, seatsInUse, queues, queueLength, waiting, longest, dispatched, rejected, waitedMs }: PriorityLevelView, { texts: { t, n, count } }: View): TemplateResult {
  const kind = exempt ? t('insideExempt') : queues === 0 ? t('insideNoQueues') : t('insideQueuesOf', { queues: count(queues), length: count(queueLength) });
  return html`<tr>
    <th scope="row">${name}<span class="subline">${kind}</span>${longest.map(({ queue, waiting: each, flow }) => html`<span class="subline">${t('insideLongest', { queue: String(queue), waiting: count(each), flow: flow || '–' })}</span>`)}</th>
    <td>${exempt ? html`${count(seatsInUse)}` : fillBar(seatsInUse, seats, t('insideOf', { used: count(seatsInUse), all: count(seats) }))}${exempt ? nothing : html`<span class="subline">${n('insideShares', shares)}</span>`}</td>
    <td class="number">${count(waiting)}</td>
    <td class="number">${count(dispatched)}${waitedMs > 0 ? html`<span class="subline">${t('insideWaited', { duration: formatDuration(waitedMs) })}</span>` : nothing}</td>
    <td class=${rejected > 0 ? 'number failed' : 'number'}>${count(rejected)}</td>
  </tr>`;
}

function schemasTable({ schemas }: FlowControlView, view: View): TemplateResult {
  const { t } = view.texts;
  return gridTable({
    label: t('insideSchemas'),
    columns: [[t('insideSchema')], [t('insidePrecedence'), 'number'], [t('insideMatched'), 'number'], ['429', 'number']],
    rows: schemas.map((schema) => schemaRow(schema, view)),
  });
}

function schemaRow({ name, precedence, level, distinguisher, matched, rejected }: FlowSchemaView, { texts: { t, count } }: View): TemplateResult {
  const flows = t(distinguisher === '' ? 'insideOneFlow' : distinguisher === 'ByUser' ? 'insideFlowByUser' : 'insideFlowByNamespace');
  return html`<tr>
    <th scope="row">${name}<span class="subline">${t('insideToLevel', { level })} · ${flows}</span></th>
    <td class="number">${count(precedence)}</td>
    <td class="number">${count(matched)}</td>
    <td class=${rejected > 0 ? 'number failed' : 'number'}>${count(rejected)}</td>
  </tr>`;
}
