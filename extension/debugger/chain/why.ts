import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { FieldChange } from '../../trace/fieldChanges.ts';
import { type Causes, causesOf } from './causeWalk.ts';
import type { Fact, ReasonId } from './fact.ts';
import { serverBehind, type Trace } from './links.ts';
import { requestLabel } from './requestLabel.ts';

/** Who wrote what an entry of the store brought, as the object's managedFields tell. */
export interface Writer {
  readonly manager: string;
  /** `Apply`, `Update` */
  readonly operation: string;
  readonly subresource?: string;
  /** When the server stored it, in its own time. */
  readonly time?: string;
}

/** Undefined where nobody can tell: the object is not there any more, or the server keeps no managedFields. */
export type WriterOf = (change: TraceEntry) => Writer | undefined;

export interface Reason extends Fact {
  readonly id: ReasonId;
  /** Where it begins; of one that is not kept any more, its number alone is known. */
  readonly origin: Seq;
  /** By what it asked: the add to the WorkQueue, merged or not. */
  readonly asked: Seq;
  /** The fields that the change brought; undefined: it is not known which. */
  readonly changed?: readonly FieldChange[];
  readonly writer?: Writer;
}

export interface Why {
  readonly start: EntryOf<'reconcile.start'>;
  /** Every one that was merged into this run, oldest first. */
  readonly reasons: readonly Reason[];
  /** There are more than these. */
  readonly more: boolean;
}

/** Reasons that are told one by one. */
const maxReasons = 100;
/** Entries after an event in which the write that caused it is looked for: its answer is on its way. */
const answerDistance = 2000;

/** Why did this reconcile run? By all that asked for it, each back to where it began. */
export function whyItRan(trace: Trace, start: EntryOf<'reconcile.start'>, writerOf: WriterOf = () => undefined): Why {
  const reasons = new Map<string, Reason>();
  let more = false;
  const asked = askedBy(trace, start);
  for (const by of asked) {
    if (reasons.size >= maxReasons) {
      more = true;
      break;
    }
    if (typeof by === 'number') {
      reasons.set(`lost ${by}`, lost(by, by));
      continue;
    }
    const causes = causesOf(trace, by);
    more ||= causes.more;
    for (const origin of causes.origins) {
      const id = `${origin.seq}`;
      if (!reasons.has(id)) reasons.set(id, reasonOf(trace, by, origin, causes, writerOf));
    }
    for (const seq of causes.lost) reasons.set(`lost ${seq}`, lost(seq, by.seq));
  }
  return { start, reasons: [...reasons.values()].toSorted((one, other) => one.origin - other.origin), more: more || reasons.size > maxReasons };
}

/** What the run's key was handed out for; a number for what is not kept any more. */
function askedBy(trace: Trace, { cause = [] }: TraceEntry): (TraceEntry | Seq)[] {
  return cause.flatMap((seq) => {
    const entry = trace.at(seq);
    if (entry?.kind === 'workqueue.get' && entry.cause?.length) return entry.cause.map((each) => trace.at(each) ?? each);
    return [entry ?? seq];
  });
}

function lost(origin: Seq, asked: Seq): Reason {
  return { id: 'lost', origin, asked, words: {}, entries: { entry: origin } };
}

function reasonOf(trace: Trace, asked: TraceEntry, origin: TraceEntry, { entries }: Causes, writerOf: WriterOf): Reason {
  const base = { origin: origin.seq, asked: asked.seq };
  const chain = [...entries, asked];
  switch (origin.kind) {
    case 'reflector.event':
      return { ...base, ...eventReason(trace, origin, chain, writerOf) };
    case 'workqueue.ratelimited':
      return { ...base, ...retryReason(trace, origin) };
    case 'reconcile.error':
      return { ...base, id: 'retry', words: { message: origin.message, attempts: '1' }, entries: { error: origin.seq }, ms: { after: 0 } };
    case 'reconcile.end':
      return { ...base, ...requeueReason(origin, chain) };
    case 'reconcile.again':
      return { ...base, id: 'asked', words: {}, entries: { entry: origin.seq } };
    case 'handler.add':
      return { ...base, id: 'initial', words: { key: origin.key, informer: origin.informer }, entries: { entry: origin.seq } };
    case 'handler.update':
      return { ...base, id: 'resync', words: { key: origin.key, informer: origin.informer }, entries: { entry: origin.seq } };
    case 'whatif.applied':
      return { ...base, id: 'whatIf', words: { key: changeIn(chain, origin)?.key ?? asked.key ?? '', detail: whatIfText(origin) }, entries: { entry: origin.seq } };
    case 'queue.add':
      return { ...base, id: 'resync', words: { key: changeIn(chain, origin)?.key ?? origin.key ?? '', informer: origin.informer }, entries: { entry: origin.seq } };
    default:
      return origin.kind.startsWith('reflector.') ? { ...base, ...listReason(origin, chain) } : { ...base, id: 'added', words: {}, entries: { entry: origin.seq } };
  }
}

