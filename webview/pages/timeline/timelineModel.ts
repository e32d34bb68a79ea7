import { type LaneKey, timelineLimits } from '../../../extension/protocol/pages/timeline.ts';

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface TimelineModel {
  readonly folded: boolean;
  /** Milliseconds from its left end to its right. */
  readonly spanMs: number;
  /** Session time of its right end; null: it moves with the present. */
  readonly end: number | null;
  readonly pinned: readonly LaneKey[];
  /** Lanes as a list of their marks. */
  readonly asList: boolean;
  /** The mark that the keyboard is on; null: none. */
  readonly cursor: { readonly lane: number; readonly seq: number } | null;
}

export type TimelineAction =
  | { readonly type: 'toggle' }
  | { readonly type: 'toggleList' }
  /** Looks nearer (`factor` below 1) or from farther away, at session time `at`, which stays where it is. */
  | { readonly type: 'zoom'; readonly factor: number; readonly at: number; readonly now: number }
  /** Looks at an earlier (negative) or later time; what would be beyond `now` follows it again. */
  | { readonly type: 'pan'; readonly ms: number; readonly now: number }
  | { readonly type: 'follow' }
  | { readonly type: 'pin'; readonly lane: LaneKey }
  | { readonly type: 'cursor'; readonly lane: number; readonly seq: number };

/** From a hundredth of a second to a day. */
const leastSpanMs = 10;
const mostSpanMs = 24 * 3600 * 1000;

export const initialTimeline: TimelineModel = { folded: false, spanMs: 30_000, end: null, pinned: [], asList: false, cursor: null };

export function reduceTimeline(model: TimelineModel, action: TimelineAction): TimelineModel {
  switch (action.type) {
    case 'toggle':
      return { ...model, folded: !model.folded };
    case 'toggleList':
      return { ...model, asList: !model.asList };
    case 'zoom': {
      const spanMs = Math.min(Math.max(model.spanMs * action.factor, leastSpanMs), mostSpanMs);
      const end = model.end ?? action.now;
      // Of what is right of the place looked at, as much stays in view.
      const right = (end - action.at) * (spanMs / model.spanMs);
      return at({ ...model, spanMs }, action.at + right, action.now);
    }
    case 'pan':
      return at(model, (model.end ?? action.now) + action.ms, action.now);
    case 'follow':
      return model.end === null ? model : { ...model, end: null };
    case 'pin': {
      const others = model.pinned.filter((each) => !isSame(each, action.lane));
      return { ...model, pinned: others.length < model.pinned.length ? others : [...others, action.lane].slice(-timelineLimits.pinned) };
    }
    case 'cursor':
      return { ...model, cursor: { lane: action.lane, seq: action.seq } };
  }
}

function at(model: TimelineModel, end: number, now: number): TimelineModel {
  return { ...model, end: end >= now ? null : Math.max(Math.min(model.spanMs, now), end) };
}

function isSame(one: LaneKey, other: LaneKey): boolean {
  return one.informer === other.informer && one.key === other.key;
}
