import { html, nothing, type TemplateResult } from 'lit';
import type { PollersView, ResourceTraffic } from '../../../extension/introspection/traffic.ts';
import type { TrafficPart } from '../../../extension/protocol/pages/server/trafficPart.ts';
import { button } from '../../components/button.ts';
import { choice } from '../../components/choice.ts';
import { gridTable } from '../../components/gridTable.ts';
import { textField } from '../../components/textField.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import { act } from './act.ts';
import { type Polling, pollingCost, readPolling } from './pollingCost.ts';
import { wrongPolling } from './pollingAnnouncement.ts';
import { formatBytes } from './requestsTable.ts';
import { section } from './section.ts';
import type { ServerModel } from './serverModel.ts';
import { sparedView } from './sparedView.ts';

/** What pollers would cost, what they do cost where somebody has started some, and what the watches cost. */
export function pollersSection(view: View, own: ServerModel, traffic: TrafficPart, row: ResourceTraffic | undefined): TemplateResult {
  const { t, count } = view.texts;
  const { pollers } = traffic;
  return section('pollers', view, own, {
    title: t('insidePolling'),
    summary: pollers?.running ? t('insidePollersRun', { pollers: count(pollers.pollers), period: formatMs(pollers.periodMs) }) : '',
    content: () => (row ? html`${inputsView(view, own, traffic, row)} ${comparisonTable(view, own, traffic, row)} ${sparedView(traffic, view)}` : html`<p class="hint">${t('insideNoTraffic')}</p>`),
  });
}

function inputsView(view: View, own: ServerModel, { resources, pollers }: TrafficPart, row: ResourceTraffic): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  const polling = readPolling(own.pollers, own.period);
  const running = pollers?.running ?? false;
  const start = (): void => {
    if (polling) actions.send('inside/startPollers', { resource: row.resource, ...polling, consistent: own.pollsStorage });
  };
  return html`<div class="table-bar">
      ${choice({
        label: t('insideResource'),
        options: resources.map(({ resource }) => ({ value: resource, text: resource })),
        value: row.resource,
        onChange: (resource) => act(view, { type: 'resource', resource }),
      })}
    </div>
    <div class="polling-inputs">
      <div class="polling-input"><span>${t('insidePollers')}</span>${textField({ label: t('insidePollers'), placeholder: '20', icon: 'list-flat', value: own.pollers, maxLength: 6, onInput: (text) => act(view, { type: 'pollers', text }) })}</div>
      <div class="polling-input"><span>${t('insidePeriod')}</span>${textField({ label: t('insidePeriod'), placeholder: '1', icon: 'history', value: own.period, maxLength: 6, onInput: (text) => act(view, { type: 'period', text }) })}</div>
    </div>
    ${polling ? nothing : html`<p class="inside-fault">${wrongPolling(texts)}</p>`}
    <div class="inside-buttons">
      ${
        running
          ? button({ id: 'end-pollers', label: t('insideEndPollers'), icon: 'stop-circle', onClick: () => actions.send('inside/endPollers', {}) })
          : button({ id: 'start-pollers', label: t('insideStartPollers'), icon: 'play', primary: true, disabled: !polling, onClick: start })
      }
      ${button({ id: 'poll-storage', label: t('insidePollStorage'), pressed: own.pollsStorage, onClick: () => act(view, { type: 'pollsStorage', on: !own.pollsStorage }) })}
    </div>
    <p class="inside-note">${t(own.pollsStorage ? 'insidePollsStorageNote' : 'insidePollsCacheNote')}</p>`;
}

interface Column {
  readonly requests: string;
  readonly bytes: string;
  readonly latency: string;
  readonly fromCache: string;
  readonly fromStorage: string;
}

const unknown: Column = { requests: '–', bytes: '–', latency: '–', fromCache: '–', fromStorage: '–' };

