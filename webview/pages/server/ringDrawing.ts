import { html, nothing, svg, type TemplateResult } from 'lit';
import type { EventType } from '../../../extension/introspection/introspection.ts';
import type { RingPart } from '../../../extension/protocol/pages/server/ringPart.ts';
import type { Texts } from '../../strings.ts';

/** Pieces that the ring is drawn in at most: one for each slot as long as each can be seen. */
const mostPieces = 100;
const size = 200;
const outer = 96;
const inner = 70;
/** Of a piece, in radians. */
const gap = 0.012;

/** The slots in their order, clockwise from the top, with what they hold; the place of the next event, and the versions at both ends in the middle. */
export function ringDrawing(part: RingPart, texts: Texts): TemplateResult {
  const { t, count } = texts;
  const { ring, start, end, slots } = part;
  const pieces = piecesOf(part);
  const oldest = start < end ? slots.find(({ position }) => position === start)?.revision : undefined;
  const newest = slots.find(({ position }) => position === end - 1)?.revision;
  const label = t('insideRingLabel', {
    length: count(ring.length),
    capacity: count(ring.capacity),
    servable: count(ring.oldestServable),
    newest: newest === undefined ? '–' : count(newest),
  });
  return html`<svg class="ring" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <g transform="translate(${size / 2} ${size / 2})">
      ${pieces.map((piece, index) => pieceView(piece, index, pieces.length, part, texts))} ${headView(end, ring.capacity)}
      <text class="ring-count" y="-18">${t('insideRingOf', { length: count(ring.length), capacity: count(ring.capacity) })}</text>
      <text class="ring-end" y="4">${t('insideServableFrom', { revision: count(ring.oldestServable) })}</text>
      ${newest === undefined ? nothing : svg`<text class="ring-end" y="20">${t('insideNewest', { revision: count(newest) })}</text>`}
      ${oldest === undefined ? nothing : svg`<text class="ring-end" y="36">${t('insideOldestEvent', { revision: count(oldest) })}</text>`}
    </g>
  </svg>`;
}

export interface Piece {
  /** The slots that it stands for. */
  readonly from: number;
  readonly to: number;
  /** How many of them hold an event. */
  readonly filled: number;
  /** Of the event in it, where it is one slot that is in the table, too. */
  readonly type: EventType | undefined;
}

/** The ring in so many pieces that each can be seen. */
export function piecesOf({ ring: { capacity }, start, end, slots }: Pick<RingPart, 'start' | 'end' | 'slots'> & { readonly ring: Pick<RingPart['ring'], 'capacity'> }): readonly Piece[] {
  const pieces = Math.min(capacity, mostPieces);
  const types = new Map(slots.map(({ slot, type }) => [slot, type]));
  return Array.from({ length: pieces }, (_, index) => {
    const from = Math.floor((index * capacity) / pieces);
    const to = Math.floor(((index + 1) * capacity) / pieces);
    return { from, to, filled: filledBetween(from, to, start, end, capacity), type: to - from === 1 ? types.get(from) : undefined };
  });
}

/** How many of the slots from `from` to before `to` hold one of the positions from `start` to before `end`. */
function filledBetween(from: number, to: number, start: number, end: number, capacity: number): number {
  if (capacity === 0 || end === start) return 0;
  if (end - start >= capacity) return to - from;
  const [first, last] = [start % capacity, end % capacity];
  const overlap = (low: number, high: number): number => Math.max(0, Math.min(to, high) - Math.max(from, low));
  return first < last ? overlap(first, last) : overlap(first, capacity) + overlap(0, last);
}

function pieceView({ from, to, filled, type }: Piece, index: number, pieces: number, { ring }: RingPart, { t, count }: Texts): unknown {
  const state = filled === 0 ? 'empty' : type === undefined ? 'kept' : type.toLowerCase();
  const slots = to - from === 1 ? count(from) : `${count(from)}–${count(to - 1)}`;
  const tip = t('insideSlotTip', { slots, capacity: count(ring.capacity), state: filled === 0 ? t('insideSlotEmpty') : (type ?? t('insideSlotsFilled', { filled: count(filled) })) });
  const share = filled === 0 ? 1 : filled / (to - from);
  return svg`<path class="ring-piece ring-${state}" d=${arc(index / pieces, (index + 1) / pieces, filled === 0 ? inner : outer - (outer - inner) * share)} data-tip=${tip}></path>`;
}

/** Where the next event goes. */
function headView(end: number, capacity: number): unknown {
  if (capacity === 0) return nothing;
  const angle = ((end % capacity) / capacity) * 2 * Math.PI;
  return svg`<path class="ring-head" d="M ${point(inner - 1, angle)} L ${point(inner - 9, angle - 0.07)} L ${point(inner - 9, angle + 0.07)} Z"></path>`;
}

/** @param from, to parts of the whole turn */
function arc(from: number, to: number, low: number): string {
  const [a, b] = [from * 2 * Math.PI + gap, to * 2 * Math.PI - gap];
  const large = b - a > Math.PI ? 1 : 0;
  return `M ${point(outer, a)} A ${outer} ${outer} 0 ${large} 1 ${point(outer, b)} L ${point(low, b)} A ${low} ${low} 0 ${large} 0 ${point(low, a)} Z`;
}

function point(radius: number, angle: number): string {
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}
