import { limits } from '../../protocol/checks.ts';
import type { EntryView, HeldHereView, HistoryView, ObjectFormat, ObjectView, PlaceView, WaitingView } from '../../protocol/pages/item.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { rowOf } from '../describeEntry.ts';
import type { SessionPicture } from '../sessionPicture.ts';
import { changeView } from './chain/factView.ts';
import { placeOf } from './chain/livePipeline.ts';
import { diffOf } from './item/itemDiff.ts';
import { historyOf, type KeyHistory } from './item/keyHistory.ts';
import { objectParts } from './item/objectParts.ts';
import { type Subject, subjectOf } from './item/subject.ts';
import { objectVersion } from './objectVersion.ts';
import type { Page } from './page.ts';

const shownRows = 200;
const shownDeltas = 50;
const shownChanges = 5;
const shownHeld = 50;
/** So far a delta queue is looked through for the key. */
const lookedThrough = 10_000;

/** Everything that is known of one key: of an entry, or one that is named. */
export const itemPage: Page<'item'> = ({ session }, look) => {
  const subject = subjectOf(session, look);
  const { entry, informer, key, pictured } = subject;
  const base = { informer: informer.slice(0, limits.name), key: key.slice(0, limits.name), entry: entry ? entryView(entry) : null };
  if (key === '') return { ...base, object: null, diff: null, queue: null, places: [], held: [], history: { rows: [], count: 0, searching: false } };
  const controllers = [...new Set([...(pictured?.controllers ?? []), ...ownerOf(entry)])];
  const history = historyOf(session.tracer, { informer, key, controllers }).catchUp();
  const entries = [...history.entries()];
  return {
    ...base,
    object: objectView(session, subject, look.format),
    diff: diffOf(session, entry, entries),
    queue: waitingView(subject),
    places: placesOf(session, key, controllers, entries),
    held: heldHere(session, subject, controllers),
    history: historyView(history, entries),
  };
};

function ownerOf(entry: TraceEntry | undefined): readonly string[] {
  if (!entry) return [];
  return 'controller' in entry ? [entry.controller] : 'queue' in entry ? [entry.queue] : [];
}

/** Fields that every entry has, and the page shows by itself. */
const common = new Set(['seq', 't', 'kind', 'informer', 'key', 'rv', 'cause', 'changed']);

function entryView(entry: TraceEntry): EntryView {
  const fields = Object.entries(entry)
    .filter(([name, value]) => !common.has(name) && value !== undefined)
    .map(([name, value]) => ({ name, value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, limits.text) }));
  return { seq: entry.seq, kind: entry.kind, fields };
}

function objectView(session: SessionPicture, { entry, informer, key, pictured }: Subject, format: ObjectFormat): ObjectView | null {
  const cached = pictured?.informer.indexer.get(key);
  const cachedRv = cached?.metadata.resourceVersion ?? '';
  const wanted = entry?.informer === undefined ? cachedRv : (entry.rv ?? cachedRv);
  const asked = objectVersion(session, informer, key, wanted);
  const object = asked ?? cached;
  if (!object) return null;
  const rv = object.metadata.resourceVersion ?? '';
  const source = object === cached ? (rv === wanted ? 'cache' : 'other') : 'kept';
  return { rv: rv.slice(0, limits.word), format, source, wanted: wanted.slice(0, limits.word), ...objectParts(object, format) };
}

function waitingView({ key, pictured }: Subject): WaitingView | null {
  const items = pictured?.informer.queueSnapshot(lookedThrough).items ?? [];
  const ahead = items.findIndex((item) => item.key === key);
  const item = items[ahead];
  if (!item) return null;
  return { ahead, deltas: item.deltas.slice(-shownDeltas).map(({ type, rv }) => ({ type, rv: rv.slice(0, limits.word) })), count: item.deltas.length };
}

/** Queues that have the key, or have had it. */
function placesOf(session: SessionPicture, key: string, controllers: readonly string[], history: readonly TraceEntry[]): PlaceView[] {
  const had = new Set(history.flatMap((entry) => ('queue' in entry ? [entry.queue] : [])));
  return session.controllers.running
    .filter(({ name }) => controllers.includes(name))
    .map(({ queue }): PlaceView => {
      const { ahead, processing, dirty, dueInMs, failures } = placeOf(queue, key);
      return { queue: queue.name.slice(0, limits.name), ahead: ahead ?? null, length: queue.snapshot(0).counts.queue, dirty, processing, dueInMs: dueInMs ?? null, failures };
    })
    .filter(({ queue, ahead, processing, dirty, dueInMs, failures }) => had.has(queue) || ahead !== null || processing || dirty || dueInMs !== null || failures > 0);
}

function heldHere(session: SessionPicture, { informer, key }: Subject, controllers: readonly string[]): HeldHereView[] {
  return session.stepper.held
    .filter((step) => step.key === key && (step.owner === informer || controllers.includes(step.owner)))
    .slice(0, shownHeld)
    .map(({ id, point, owner, since }) => ({ id, point, owner: owner.slice(0, limits.name), heldMs: session.msSince(since) }));
}

function historyView(history: KeyHistory, entries: readonly TraceEntry[]): HistoryView {
  const rows = entries.slice(0, shownRows).map((entry) => {
    const { seq, t, stage, kind, rv, summary } = rowOf(entry);
    const changed = entry.kind === 'store.update' ? (entry.changed?.fields ?? []) : [];
    return { seq, t, stage, kind, rv: rv.slice(0, limits.word), summary: summary.slice(0, limits.text), changed: changed.slice(0, shownChanges).map(changeView) };
  });
  return { rows, count: history.count, searching: !history.isDone };
}
