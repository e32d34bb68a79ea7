import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Box, Drawing, Edge, Flow, LaneShape, Rect } from '../pipeline/drawing.ts';
import { foldLanes, type Folded } from '../pipeline/fold.ts';
import { type AtGate, gatesHeld } from '../pipeline/gatesHeld.ts';
import { layoutPipeline } from '../pipeline/layout.ts';
import type { StringKey, Texts } from '../strings.ts';
import { type BoxLook, moreBoxView, stageBoxView } from './stageBox.ts';
import { type Lane, type PipelineCards, pipelineCards, pipelineSummary, type StageCard } from './stages.ts';
import type { View } from './view.ts';

/** Room on both sides of the drawing, in pixels; the same in `pipeline.css`. */
const edgeWidth = 12;

/**
 * The pipeline as it branches: what is one call is drawn with a whole line, what is handed over and taken up later with a broken one. It is a list of boxes to
 * a screen reader, with a summary in words.
 */
export function pipelineView(view: View): TemplateResult {
  const { model, texts } = view;
  const state = model.state!;
  const cards = pipelineCards(state, texts);
  const folded = foldLanes(cards.lanes, model.pipeline.lanesOpen);
  const drawing = layoutPipeline(model.pipeline.width, model.pipeline.width - 2 * edgeWidth, { lanes: folded.shown.map(shapeOf), more: folded.more > 0 });
  const atGates = gatesHeld(state.stepper, folded.shown);
  const elapsed = state.session.ended ? 0 : model.now - model.receivedAt;
  return html`<section class="pipeline" aria-labelledby="pipeline-title">
    <h2 class="visually-hidden" id="pipeline-title">${texts.t('pipeline')}</h2>
    <p class="visually-hidden" id="pipeline-summary">${pipelineSummary(cards, elapsed, texts)}</p>
    <svg class="stages" width=${drawing.width} height=${drawing.height} role="list" aria-labelledby="pipeline-title" aria-describedby="pipeline-summary">
      <defs aria-hidden="true">
        <marker id="arrow" class="arrow" viewBox="0 0 6 6" refX="5.5" refY="3" markerWidth="6" markerHeight="6" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L6 3L0 6z" /></marker>
      </defs>
      <g aria-hidden="true">${drawing.edges.map((edge) => edgeView(edge, model.pipeline.flows, texts))}${labelsView(drawing, cards, atGates, texts)}${legendView(drawing.legend, texts)}</g>
      ${drawing.boxes.map((box) => boxView({ ...box, named: drawing.named }, cards, folded, elapsed, view))}
      <g aria-hidden="true">${atGates.map((at) => gateView(at, drawing, texts))}</g>
    </svg>
    ${folded.foldable && model.pipeline.lanesOpen ? foldView(view) : nothing}
  </section>`;
}

const flowTexts: Readonly<Record<Flow, StringKey>> = {
  watch: 'flowWatch',
  add: 'flowAdd',
  pop: 'flowPop',
  enqueue: 'flowEnqueue',
  get: 'flowGet',
  read: 'flowRead',
  write: 'flowWrite',
};

/** A line, and a broader one that cannot be seen: for the pointer, to which it says what passes here. */
function edgeView({ flow, path, synchronous }: Edge, flows: readonly Flow[], { t }: Texts): SVGTemplateResult {
  const kind = synchronous ? 'edge-sync' : 'edge-async';
  return svg`<path class="edge ${kind} ${flows.includes(flow) ? 'edge-flowing' : ''}" d=${path} marker-end="url(#arrow)" />
    <path class="edge-hit" d=${path} data-tip=${t(flowTexts[flow])} />`;
}

