import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { happenedAt } from './happenedAt.ts';
import { requestLabel } from './requestLabel.ts';

/** Where time was spent: the stages of a chain, in the order in which a change meets them. */
export type SpanId = 'request' | 'commit' | 'watchCache' | 'fanOut' | 'wire' | 'event' | 'deltaQueue' | 'store' | 'handlerBuffer' | 'handler' | 'delayed' | 'workQueue' | 'worker' | 'reconcile' | 'read' | 'write' | 'seen';

export interface Span {
  readonly id: SpanId;
  /** The entry that ends it, and whose it is; of an event, the event itself. */
  readonly seq: Seq;
  /** Session time. */
  readonly from: number;
  readonly to: number;
  /** Within a reconcile. */
  readonly inner: boolean;
  /** Whose queue, handler or controller, or what was read and written. */
  readonly detail: string;
  /** It has not ended yet. */
  readonly open: boolean;
}

export interface Waterfall {
  readonly spans: readonly Span[];
  /** There are more than these. */
  readonly more: boolean;
}

const maxSpans = 200;

/**
 * Where the time went between the entries of a chain. Each span ends with an entry, and begins with what that one names as its cause; what was merged has a
 * span for each.
 * @param chain oldest first @param now session time: what has begun and not ended goes on until then
 */
export function waterfallOf(chain: readonly TraceEntry[], now: number): Waterfall {
  const known = new Map(chain.map((entry) => [entry.seq, entry]));
  const at = happenedAt(chain);
  const spans = [...chain.flatMap((entry) => [...spansOf(entry, known), ...serverSpans(entry, known, at)]), ...openRuns(chain, now)].toSorted((one, other) => one.from - other.from || one.seq - other.seq);
  return { spans: spans.slice(0, maxSpans), more: spans.length > maxSpans };
}

function spansOf(entry: TraceEntry, known: ReadonlyMap<Seq, TraceEntry>): Span[] {
  const causes = (entry.cause ?? []).flatMap((seq) => known.get(seq) ?? []);
  const since = (id: SpanId, detail = '', starts: readonly TraceEntry[] = causes): Span[] => starts.map(({ t }) => ({ id, seq: entry.seq, from: t, to: entry.t, inner: false, detail, open: false }));
  switch (entry.kind) {
    case 'queue.add':
      return causes.flatMap((event) => since('event', entry.informer, [event]).map((span) => Object.assign(span, { seq: event.seq })));
    case 'queue.pop':
      return since('deltaQueue', entry.informer, causes.filter(({ kind }) => kind === 'queue.add'));
    case 'store.add':
    case 'store.update':
    case 'store.delete':
      return since('store', entry.informer, causes.slice(0, 1));
    case 'handler.add':
    case 'handler.update':
    case 'handler.delete':
      return since('handlerBuffer', entry.handler);
    case 'workqueue.add':
    case 'workqueue.coalesced':
      return causes.flatMap((cause) => since(cause.kind === 'workqueue.delayed' ? 'delayed' : 'handler', entry.queue, [cause]));
    case 'workqueue.get':
      return since('workQueue', entry.queue);
    case 'reconcile.start':
      // A run of a key that nothing else works on begins at once: there is nothing to tell.
      return since('worker', entry.controller).filter(({ from, to }) => to - from >= 1);
    case 'reconcile.end':
    case 'reconcile.error':
      return since('reconcile', entry.controller);
    case 'reconcile.read':
      return [{ id: 'read', seq: entry.seq, from: entry.t, to: entry.t, inner: true, detail: entry.lookup, open: false }];
    case 'reconcile.write':
      return [{ id: 'write', seq: entry.seq, from: entry.t - (entry.ms ?? 0), to: entry.t, inner: true, detail: `${entry.verb} ${entry.target}`, open: false }, ...seenEarly(entry, known)];
    case 'reflector.event':
      return since('seen', entry.informer, causes.filter(({ kind }) => kind === 'reconcile.write'));
    default:
      return [];
  }
}

/** Where the time went before the event came: each step of the server begins when the one before it had happened. */
function serverSpans(entry: TraceEntry, known: ReadonlyMap<Seq, TraceEntry>, at: ReadonlyMap<Seq, number>): Span[] {
  const span = (id: SpanId, from: number, to: number, detail: string, more: Partial<Span> = {}): Span => ({ id, seq: entry.seq, from, to: Math.max(from, to), inner: false, detail, open: false, ...more });
  const since = (id: SpanId, kind: TraceEntry['kind'], detail: string, more?: Partial<Span>): Span[] =>
    (entry.cause ?? []).flatMap((seq) => (known.get(seq)?.kind === kind ? [span(id, at.get(seq)!, at.get(entry.seq)!, detail, more)] : []));
  switch (entry.kind) {
    case 'apiserver.request': {
      const began = at.get(entry.seq)!;
      return [span('request', began, began + entry.ms, requestLabel(entry), { open: entry.code === 0 })];
    }
    case 'apiserver.commit':
      return since('commit', 'apiserver.request', String(entry.revision), { inner: true });
    case 'apiserver.cached':
      return since('watchCache', 'apiserver.commit', entry.resource);
    case 'apiserver.sent': {
      const seen = entry.seenAs === undefined ? undefined : known.get(entry.seenAs);
      const wire = seen ? [span('wire', at.get(entry.seq)!, seen.t, entry.informer, { seq: seen.seq })] : [];
      return [...since('fanOut', 'apiserver.cached', String(entry.watcher)), ...wire];
    }
    case 'reflector.event':
      return since('wire', 'apiserver.sent', entry.informer);
    default:
      return [];
  }
}

/** The event came before the answer: it took from the sending on. */
function seenEarly({ t, ms = 0, seenAs }: EntryOf<'reconcile.write'>, known: ReadonlyMap<Seq, TraceEntry>): Span[] {
  const event = seenAs === undefined ? undefined : known.get(seenAs);
  if (!event) return [];
  const from = t - ms;
  return [{ id: 'seen', seq: event.seq, from, to: Math.max(from, event.t), inner: false, detail: event.informer ?? '', open: false }];
}

function openRuns(chain: readonly TraceEntry[], now: number): Span[] {
  const ended = new Set(chain.filter(({ kind }) => kind === 'reconcile.end' || kind === 'reconcile.error').flatMap(({ cause }) => cause ?? []));
  return chain
    .filter((entry): entry is EntryOf<'reconcile.start'> => entry.kind === 'reconcile.start' && !ended.has(entry.seq))
    .map(({ seq, t, controller }) => ({ id: 'reconcile', seq, from: t, to: Math.max(t, now), inner: false, detail: controller, open: true }));
}
