import type { Lane, Mark, MarkKind, Slope, TimelinePicture } from '../../../extension/protocol/pages/timeline.ts';

/** Pixels. */
export const laneHeight = 36;
export const labelWidth = 168;
export const narrowLabelWidth = 96;
const edge = 10;

/** How far down its lane a mark stands: what comes later in the pipeline is lower, so that lag is a slope. */
const levels: { readonly [Kind in MarkKind]: number } = {
  event: 8,
  delta: 8,
  tombstone: 8,
  recreated: 18,
  deleted: 18,
  handler: 18,
  left: 18,
  reconcile: 28,
  failed: 28,
};

const slopeLevels = { event: levels.event, handler: levels.handler, reconcile: levels.reconcile } as const;

export interface PlacedMark {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  /** Of a reconcile: as long as it took, and no less than can be seen. */
  readonly width: number;
}

export interface TimelineLayout {
  readonly width: number;
  readonly height: number;
  /** By lane. */
  readonly marks: readonly (readonly PlacedMark[])[];
  /** Points of lines, as SVG has them. */
  readonly slopes: readonly string[];
  /** Times along the top. */
  readonly ticks: readonly { readonly x: number; readonly t: number }[];
  /** Where the time is that is shown; undefined: it is the present, or out of sight. */
  readonly here: number | undefined;
}

/** Where everything stands in a drawing of `width` pixels. */
export function timelineLayout({ from, to, at, lanes, slopes }: TimelinePicture, width: number): TimelineLayout {
  const scale = (width - 2 * edge) / Math.max(to - from, 1e-6);
  const xOf = (t: number): number => round(edge + (t - from) * scale);
  return {
    width,
    height: lanes.length * laneHeight,
    marks: lanes.map((lane, place) => placed(lane, place, xOf, scale)),
    slopes: slopes.map((slope) => linePoints(slope, xOf)),
    ticks: ticksOf(from, to, width).map((t) => ({ x: xOf(t), t })),
    here: at !== null && at >= from && at <= to ? xOf(at) : undefined,
  };
}

/** Session time at a place of the drawing. */
export function timeAt({ from, to }: Pick<TimelinePicture, 'from' | 'to'>, x: number, width: number): number {
  return from + ((x - edge) / Math.max(width - 2 * edge, 1)) * (to - from);
}

/** The mark before or behind the cursor, or the nearest on the lane above or below. */
export function nextMark(lanes: readonly Lane[], cursor: { readonly lane: number; readonly seq: number } | null, move: 'left' | 'right' | 'up' | 'down'): { readonly lane: number; readonly seq: number } | undefined {
  const lane = lanes[cursor?.lane ?? -1];
  const at = lane?.marks.findIndex(({ seq }) => seq === cursor!.seq) ?? -1;
  const mark = lane?.marks[at];
  if (!mark) {
    const first = lanes.findIndex(({ marks }) => marks.length > 0);
    return first < 0 ? undefined : { lane: first, seq: lanes[first]!.marks.at(-1)!.seq };
  }
  if (move === 'left' || move === 'right') {
    const next = lane.marks[at + (move === 'left' ? -1 : 1)];
    return next && { lane: cursor!.lane, seq: next.seq };
  }
  const step = move === 'up' ? -1 : 1;
  for (let place = cursor!.lane + step; lanes[place]; place += step) {
    const { marks } = lanes[place]!;
    if (marks.length === 0) continue;
    const nearest = marks.reduce((best, each) => (Math.abs(each.t - mark.t) < Math.abs(best.t - mark.t) ? each : best));
    return { lane: place, seq: nearest.seq };
  }
  return undefined;
}

function placed({ marks }: Lane, place: number, xOf: (t: number) => number, scale: number): PlacedMark[] {
  return marks.map((mark) => ({ mark, x: xOf(mark.t), y: place * laneHeight + levels[mark.kind], width: Math.max(4, round(mark.ms * scale)) }));
}

function linePoints({ points }: Slope, xOf: (t: number) => number): string {
  return points.map(({ lane, t, level }) => `${xOf(t)},${lane * laneHeight + slopeLevels[level]}`).join(' ');
}

/** Round times, about one in a hundred pixels. */
function ticksOf(from: number, to: number, width: number): number[] {
  const wanted = Math.max(2, Math.floor(width / 110));
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-3)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to && ticks.length < 50; t += step) ticks.push(t);
  return ticks;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