/** How many have passed. A key that is held on the line stands in the place of the figure, which the workers say, too. */
function labelsView({ labels }: Drawing, { reads, writes, lanes }: PipelineCards, atGates: readonly AtGate[], { n }: Texts): SVGTemplateResult | typeof nothing {
  if (!labels || !lanes.some(({ workers }) => workers && !workers.absent)) return nothing;
  const isHeld = (at: AtGate['gate']): boolean => atGates.some(({ gate }) => gate === at);
  return svg`${isHeld('reconcile.read') ? nothing : svg`<text class="edge-label" x=${labels.read.x} y=${labels.read.y}>${n('reads', reads)}</text>`}
    ${isHeld('reconcile.write') ? nothing : svg`<text class="edge-label" x=${labels.write.x} y=${labels.write.y}>${n('writes', writes)}</text>`}`;
}

function legendView(place: Rect | null, { t }: Texts): SVGTemplateResult | typeof nothing {
  if (!place) return nothing;
  return svg`<foreignObject x=${place.x} y=${place.y} width=${place.width} height=${place.height}>${html`<div class="legend">
    <span data-tip=${t('legendSyncLong')}>${legendLine('edge-sync')}${t('legendSync')}</span> <span data-tip=${t('legendAsyncLong')}>${legendLine('edge-async')}${t('legendAsync')}</span>
  </div>`}</foreignObject>`;
}

function legendLine(kind: string): TemplateResult {
  return html`<svg class="legend-line" width="22" height="6"><path class="edge ${kind}" d="M0 3H22" /></svg>`;
}

function boxView(box: Box & BoxLook, cards: PipelineCards, folded: Folded, elapsed: number, view: View): SVGTemplateResult {
  const card = cardOf(box, cards, folded.shown);
  const content = card ? stageBoxView(card, box, elapsed, view) : moreBoxView(folded.more, view);
  return svg`<g role="listitem"><foreignObject x=${box.x} y=${box.y} width=${box.width} height=${box.height}>${content}</foreignObject></g>`;
}

function cardOf({ name }: Box, cards: PipelineCards, lanes: readonly Lane[]): StageCard | null {
  if (name === 'apiserver' || name === 'reflector' || name === 'queue' || name === 'store') return cards[name];
  if (name === 'more') return null;
  const [part, index] = name.split(':') as ['handler' | 'workqueue' | 'reconcile', string];
  const { handler, queue, workers } = lanes[Number(index)]!;
  return { handler, workqueue: queue, reconcile: workers }[part];
}

/** What is held, on its edge. A screen reader hears of it at the stage. */
function gateView({ gate, key, more, chosen, passed }: AtGate, { gates }: Drawing, { t, count }: Texts): SVGTemplateResult | typeof nothing {
  const place = gates.get(gate);
  if (!place) return nothing;
  const point = gate.split(':')[0]!;
  const { at } = place;
  return svg`<g class="gate ${chosen ? 'gate-chosen' : ''} ${passed ? 'gate-passed' : ''}">
    <foreignObject x=${place.key.x} y=${place.key.y} width=${place.key.width} height=${place.key.height}>${html`<div class="gate-key" data-tip="${t(passed ? 'goneOnFrom' : 'heldBefore', { point })}: ${key}">
      <span class="gate-name">${key}</span>${more > 0 ? html`<span class="gate-more">+${count(more)}</span>` : nothing}
    </div>`}</foreignObject>
    <circle cx=${at.x} cy=${at.y} r="7" />
    ${passed ? svg`<path d=${`M${at.x - 2} ${at.y - 3.5}L${at.x + 3.5} ${at.y}L${at.x - 2} ${at.y + 3.5}z`} />` : svg`<path d=${`M${at.x - 3} ${at.y - 3}h2v6h-2zM${at.x + 1} ${at.y - 3}h2v6h-2z`} />`}
  </g>`;
}

function foldView({ texts, actions }: View): TemplateResult {
  return html`<button type="button" class="link" id="fold-lanes" @click=${() => actions.openLanes(false)}>${texts.t('foldLanes')}</button>`;
}

function shapeOf({ handler, queue }: Lane): LaneShape {
  return { handler: handler !== null, queue: queue !== null };
}
