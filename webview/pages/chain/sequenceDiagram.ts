import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { type ChainPicture, laneNames, type LaneName, type StepView } from '../../../extension/protocol/pages/chain.ts';
import { rovingList } from '../../components/rovingList.ts';
import type { View } from '../../views/view.ts';

/** Of a lane; one of which nothing is known here takes less room. */
const laneWidth = 92;
const unseenWidth = 74;
/** Who sends and what is answered is written between these. */
const widerLanes: { readonly [Lane in LaneName]?: number } = { kubectl: 148, apiServer: 132 };
const rowHeight = 22;
const headHeight = 38;

/** Pixels of a character, about: a label is cut to its arrow; the list below has all of it. */
const characterWidth = 6;
/** Characters beside a step that stays in its lane. */
const longestOwn = 20;

/** The chain as messages between those who take part: a picture that scrolls sideways, and the same as a list. */
export function sequenceView(picture: ChainPicture, view: View): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  const { steps, observed, moreSteps } = picture;
  const { middles, width } = placed(observed);
  const height = headHeight + (steps.length + 0.5) * rowHeight;
  const others = laneNames.filter((lane) => !observed.includes(lane));
  return html`<div class="sequence-scroller" tabindex="0" role="group" aria-label=${t('chainSequence')}>
      <svg class="sequence" width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
        ${laneNames.map((lane) => laneLine(lane, middles[lane], observed.includes(lane), height, view))} ${steps.map((step, index) => arrow(step, index, step.seq === picture.seq, middles, view))}
      </svg>
    </div>
    <p class="sequence-help">${others.length === 0 ? t('chainSequenceWhole') : t('chainSequenceHelp', { observed: namesOf(observed, view), others: namesOf(others, view) })}</p>
    <details class="sequence-text">
      <summary>${t('chainSequence')}: ${texts.n('chainSteps', steps.length)}</summary>
      <ol class="sequence-steps" @keydown=${rovingList}>
        ${steps.map(
          (step, index) => html`<li><button type="button" class="link sequence-step" tabindex=${index === 0 ? 0 : -1} @click=${() => actions.goTo(step.seq)}>#${step.seq}</button> ${stepText(step, view)}</li>`,
        )}
      </ol>
    </details>
    ${moreSteps ? html`<p class="hint chain-hint">${t('chainCutSpans', { count: texts.count(steps.length) })}</p>` : nothing}`;
}

function namesOf(lanes: readonly LaneName[], { texts }: View): string {
  return lanes.map((lane) => texts.t(`chainLane_${lane}`)).join(', ');
}

function stepText({ from, to, way, label }: StepView, { texts }: View): string {
  const values = { from: texts.t(`chainLane_${from}`), to: texts.t(`chainLane_${to}`), what: label };
  return texts.t(from === to ? 'chainStepSelf' : way === 'told' ? 'chainStepTold' : 'chainStep', values);
}

type Middles = Readonly<Record<LaneName, number>>;

/** Where each lane stands, from the left. */
function placed(observed: readonly LaneName[]): { readonly middles: Middles; readonly width: number } {
  let width = 0;
  const isTold = observed.includes('etcd');
  const middles = laneNames.map((lane): [LaneName, number] => {
    const own = observed.includes(lane) ? ((isTold && widerLanes[lane]) || laneWidth) : unseenWidth;
    width += own;
    return [lane, width - own / 2];
  });
  return { middles: Object.fromEntries(middles) as Middles, width };
}

function laneLine(lane: LaneName, x: number, isObserved: boolean, height: number, { texts }: View): SVGTemplateResult {
  return svg`<g class="lane ${isObserved ? '' : 'lane-unseen'}">
    <text x=${x} y="14" text-anchor="middle">${texts.t(`chainLane_${lane}`)}</text>
    ${isObserved ? nothing : svg`<text class="lane-note" x=${x} y="27" text-anchor="middle">${texts.t('chainNotObserved')}</text>`}
    <line x1=${x} x2=${x} y1=${headHeight - 6} y2=${height}></line>
  </g>`;
}

function arrow({ from, to, way, label, seq }: StepView, index: number, isCurrent: boolean, middles: Middles, { actions }: View): SVGTemplateResult {
  const y = headHeight + (index + 0.75) * rowHeight;
  const [start, end] = [middles[from], middles[to]];
  const classes = `step step-${way} ${isCurrent ? 'step-current' : ''}`;
  if (from === to) {
    // The last lanes have no room behind them.
    const isLast = laneNames.indexOf(from) >= laneNames.length - 2;
    return svg`<g class=${classes} @click=${() => actions.goTo(seq)}><title>#${seq} ${label}</title>
      <circle cx=${start} cy=${y - 4} r="3.5"></circle><text x=${isLast ? start - 8 : start + 8} y=${y} text-anchor=${isLast ? 'end' : 'start'}>${cut(`#${seq} ${label}`, longestOwn)}</text></g>`;
  }
  const direction = end > start ? 1 : -1;
  const tip = end - direction * 2;
  const left = Math.min(start, end);
  return svg`<g class=${classes} @click=${() => actions.goTo(seq)}><title>#${seq} ${label}</title>
    <line x1=${start} x2=${tip} y1=${y} y2=${y}></line>
    <path d="M ${tip - direction * 6} ${y - 3.5} L ${tip} ${y} L ${tip - direction * 6} ${y + 3.5}"></path>
    <text x=${left + 6} y=${y - 4}>${cut(`#${seq} ${label}`, Math.floor((Math.abs(end - start) - 8) / characterWidth))}</text></g>`;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
