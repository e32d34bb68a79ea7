import { pairId } from '../../base/pairId.ts';
import { limits } from '../../protocol/checks.ts';
import { type Lane, type LaneKey, type Slope, timelineLimits, type TimelineLook } from '../../protocol/pages/timeline.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { SessionPicture, Trace } from '../sessionPicture.ts';
import type { Page } from './page.ts';
import { LaneMarks, markKindOf } from './timeline/laneMarks.ts';

/** Entries that are looked at for one picture, the newest of the range: a few milliseconds of work. */
const mostEntries = 20_000;
/** So many marks stand beside one another at most. */
const columns = 300;
/** A millisecond is as near as one can look. */
const leastSpanMs = 1;
const mostSpanMs = 24 * 3600 * 1000;
/** Lanes that are no one's choice, the most recent first. */
const recentLanes = 12;

interface LaneDraft extends LaneKey {
  readonly marks: LaneMarks;
}

/** Keys over time: the selected one, those that are pinned, and those to which something happened last. */
export const timelinePage: Page<'timeline'> = ({ session, selected: informer }, look) => {
  const trace = session.whole ?? session.tracer;
  const spanMs = Math.min(Math.max(look.spanMs, leastSpanMs), mostSpanMs);
  const now = session.whole ? (trace.at(trace.lastSeq)?.t ?? 0) : session.now();
  const newest = Math.max(now, spanMs);
  // Who goes back in time is followed there: that moment stands where something can be seen on both sides of it.
  const followed = session.whole ? Math.max(session.now() + spanMs / 4, spanMs) : newest;
  const to = Math.min(look.end ?? followed, newest);
  const from = Math.max(0, to - spanMs);
  const last = lastBefore(trace, to);
  const first = Math.max(lastBefore(trace, from) + 1, trace.dropped + 1, last - mostEntries + 1);
  const owners = ownersOf(session);
  const { recent, count } = recentKeys({ trace, first, last, informer, owners });
  const lanes = new Lanes(spanMs);
  const chosen = chosenKeys(look, trace, recent, owners).map((key) => lanes.add(key));

  const starts = new Map<Seq, LaneDraft>();
  const startOf = new Map<string, Seq>();
  const reconciles: TraceEntry[] = [];
  for (let seq = first; seq <= last; seq++) {
    const entry = trace.at(seq);
    const lane = entry?.key && lanes.get(laneInformerOf(entry, owners), entry.key);
    if (!lane || (informer !== null && lane.informer !== informer)) continue;
    const kind = markKindOf(entry);
    if (kind) lane.marks.add(entry, kind);
    if (entry.kind === 'reconcile.start') {
      startOf.set(pairId(entry.controller, entry.key), seq);
      starts.set(seq, lane);
      reconciles.push(entry);
    } else if (entry.kind === 'reconcile.end' || entry.kind === 'reconcile.error') {
      const start = startOf.get(pairId(entry.controller, entry.key));
      if (start !== undefined) starts.get(start)?.marks.ended(start, entry.ms, entry.kind === 'reconcile.error');
    }
  }

  for (const { marks } of chosen) marks.finish();
  return {
    from,
    to,
    at: session.whole ? session.now() : null,
    lanes: chosen.map((lane) => laneView(lane, look, trace, owners)),
    slopes: slopesOf(reconciles, chosen, trace, owners),
    others: Math.max(0, count - chosen.filter(({ marks }) => marks.marks.length > 0).length),
    cut: first > lastBefore(trace, from) + 1,
  };
};

interface Range {
  readonly trace: Trace;
  readonly first: Seq;
  readonly last: Seq;
  readonly informer: string | null;
  readonly owners: ReadonlyMap<string, string>;
}

/** Keys to which something happened, the most recent of them first, and how many there are. In a flood there are thousands: of most nothing is made but a place in a set. */
function recentKeys({ trace, first, last, informer, owners }: Range): { readonly recent: readonly LaneKey[]; readonly count: number } {
  const recent: LaneKey[] = [];
  const seen = new Map<string, Set<string>>();
  let count = 0;
  for (let seq = last; seq >= first; seq--) {
    const entry = trace.at(seq);
    if (!entry?.key || !markKindOf(entry)) continue;
    const of = laneInformerOf(entry, owners);
    if (of === undefined || (informer !== null && of !== informer)) continue;
    let keys = seen.get(of);
    if (!keys) seen.set(of, (keys = new Set()));
    if (keys.has(entry.key)) continue;
    keys.add(entry.key);
    count++;
    if (recent.length < recentLanes) recent.push({ informer: of, key: entry.key });
  }
  return { recent, count };
}