function eventReason(trace: Trace, origin: EntryOf<'reflector.event'>, chain: readonly TraceEntry[], writerOf: WriterOf): Pick<Reason, 'id' | 'words' | 'entries' | 'changed' | 'writer'> {
  const change = changeIn(chain, origin);
  const fields = change?.kind === 'store.update' ? change.changed?.fields : undefined;
  const writer = change && writerOf(change);
  const own = ownWriteOf(trace, origin);
  const words = { type: origin.type, key: origin.key, informer: origin.informer };
  const entries = { entry: origin.seq };
  const more = { ...(fields && { changed: fields }), ...(writer && { writer }) };
  const whatIf = origin.cause?.map((seq) => trace.at(seq)).find((entry) => entry?.kind === 'whatif.applied');
  if (whatIf) return { id: 'eventOfWhatIf', words: { ...words, detail: whatIfText(whatIf) }, entries: { ...entries, whatIf: whatIf.seq }, ...more };
  if (own) return { id: 'eventOfOwnWrite', words: { ...words, controller: own.controller }, entries: { ...entries, write: own.seq }, ...more };
  const request = requestBehind(trace, origin);
  if (request) return { id: 'eventOfRequest', words: { ...words, what: requestLabel(request), path: request.path, user: request.user || anonymous }, entries: { ...entries, request: request.seq }, ...more };
  if (writer) return { id: 'eventOfWriter', words: { ...words, manager: writer.manager, operation: writer.operation }, entries, ...more };
  return { id: 'event', words, entries, ...more };
}

/** As kube-apiserver calls who has not said who they are. */
const anonymous = 'system:anonymous';

/** By the steps of the server that lie behind the event: the request that changed the object. */
function requestBehind(trace: Trace, event: TraceEntry): EntryOf<'apiserver.request'> | undefined {
  let steps = serverBehind(trace, event).filter(({ kind }) => kind === 'apiserver.sent');
  for (let depth = 0; depth < 4 && steps.length > 0; depth++) {
    steps = steps.flatMap((step) => serverBehind(trace, step));
    const request = steps.find((step): step is EntryOf<'apiserver.request'> => step.kind === 'apiserver.request' && step.verb !== 'watch');
    if (request) return request;
  }
  return undefined;
}

function whatIfText({ what, detail }: EntryOf<'whatif.applied'>): string {
  return [what, detail].filter(Boolean).join(' ');
}

function listReason(origin: TraceEntry, chain: readonly TraceEntry[]): Pick<Reason, 'id' | 'words' | 'entries' | 'changed'> {
  const change = changeIn(chain, origin);
  const delta = chain.find((entry) => entry.kind === 'queue.add');
  const gone = change?.kind === 'store.delete' && change.tombstone;
  const changed = change?.kind === 'store.update' ? change.changed?.fields : undefined;
  const isSync = delta?.kind === 'queue.add' && (delta.delta === 'Sync' || delta.delta === 'SyncAll');
  const words = { key: change?.key ?? delta?.key ?? '', informer: origin.informer ?? '' };
  return { id: isSync ? 'resync' : gone ? 'tombstone' : 'list', words, entries: { entry: origin.seq }, ...(changed && { changed }) };
}

function retryReason(trace: Trace, origin: EntryOf<'workqueue.ratelimited'>): Pick<Reason, 'id' | 'words' | 'entries' | 'ms'> {
  const run = origin.cause?.map((seq) => trace.at(seq)).find((entry) => entry !== undefined);
  const ms = { after: origin.after };
  if (run?.kind === 'reconcile.end') return { id: 'requeue', words: {}, entries: { entry: run.seq }, ms };
  const words = { message: run?.kind === 'reconcile.error' ? run.message : '', attempts: String(origin.attempts) };
  return { id: 'retry', words, entries: { error: run?.seq ?? origin.seq }, ms };
}

function requeueReason(origin: EntryOf<'reconcile.end'>, chain: readonly TraceEntry[]): Pick<Reason, 'id' | 'words' | 'entries' | 'ms'> {
  const delayed = chain.find((entry) => entry.kind === 'workqueue.delayed');
  const after = delayed?.kind === 'workqueue.delayed' ? delayed.after : 0;
  return { id: origin.result === 'requeue' ? 'requeue' : 'requeueAfter', words: {}, entries: { entry: origin.seq }, ms: { after } };
}

/** The change of the store that came of this origin: the first of the chain that is not of another one. */
function changeIn(chain: readonly TraceEntry[], origin: TraceEntry): Extract<TraceEntry, { readonly kind: `store.${string}` }> | undefined {
  const behind = new Set([origin.seq]);
  for (const entry of chain) {
    if (!entry.cause?.some((seq) => behind.has(seq))) continue;
    if (isChange(entry)) return entry;
    behind.add(entry.seq);
  }
  return undefined;
}

function isChange(entry: TraceEntry): entry is Extract<TraceEntry, { readonly kind: `store.${string}` }> {
  return entry.kind === 'store.add' || entry.kind === 'store.update' || entry.kind === 'store.delete';
}

/** The write that caused this event: the event names it, or it names the event where its answer came later. */
export function ownWriteOf(trace: Trace, event: EntryOf<'reflector.event'>): EntryOf<'reconcile.write'> | undefined {
  for (const seq of event.cause ?? []) {
    const write = trace.at(seq);
    if (write?.kind === 'reconcile.write') return write;
  }
  const last = Math.min(trace.lastSeq, event.seq + answerDistance);
  for (let seq = event.seq + 1; seq <= last; seq++) {
    const entry = trace.at(seq);
    if (entry?.kind === 'reconcile.write' && entry.seenAs === event.seq) return entry;
  }
  return undefined;
}
