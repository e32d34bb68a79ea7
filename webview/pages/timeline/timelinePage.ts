import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Lane, MarkKind, TimelinePicture } from '../../../extension/protocol/pages/timeline.ts';
import { foldable } from '../../components/foldable.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { formatTime } from '../../format.ts';
import { scrubBar } from '../../time/scrubBar.ts';
import { addTexts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import { markShape } from './markShape.ts';
import { laneHeight, labelWidth, narrowLabelWidth, nextMark, timeAt, timelineLayout, type PlacedMark } from './timelineLayout.ts';
import { markText, timelineList } from './timelineList.ts';
import type { TimelineAction, TimelineModel } from './timelineModel.ts';
import { timelineStrings } from './timelineStrings.ts';

addTexts(timelineStrings);

const kinds: readonly MarkKind[] = ['event', 'delta', 'handler', 'reconcile', 'failed', 'tombstone', 'recreated', 'left', 'deleted'];
const nearer = 0.5;
/** Below this a panel is narrow, in pixels. */
const narrow = 560;

/** Keys over time, with the bar by which one goes back. */
export const timelinePage: PageView<'timeline', TimelineModel> = (view, own, picture) => {
  const { texts } = view;
  return html`<div class="timeline" id="timeline-part" data-page="timeline">
    ${foldable({
      id: 'timeline',
      title: texts.t('timelinePage'),
      summary: picture && !own.folded ? texts.t('timelineRange', { from: formatTime(picture.from), to: formatTime(picture.to) }) : '',
      folded: own.folded,
      onToggle: () => act(view, { type: 'toggle' }),
      content: () => html`${scrubBar(view)} ${picture ? contentView(view, own, picture) : nothing}`,
    })}
  </div>`;
};

function act({ actions }: View, action: TimelineAction): void {
  actions.onPage({ page: 'timeline', action });
}

function contentView(view: View, own: TimelineModel, picture: TimelinePicture): TemplateResult {
  const { texts } = view;
  const { lanes, cut } = picture;
  return html`${toolsView(view, own, picture)}
    ${lanes.length === 0 ? html`<p class="hint">${texts.t('timelineEmpty')}</p>` : own.asList ? timelineList(lanes, view) : lanesView(view, own, picture)}
    ${cut ? html`<p class="hint">${texts.t('timelineCut')}</p>` : nothing}
    ${own.asList ? nothing : legendView(view)}`;
}

function toolsView(view: View, own: TimelineModel, { from, to, others }: TimelinePicture): TemplateResult {
  const { texts } = view;
  const now = newestTime(view);
  const middle = own.end === null ? to : (from + to) / 2;
  const tool = (id: string, label: string, name: IconName, action: TimelineAction, pressed?: boolean): TemplateResult => html`<button
    type="button"
    class="tool"
    id="timeline-${id}"
    aria-label=${label}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    data-tip=${label}
    @click=${() => act(view, action)}
  >
    ${icon(name)}
  </button>`;
  return html`<div class="timeline-bar">
    <div class="timeline-tools" role="group" aria-label=${texts.t('timelinePage')}>
      ${tool('in', texts.t('timelineZoomIn'), 'zoom-in', { type: 'zoom', factor: nearer, at: middle, now })}
      ${tool('out', texts.t('timelineZoomOut'), 'zoom-out', { type: 'zoom', factor: 1 / nearer, at: middle, now })}
      ${tool('earlier', texts.t('timelineEarlier'), 'chevron-left', { type: 'pan', ms: -own.spanMs / 2, now })}
      ${tool('later', texts.t('timelineLater'), 'chevron-right', { type: 'pan', ms: own.spanMs / 2, now })}
      ${tool('follow', texts.t('timelineFollow'), 'debug-continue', { type: 'follow' }, own.end === null)}
      ${tool('list', texts.t('timelineAsList'), 'list-flat', { type: 'toggleList' }, own.asList)}
    </div>
    ${others > 0 ? html`<p class="hint">${texts.n('timelineOthers', others)}</p>` : nothing}
  </div>`;
}

function newestTime({ model }: View): number {
  const { state } = model;
  return state ? Math.max(state.time.now, state.time.t) : 0;
}

function lanesView(view: View, own: TimelineModel, picture: TimelinePicture): TemplateResult {
  const { texts } = view;
  const { width: panelWidth } = view.model.pipeline;
  const labels = panelWidth > 0 && panelWidth < narrow ? narrowLabelWidth : labelWidth;
  const width = Math.max(140, (panelWidth || 900) - labels - 26);
  const layout = timelineLayout(picture, width);
  const all = layout.marks.flat();
  return html`<p class="visually-hidden" id="timeline-keys">${texts.t('timelineKeys')}</p>
    <div
      class="timeline-lanes"
      tabindex="0"
      role="group"
      aria-roledescription=${texts.t('timelinePage')}
      aria-label=${texts.t('timelineLanes')}
      aria-describedby="timeline-keys timeline-cursor"
      @keydown=${(event: KeyboardEvent) => onKey(event, view, picture)}
      @wheel=${(event: WheelEvent) => onWheel(event, view, own, picture, labels, width)}
      @pointerdown=${(event: PointerEvent) => startPan(event, view, own, width)}
    >
      <p class="visually-hidden" id="timeline-cursor" aria-live="polite">${cursorText(view, own, picture)}</p>
      ${axisView(layout.ticks, labels, width)}
      <div class="timeline-body">
        <ol class="timeline-names" data-width=${labels === labelWidth ? 'wide' : 'narrow'}>
          ${picture.lanes.map((lane) => labelView(lane, view))}
        </ol>
        <svg class="timeline-drawing" width=${width} height=${layout.height} viewBox="0 0 ${width} ${layout.height}" role="presentation">
          ${picture.lanes.map((lane, place) => svg`<rect class=${lane.selected ? 'lane selected' : place % 2 ? 'lane odd' : 'lane'} x="0" y=${place * laneHeight} width=${width} height=${laneHeight}></rect>`)}
          ${layout.slopes.map((points) => svg`<polyline class="slope" points=${points}></polyline>`)}
          ${layout.here === undefined ? nothing : svg`<line class="here" x1=${layout.here} x2=${layout.here} y1="0" y2=${layout.height}></line>`}
          ${all.map((placedMark) => markView(placedMark, view, own))}
        </svg>
      </div>
    </div>`;
}

/** Pixels that a time needs beside its tick; where there are fewer, it stands before it. */
const tickRoom = 64;

function axisView(ticks: readonly { readonly x: number; readonly t: number }[], labels: number, width: number): TemplateResult {
  return html`<svg class="timeline-axis" width=${labels + width} height="16" viewBox="${-labels} 0 ${labels + width} 16" aria-hidden="true">
    ${ticks.map(({ x, t }) => {
      const atEnd = x + tickRoom > width;
      return svg`<line x1=${x} x2=${x} y1="10" y2="16"></line><text x=${atEnd ? x - 3 : x + 3} y="11" text-anchor=${atEnd ? 'end' : 'start'}>${formatTime(t)}</text>`;
    })}
  </svg>`;
}

function labelView({ informer, key, pinned, selected }: Lane, view: View): TemplateResult {
  const { texts } = view;
  const label = texts.t(pinned ? 'timelineUnpin' : 'timelinePin', { key });
  return html`<li class=${selected ? 'selected' : ''}>
    <button type="button" class="tool" aria-label=${label} aria-pressed=${String(pinned)} data-tip=${label} @click=${() => act(view, { type: 'pin', lane: { informer, key } })}>
      ${icon(pinned ? 'pinned' : 'pin')}
    </button>
    <span class="timeline-name"><span class="timeline-key" data-cut>${key}</span><span class="timeline-informer" data-cut>${informer}</span></span>
  </li>`;
}

function markView({ mark, x, y, width }: PlacedMark, view: View, own: TimelineModel): TemplateResult<2> {
  const { texts, actions, model } = view;
  const isSelected = model.stream.cursor?.seq === mark.seq;
  const isCursor = own.cursor?.seq === mark.seq;
  return svg`<g
    class="mark ${mark.kind}${isSelected ? ' selected' : ''}"
    data-seq=${mark.seq}
    data-kind=${mark.kind}
    @click=${() => actions.goTo(mark.seq)}
  ><title>${markText(mark, texts)}</title><rect class="hit" x=${x - 6} y=${y - 6} width=${Math.max(12, width + 6)} height="12"></rect>${markShape(mark.kind, x, y, width)}${
    mark.more > 0 ? svg`<path class="more" d="M${x - 4} ${y + 6}h${Math.max(8, width)}"></path>` : nothing
  }${isSelected || isCursor ? svg`<rect class=${isCursor ? 'ring cursor' : 'ring'} x=${x - 7} y=${y - 7} width=${Math.max(14, width + 8)} height="14" rx="3"></rect>` : nothing}</g>`;
}

function cursorText({ texts }: View, { cursor }: TimelineModel, { lanes }: TimelinePicture): string {
  const lane = cursor && lanes[cursor.lane];
  const mark = lane?.marks.find(({ seq }) => seq === cursor!.seq);
  return lane && mark ? `${lane.key}: ${markText(mark, texts)}` : '';
}

function legendView({ texts }: View): TemplateResult {
  return html`<ul class="timeline-legend" aria-label=${texts.t('timelineLegend')}>
    ${kinds.map((kind) => html`<li><svg class="mark ${kind}" width="16" height="14" viewBox="0 0 16 14" aria-hidden="true">${markShape(kind, kind === 'reconcile' || kind === 'failed' ? 3 : 8, 7, 9)}</svg>${texts.t(`mark_${kind}`)}</li>`)}
  </ul>`;
}

const moves: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

function onKey(event: KeyboardEvent, view: View, picture: TimelinePicture): void {
  const own = view.model.pages.timeline;
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = newestTime(view);
  const move = moves[event.key];
  const cursorTime = picture.lanes[own.cursor?.lane ?? -1]?.marks.find(({ seq }) => seq === own.cursor!.seq)?.t ?? (picture.from + picture.to) / 2;
  if (move) {
    const next = nextMark(picture.lanes, own.cursor, move);
    if (next) act(view, { type: 'cursor', ...next });
  } else if (event.key === 'Enter' && own.cursor) view.actions.goTo(own.cursor.seq);
  else if (event.key === '+' || event.key === '=') act(view, { type: 'zoom', factor: nearer, at: cursorTime, now });
  else if (event.key === '-') act(view, { type: 'zoom', factor: 1 / nearer, at: cursorTime, now });
  else if (event.key === 'PageUp') act(view, { type: 'pan', ms: -own.spanMs / 2, now });
  else if (event.key === 'PageDown') act(view, { type: 'pan', ms: own.spanMs / 2, now });
  else if (event.key === 'End') act(view, { type: 'follow' });
  else return;
  event.preventDefault();
}

/** With Ctrl it zooms where the pointer is, with Shift or sideways it moves along; otherwise the lanes scroll. */
function onWheel(event: WheelEvent, view: View, own: TimelineModel, picture: TimelinePicture, labels: number, width: number): void {
  const now = newestTime(view);
  const sideways = event.shiftKey ? event.deltaY : event.deltaX;
  if (event.ctrlKey || event.metaKey) {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    act(view, { type: 'zoom', factor: event.deltaY < 0 ? 0.8 : 1.25, at: timeAt(picture, event.clientX - left - labels, width), now });
  } else if (sideways !== 0) act(view, { type: 'pan', ms: (sideways / width) * own.spanMs, now });
  else return;
  event.preventDefault();
}

/** Pulls the range along until the pointer is let go. */
function startPan(event: PointerEvent, view: View, own: TimelineModel, width: number): void {
  const lanes = event.currentTarget as HTMLElement;
  if (event.button !== 0 || (event.target as Element).closest('button, .mark')) return;
  let last = event.clientX;
  const moved = (next: PointerEvent): void => {
    act(view, { type: 'pan', ms: ((last - next.clientX) / width) * own.spanMs, now: newestTime(view) });
    last = next.clientX;
  };
  const done = (): void => {
    lanes.removeEventListener('pointermove', moved);
    lanes.removeEventListener('pointerup', done);
    lanes.removeEventListener('pointercancel', done);
  };
  lanes.setPointerCapture(event.pointerId);
  lanes.addEventListener('pointermove', moved);
  lanes.addEventListener('pointerup', done);
  lanes.addEventListener('pointercancel', done);
}