/** The selected key first, then what is pinned, then what was most recent. */
function chosenKeys(look: TimelineLook, trace: Trace, recent: readonly LaneKey[], owners: ReadonlyMap<string, string>): readonly LaneKey[] {
  const entry = look.selected === null ? undefined : trace.at(look.selected);
  const selected = entry && laneKeyOf(entry, owners);
  const chosen = new Map([...(selected ? [selected] : []), ...look.pinned, ...recent].map(({ informer, key }) => [pairId(informer, key), { informer, key }]));
  return [...chosen.values()].slice(0, timelineLimits.lanes);
}

/** Lanes by informer and key. */
class Lanes {
  readonly #closeMs: number;
  readonly #lanes = new Map<string, Map<string, LaneDraft>>();

  constructor(spanMs: number) {
    this.#closeMs = spanMs / columns;
  }

  add({ informer, key }: LaneKey): LaneDraft {
    const lane = { informer, key, marks: new LaneMarks(this.#closeMs, timelineLimits.marks) };
    let lanes = this.#lanes.get(informer);
    if (!lanes) this.#lanes.set(informer, (lanes = new Map()));
    lanes.set(key, lane);
    return lane;
  }

  get(informer: string | undefined, key: string): LaneDraft | undefined {
    return informer === undefined ? undefined : this.#lanes.get(informer)?.get(key);
  }
}

function laneView({ informer, key, marks }: LaneDraft, look: TimelineLook, trace: Trace, owners: ReadonlyMap<string, string>): Lane {
  const entry = look.selected === null ? undefined : trace.at(look.selected);
  const of = entry?.key ? laneKeyOf(entry, owners) : undefined;
  return {
    informer: informer.slice(0, limits.name),
    key: key.slice(0, limits.name),
    pinned: look.pinned.some((each) => each.informer === informer && each.key === key),
    selected: of?.informer === informer && of.key === key,
    marks: marks.marks,
    omitted: marks.omitted,
  };
}

/** From the reconcile back to the handler's call and to the watch event: each of its causes is a line of its own. */
function slopesOf(reconciles: readonly TraceEntry[], lanes: readonly LaneDraft[], trace: Trace, owners: ReadonlyMap<string, string>): Slope[] {
  const places = new Map(lanes.map(({ informer, key }, place) => [pairId(informer, key), place]));
  const placeOf = (entry: TraceEntry | undefined): number | undefined => {
    const key = entry && laneKeyOf(entry, owners);
    return key && places.get(pairId(key.informer, key.key));
  };
  const slopes: Slope[] = [];
  for (const reconcile of reconciles.toReversed()) {
    if (slopes.length >= timelineLimits.slopes) break;
    const lane = placeOf(reconcile);
    if (lane === undefined) continue;
    const handler = causeOf(reconcile, trace, ({ kind }) => kind.startsWith('handler.'));
    const handlerLane = placeOf(handler);
    if (!handler || handlerLane === undefined) continue;
    const event = causeOf(handler, trace, ({ kind }) => kind === 'reflector.event');
    const eventLane = placeOf(event);
    const points: Slope['points'][number][] = [{ lane: handlerLane, t: handler.t, level: 'handler' }, { lane, t: reconcile.t, level: 'reconcile' }];
    slopes.push({ points: event && eventLane !== undefined ? [{ lane: eventLane, t: event.t, level: 'event' }, ...points] : points });
  }
  return slopes;
}

/** The nearest entry among the causes that is wanted; the newest of several ways. */
function causeOf(entry: TraceEntry, trace: Trace, isWanted: (entry: TraceEntry) => boolean): TraceEntry | undefined {
  let at: TraceEntry | undefined = entry;
  for (let steps = 0; at && steps < 12; steps++) {
    const cause: number | undefined = at.cause?.at(-1);
    at = cause === undefined ? undefined : trace.at(cause);
    if (at && isWanted(at)) return at;
  }
  return undefined;
}

/** A reconcile stands on the lane of the object that it is about. */
function laneInformerOf(entry: TraceEntry, owners: ReadonlyMap<string, string>): string | undefined {
  if ('controller' in entry && entry.controller !== undefined) return owners.get(entry.controller) ?? entry.controller;
  if ('queue' in entry) return owners.get(entry.queue) ?? entry.queue;
  return entry.informer;
}

function laneKeyOf(entry: TraceEntry, owners: ReadonlyMap<string, string>): LaneKey | undefined {
  const informer = entry.key ? laneInformerOf(entry, owners) : undefined;
  return informer === undefined ? undefined : { informer, key: entry.key! };
}

/** By controller: the informer of what it reconciles, which it has asked for first. */
function ownersOf({ informers }: SessionPicture): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { name, controllers } of informers.all) for (const controller of controllers) if (!owners.has(controller)) owners.set(controller, name);
  return owners;
}

/** Number of the last entry that was made at this time or before. */
function lastBefore(trace: Trace, t: number): Seq {
  let low = trace.dropped;
  let high = trace.lastSeq;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((trace.at(middle)?.t ?? 0) <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
