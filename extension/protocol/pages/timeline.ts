import { type Check, count, flag, list, name, nullable, number, oneOf, record } from '../checks.ts';

/** The most that a picture has: it is drawn as a whole. */
export const timelineLimits = { lanes: 40, marks: 400, slopes: 200, pinned: 20 } as const;

/** Keys as lanes over a range of time. */
export interface TimelineLook {
  /** Session time at which the range ends, in milliseconds; null: now. */
  readonly end: number | null;
  /** How long it is. */
  readonly spanMs: number;
  /** Shown first, and also when nothing happens to them. */
  readonly pinned: readonly LaneKey[];
  /** The selected entry: its key is shown, too. */
  readonly selected: number | null;
}

export interface LaneKey {
  readonly informer: string;
  readonly key: string;
}

/**
 * `event`: of the watch. `delta`: queued. `handler`: called. `reconcile`: from its start on. `failed`: a reconcile that did. `tombstone`: a deletion that was missed.
 * `recreated`: the key names another object. `left`: it may still exist, but not for this selector. `deleted`: it does not.
 */
export type MarkKind = 'event' | 'delta' | 'handler' | 'reconcile' | 'failed' | 'tombstone' | 'recreated' | 'left' | 'deleted';

export interface Mark {
  readonly seq: number;
  /** Session time. */
  readonly t: number;
  readonly kind: MarkKind;
  /** Of a reconcile: how long it took; 0 for all others, and for one that still runs. */
  readonly ms: number;
  /** Of the same kind and so close to this one that they are not drawn by themselves. */
  readonly more: number;
}

export interface Lane extends LaneKey {
  readonly pinned: boolean;
  readonly selected: boolean;
  /** By time. */
  readonly marks: readonly Mark[];
  /** Older ones of this range that found no room. */
  readonly omitted: number;
}

/** What one change went through: its lag is the slope. */
export interface Slope {
  readonly points: readonly { readonly lane: number; readonly t: number; readonly level: 'event' | 'handler' | 'reconcile' }[];
}

export interface TimelinePicture {
  readonly from: number;
  readonly to: number;
  /** Session time of the entry whose time is shown; null: the present. */
  readonly at: number | null;
  readonly lanes: readonly Lane[];
  readonly slopes: readonly Slope[];
  /** Keys to which something happened in this range, and that found no room. */
  readonly others: number;
  /** The beginning of the range was not looked at: there are too many entries in it, or it is not kept any more. */
  readonly cut: boolean;
}

const laneKey = { informer: name, key: name };

export const timelineLook: Check<TimelineLook> = record<TimelineLook>({
  end: nullable(number),
  spanMs: number,
  pinned: list(record<LaneKey>(laneKey), timelineLimits.pinned),
  selected: nullable(count),
});

const level = oneOf('event', 'handler', 'reconcile');
const mark = record<Mark>({
  seq: count,
  t: number,
  kind: oneOf('event', 'delta', 'handler', 'reconcile', 'failed', 'tombstone', 'recreated', 'left', 'deleted'),
  ms: number,
  more: count,
});

export const timelinePicture: Check<TimelinePicture> = record<TimelinePicture>({
  from: number,
  to: number,
  at: nullable(number),
  lanes: list(record<Lane>({ ...laneKey, pinned: flag, selected: flag, marks: list(mark, timelineLimits.marks), omitted: count }), timelineLimits.lanes),
  slopes: list(record<Slope>({ points: list(record<Slope['points'][number]>({ lane: count, t: number, level }), 4) }), timelineLimits.slopes),
  others: count,
  cut: flag,
});
