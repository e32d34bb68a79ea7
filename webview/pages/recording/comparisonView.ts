import { html, nothing, type TemplateResult } from 'lit';
import type { ComparisonView, QueueRunView, RecordingPicture } from '../../../extension/protocol/pages/recording.ts';
import { button } from '../../components/button.ts';
import { choice } from '../../components/choice.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { holds, type RecordingAction, type RecordingModel } from './recordingModel.ts';

/** What the three queues make of the recording, side by side. */
export function comparisonView(view: View, own: RecordingModel, { whyNot, comparison }: RecordingPicture): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  const { hold } = own;
  const running = comparison.phase === 'running';
  return html`<section class="comparison" aria-labelledby="comparison-title">
    <h2 id="comparison-title">${t('comparison')}</h2>
    <div class="recording-controls">
      ${choice({ label: t('consumer'), options: holds.map((value) => ({ value, text: t(`hold${value}` satisfies StringKey) })), value: hold, onChange: (value) => choose(view, { type: 'hold', hold: value }) })}
      ${button({
        id: 'compare-queues',
        label: t(running ? 'comparing' : 'compareQueues'),
        icon: 'list-tree',
        disabled: running || whyNot !== null,
        onClick: () => actions.send('recording/compare', { hold: hold === 'all' ? 0 : Number(hold), all: hold === 'all' }),
      })}
    </div>
    ${comparison.phase === 'failed' ? html`<p class="recording-fault">${t('compareFailed', { why: comparison.message })}</p>` : nothing}
    ${comparison.phase === 'done' ? html`${countsTable(view, comparison)} ${cachesText(view, comparison)} ${partingsView(view, own, comparison)}` : nothing}
  </section>`;
}

const rows: readonly (readonly [StringKey, keyof QueueRunView])[] = [
  ['comparedDeltas', 'deltas'],
  ['comparedCoalesced', 'coalesced'],
  ['comparedPops', 'pops'],
  ['comparedLongest', 'longestPop'],
  ['comparedStore', 'storeChanges'],
  ['comparedCalls', 'calls'],
  ['comparedObjects', 'objects'],
];

function countsTable({ texts }: View, { runs }: ComparisonView): TemplateResult {
  const { t, count } = texts;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('comparedTable')}>
    <table class="comparison-counts">
      <caption class="visually-hidden">${t('comparedTable')}</caption>
      <thead><tr><td></td>${runs.map(({ queue }) => html`<th scope="col">${queue}</th>`)}</tr></thead>
      <tbody>
        ${rows.map(
          ([label, field]) => html`<tr class=${new Set(runs.map((run) => run[field])).size > 1 ? 'differs' : nothing}>
            <th scope="row">${t(label)}</th>
            ${runs.map((run) => html`<td>${count(run[field] as number)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function cachesText({ texts }: View, { caches, cut }: ComparisonView): TemplateResult {
  const { t, count } = texts;
  return html`<p class=${caches === 0 ? 'hint' : 'recording-fault'}>${caches === 0 ? t('cachesSame') : t('cachesDiffer', { count: count(caches) })}</p>
    ${cut ? html`<p class="hint">${t('comparedCut')}</p>` : nothing}`;
}

function partingsView(view: View, { parted }: RecordingModel, { runs, keys, partings, parted: number }: ComparisonView): TemplateResult {
  const { t, count } = view.texts;
  return html`<div class="recording-controls">
      ${choice({
        label: t('partedBy'),
        options: [
          { value: 'calls', text: t('partedCalls') },
          { value: 'pops', text: t('partedPops') },
        ],
        value: parted,
        onChange: (value) => choose(view, { type: 'parted', parted: value === 'pops' ? 'pops' : 'calls' }),
      })}
    </div>
    ${number === 0
      ? html`<p>${t('partedNowhere', { keys: count(keys) })}</p>`
      : html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('partedTable')}>
            <table class="comparison-partings">
              <caption class="visually-hidden">${t('partedTable')}</caption>
              <thead><tr><th scope="col">${t('partedKey')}</th>${runs.map(({ queue }) => html`<th scope="col">${queue}</th>`)}</tr></thead>
              <tbody>
                ${partings.map(
                  ({ owner, key, same, next }) => html`<tr>
                    <th scope="row">${key}<span class="hint">${owner}${same > 0 ? html`, ${t('partedAfter', { count: count(same) })}` : nothing}</span></th>
                    ${next.map((step) => html`<td>${step === '' ? html`<span class="hint">${t('partedNothing')}</span>` : html`<code>${step}</code>`}</td>`)}
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>
          ${number > partings.length ? html`<p class="hint">${t('partedMore', { count: count(number - partings.length) })}</p>` : nothing}`}`;
}

function choose({ actions }: View, action: RecordingAction): void {
  actions.onPage({ page: 'recording', action });
}
