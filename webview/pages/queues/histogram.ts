import { html, nothing, svg, type TemplateResult } from 'lit';
import type { HistogramView } from '../../../extension/protocol/pages/queues.ts';
import type { Texts } from '../../strings.ts';

const barWidth = 10;
const gap = 2;
const height = 32;

/** Bars of how many durations fell between which bounds, their exact numbers in tooltips, and the same as a table. @param level of its heading */
export function histogram(title: string, controller: string, view: HistogramView, texts: Texts, level: 3 | 4 = 4): TemplateResult {
  const { t } = texts;
  const bars = barsOf(view);
  const summary = summaryOf(view, texts);
  return html`<div class="histogram">
    ${level === 3 ? html`<h3 class="histogram-title">${title}</h3>` : html`<h4 class="histogram-title">${title}</h4>`}
    <p class="histogram-summary">${summary}</p>
    ${
      bars.length === 0
        ? nothing
        : html`<svg class="histogram-bars" viewBox="0 0 ${bars.length * (barWidth + gap) - gap} ${height}" preserveAspectRatio="xMinYMax meet" role="img" aria-label=${t('histogramOf', { title, controller, summary })}>
              ${bars.map((bar, index) => barView(bar, index, Math.max(...bars.map(({ count }) => count)), texts))}
            </svg>
            <details class="histogram-table">
              <summary>${t('asTable')}</summary>
              <table class="grid-table">
                <thead>
                  <tr><th scope="col">${t('columnDuration')}</th><th scope="col" class="number">${t('columnCount')}</th></tr>
                </thead>
                <tbody>
                  ${bars.map((bar) => html`<tr><th scope="row">${rangeOf(bar, texts)}</th><td class="number">${texts.count(bar.count)}</td></tr>`)}
                </tbody>
              </table>
            </details>`
    }
  </div>`;
}

interface Bar {
  /** Undefined: it has no lower, or no upper, bound. */
  readonly above: number | undefined;
  readonly upTo: number | undefined;
  readonly count: number;
}

/** From the first that holds something to the last that does. */
function barsOf({ bounds, counts }: HistogramView): readonly Bar[] {
  const all = counts.map((count, index): Bar => ({ above: bounds[index - 1], upTo: bounds[index], count }));
  const first = all.findIndex(({ count }) => count > 0);
  const last = all.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : all.slice(first, last + 1);
}

function barView(bar: Bar, index: number, most: number, texts: Texts): unknown {
  // What is there is seen, however little it is.
  const length = bar.count === 0 ? 0 : Math.max(1, (bar.count / most) * height);
  const x = index * (barWidth + gap);
  const tip = texts.t('histogramBar', { range: rangeOf(bar, texts), count: texts.count(bar.count) });
  return svg`<g data-tip=${tip}><rect class="histogram-room" x=${x} y="0" width=${barWidth} height=${height}></rect><rect class="histogram-bar" x=${x} y=${height - length} width=${barWidth} height=${length}></rect></g>`;
}

function rangeOf({ upTo, above }: Bar, { t }: Texts): string {
  return upTo === undefined ? t('above', { bound: formatMs(above ?? 0) }) : t('upTo', { bound: formatMs(upTo) });
}

function summaryOf(view: HistogramView, { t, count }: Texts): string {
  if (view.count === 0) return t('histogramNone');
  return t('histogramSummary', { count: `${count(view.count)}×`, mean: formatMs(view.sum / view.count), median: quantile(view, 0.5), p99: quantile(view, 0.99) });
}

/** The bound below which that share lies: all that a histogram knows. */
function quantile({ bounds, counts, count }: HistogramView, share: number): string {
  let below = 0;
  for (const [index, inBucket] of counts.entries()) {
    below += inBucket;
    if (below >= share * count) return bounds[index] === undefined ? '∞' : formatMs(bounds[index]);
  }
  return '∞';
}

/** `0.25 ms`, `12 ms`, `2.5 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${round(ms / 1000)} s`;
  return `${round(ms)} ms`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}