/** In a second each. */
function comparisonTable(view: View, own: ServerModel, traffic: TrafficPart, row: ResourceTraffic): TemplateResult {
  const { texts } = view;
  const { t } = texts;
  const polling = readPolling(own.pollers, own.period);
  const measured = traffic.pollers?.resource === row.resource ? traffic.pollers : null;
  const columns = [polling ? reckoned(polling, own.pollsStorage, row, texts) : unknown, measured ? measuredPolling(measured, texts) : unknown, measuredWatching(row, traffic.forMs, texts)];
  const line = (label: string, of: (column: Column) => string): TemplateResult => html`<tr><th scope="row">${label}</th>${columns.map((column) => html`<td class="number">${of(column)}</td>`)}</tr>`;
  return html`${gridTable({
    label: t('insideEachSecond'),
    columns: [[t('insideEachSecond')], [t('insideWouldCost'), 'number'], [t('insideCosts'), 'number'], [t('insideWatchesCost'), 'number']],
    rows: html`${line(t('serverRequests'), ({ requests }) => requests)} ${line(t('serverSize'), ({ bytes }) => bytes)} ${line(t('insideUntilKnown'), ({ latency }) => latency)}
      ${line(t('insideFromCache'), ({ fromCache }) => fromCache)} ${line(t('insideFromStorage'), ({ fromStorage }) => fromStorage)}`,
    look: 'polling-table',
  })}
    ${measured ? html`<p class="inside-note">${pollersWords(measured, texts)}</p>` : nothing}
    <p class="inside-note">${t(row.listMeasured ? 'insideListMeasured' : 'insideListReckoned', { bytes: formatBytes(row.listBytes, texts), objects: texts.n('objects', row.objects) })}</p>`;
}

function reckoned(polling: Polling, fromStorage: boolean, row: ResourceTraffic, texts: Texts): Column {
  const { requests, bytes, objects, meanMs, mostMs } = pollingCost(polling, row);
  return {
    requests: rate(requests, texts),
    bytes: formatBytes(bytes, texts),
    latency: texts.t('insideMeanMost', { mean: formatMs(meanMs), most: formatMs(mostMs) }),
    fromCache: fromStorage ? '0' : rate(objects, texts),
    fromStorage: fromStorage ? rate(objects, texts) : '0',
  };
}

function measuredPolling({ cost, runningMs, latency }: PollersView, texts: Texts): Column {
  return { ...perSecond(cost, runningMs, texts), latency: latencyWords(latency, texts) };
}

function measuredWatching({ watches }: ResourceTraffic, forMs: number, texts: Texts): Column {
  return { ...perSecond(watches, forMs, texts), latency: latencyWords(watches.latency, texts) };
}

function perSecond({ requests, bytes, fromCache, fromStorage }: PollersView['cost'], ms: number, texts: Texts): Omit<Column, 'latency'> {
  const each = (amount: number): number => (ms > 0 ? (amount * 1000) / ms : 0);
  return { requests: rate(each(requests), texts), bytes: formatBytes(each(bytes), texts), fromCache: rate(each(fromCache), texts), fromStorage: rate(each(fromStorage), texts) };
}

function latencyWords({ count, p50, p99 }: PollersView['latency'], { t }: Texts): string {
  return count === 0 ? '–' : t('insideMedianP99', { p50: formatMs(p50), p99: formatMs(p99) });
}

function pollersWords({ pollers, periodMs, runningMs, running, failed, late }: PollersView, { t, count }: Texts): string {
  const values = { pollers: count(pollers), period: formatMs(periodMs), duration: formatDuration(runningMs), failed: count(failed), late: count(late) };
  return t(running ? 'insidePollersSo' : 'insidePollersEnded', values);
}

/** `20`, `0.4`, `< 0.01` */
function rate(number: number, { count }: Texts): string {
  if (number >= 10) return count(Math.round(number));
  if (number > 0 && number < 0.01) return '< 0.01';
  return count(Number(number.toPrecision(2)));
}
