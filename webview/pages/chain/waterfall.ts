import { html, nothing, svg, type TemplateResult } from 'lit';
import type { ChainPicture, SpanName, SpanView } from '../../../extension/protocol/pages/chain.ts';
import type { Stage } from '../../../extension/protocol/messages.ts';
import { shortMs } from '../../components/ms.ts';
import { rovingList } from '../../components/rovingList.ts';
import { queueTitle } from '../../views/stageNames.ts';
import type { View } from '../../views/view.ts';
import { lastedText } from './factText.ts';

/** Whose colour a span has. */
const stages: Readonly<Record<SpanName, Stage>> = {
  request: 'apiserver',
  commit: 'apiserver',
  watchCache: 'apiserver',
  fanOut: 'apiserver',
  wire: 'reflector',
  event: 'reflector',
  deltaQueue: 'queue',
  store: 'store',
  handlerBuffer: 'handler',
  handler: 'handler',
  delayed: 'workqueue',
  workQueue: 'workqueue',
  worker: 'workqueue',
  reconcile: 'reconcile',
  read: 'reconcile',
  write: 'reconcile',
  seen: 'reflector',
};

/** The least width of a bar that can be seen, in percent. */
const leastWidth = 2;

/** Where the time went: a row for each span, on one scale. */
export function waterfallView(picture: ChainPicture, view: View): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  const { spans, moreSpans } = picture;
  if (spans.length === 0) return html`<p class="hint chain-hint">${t('chainNoSpans')}</p>`;
  const begin = Math.min(...spans.map(({ from }) => from));
  const whole = Math.max(...spans.map(({ to }) => to)) - begin || 1;
  return html`<ol class="waterfall" aria-label=${t('chainWaterfall')} @keydown=${rovingList}>
      ${spans.map((span, index) => {
        const label = spanLabel(span, view);
        const lasted = span.to - span.from;
        // As it is drawn, and then its unit.
        const said = [label, t('chainMs', { ms: shortMs(lasted) }), span.open ? t('chainOpen') : ''].filter(Boolean).join(', ');
        return html`<li>
          <button type="button" class="span-row row-button ${span.inner ? 'span-inner' : ''} ${span.seq === picture.seq ? 'span-current' : ''}" tabindex=${index === 0 ? 0 : -1} aria-label=${t('chainGoTo', { seq: String(span.seq), what: said })} aria-current=${span.seq === picture.seq ? 'true' : nothing} data-tips @click=${() => actions.goTo(span.seq)}>
            <span class="span-label" aria-hidden="true" data-cut>${label}</span>${bar(span, (span.from - begin) / whole, lasted / whole)}<span class="span-ms" aria-hidden="true">${shortMs(lasted)}</span>
          </button>
        </li>`;
      })}
    </ol>
    ${moreSpans ? html`<p class="hint chain-hint">${t('chainCutSpans', { count: texts.count(spans.length) })}</p>` : nothing}`;
}

/** How long it took from the first to the last. */
export function waterfallTotal({ spans }: ChainPicture, { texts }: View): string {
  if (spans.length === 0) return '';
  return texts.t('chainTotal', { duration: lastedText(Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from)), texts) });
}

function bar({ id, open }: SpanView, from: number, share: number): TemplateResult {
  const width = Math.max(share * 100, leastWidth);
  const x = Math.min(from * 100, 100 - width);
  return html`<svg class="span-bar" aria-hidden="true" focusable="false">
    ${svg`<rect class="span-${stages[id]} ${open ? 'span-open' : ''}" x=${`${x.toFixed(3)}%`} width=${`${width.toFixed(3)}%`} y="25%" height="50%" rx="1"></rect>`}
  </svg>`;
}

function spanLabel({ id, seq, detail }: SpanView, { model, texts }: View): string {
  if (id === 'deltaQueue') return texts.t('chainSpan_deltaQueue', { queue: queueTitle((model.state?.deltaQueues ?? []).filter(({ informer }) => informer === detail), texts) });
  return texts.t(`chainSpan_${id}`, { seq: String(seq), cause: String(seq), detail });
}
