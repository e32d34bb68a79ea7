import { formatBytes } from '../base/formatBytes.ts';
import type { NoteView, StreamRow, Stage } from '../protocol/messages.ts';
import { sourceNoteOf } from '../informer/articleNotes.ts';
import type { ArticleNote } from '../trace/articleNote.ts';
import type { EntryOf, TraceEntry, WhatIfAction } from '../trace/entry.ts';
import type { FieldChanges } from '../trace/fieldChanges.ts';
import { duration } from './duration.ts';
import { lintWords } from './lintWords.ts';
import { ruleWords } from './ruleWords.ts';

/** Fields of an update that its line names. */
const shownChanges = 3;

/**
 * The row of an entry in the stream. Everything in it comes from a cluster and is shown as text only.
 * @param note what client-go does instead, where the entry is of what behaves as the article tells; otherwise what the article tells of it is found here
 */
export function rowOf(entry: TraceEntry, note?: ArticleNote): StreamRow {
  return {
    seq: entry.seq,
    t: entry.t,
    stage: stageOf(entry),
    kind: entry.kind,
    informer: entry.informer ?? '',
    key: entry.key ?? '',
    rv: entry.rv ?? ('resourceVersion' in entry ? entry.resourceVersion : ''),
    summary: describeEntry(entry),
    cause: entry.cause ?? [],
    note: note ? noteView(note, 'article') : noteView(sourceNoteOf(entry), 'source'),
  };
}

function noteView(note: ArticleNote | undefined, follows: NoteView['follows']): NoteView | null {
  return note ? { row: note.row, follows, article: note.article, source: note.source, rules: note.rules } : null;
}

/** What happened, in a few words, in the names of client-go. */
export function describeEntry(entry: TraceEntry): string {
  switch (entry.kind) {
    case 'apiserver.request':
      return words(`${entry.verb} ${entry.path}`, entry.user ? `by ${entry.user}` : '', entry.userAgent.split(/[ /]/, 1)[0]!, entry.code ? `${entry.code} in ${duration(entry.ms)}` : 'no answer yet');
    case 'apiserver.commit':
      return words(entry.type, `${entry.resource} at revision ${entry.revision}`);
    case 'apiserver.cached':
      return words(`${entry.resource} in slot ${entry.slot} of ${entry.capacity}`);
    case 'apiserver.sent':
      return words(`to watcher ${entry.watcher}`, entry.key === undefined ? count(entry.events, 'event') : '', formatBytes(entry.bytes), entry.seenAs ? `seen as #${entry.seenAs}` : '');
    case 'apiserver.fault':
      return words(`broken on purpose: ${entry.fault}`, entry.resource ?? '', entry.seenAs ? `seen as #${entry.seenAs}` : '');
    case 'apiserver.gap':
      return words(entry.lost ? `${count(entry.lost, 'fact')} missing` : 'facts are missing', gapWords[entry.why]);
    case 'reflector.list':
      return words('list', `from ${entry.resourceVersion || '""'}`, entry.limit ? `limit ${entry.limit}` : '', entry.continue ? 'next page' : '', entry.objects === undefined ? '' : `${count(entry.objects, 'object')} so far`, entry.remaining === undefined ? '' : `about ${entry.remaining} to come`);
    case 'reflector.accepted':
      return 'accepted by the server';
    case 'reflector.throttled':
      return `held back ${duration(entry.ms)} by the rate limit of the client`;
    case 'reflector.reduced':
      return words(`the server sends whole objects (${entry.got})`, 'reduced to their metadata');
    case 'reflector.listed':
      return words(count(entry.items, 'item'), entry.pages > 1 ? `${entry.pages} pages` : '', formatBytes(entry.bytes));
    case 'reflector.watch':
      return words('watch', `from ${entry.resourceVersion || '""'}`, entry.streaming ? 'streamed list' : '', `timeout ${entry.timeoutSeconds} s`);
    case 'reflector.event':
      return entry.type;
    case 'reflector.bookmark':
      return words('BOOKMARK', entry.initialEventsEnd ? 'initial events end' : '');
    case 'reflector.streaming':
      return words('streaming initial events', count(entry.objects, 'object'), 'end marker not seen', duration(entry.lasted));
    case 'reflector.closed':
      return words('closed', entry.reason, `after ${duration(entry.lasted)}`);
    case 'reflector.error':
      return words(`${entry.phase} failed`, entry.code ? `${entry.code} ${entry.reason}` : entry.reason, `${entry.message} → ${entry.will}`.trim());
    case 'reflector.relist':
      return words('relist', entry.why);
    case 'reflector.backoff':
      return words(`back off ${duration(entry.ms)}`, `attempt ${entry.attempt}`);
    case 'reflector.synced':
      return 'has synced';
    case 'reflector.stopped':
      return 'stopped';
    case 'queue.add':
      return words(entry.delta, entry.tombstone ? 'tombstone' : '', `${entry.waiting} waiting`, ruleWords(entry.rule));
    case 'queue.coalesced':
      return words(`${entry.from} merged into ${entry.into}`, ruleWords(entry.rule));
    case 'queue.drop':
      return words(`dropped ${count(entry.deltas, 'delta')}`, ruleWords(entry.rule));
    case 'queue.replace':
      return words('Replace', `${entry.replaced} replaced`, `${entry.deleted} deleted`, ruleWords(entry.rule));
    case 'queue.resync':
      return words('Resync', count(entry.synced, 'delta'), entry.passedOver ? `${count(entry.passedOver, 'key')} passed over` : '', ruleWords(entry.rule));
    case 'queue.pop':
      return words('Pop', abridged(entry.deltas), entry.isInInitialList ? 'initial list' : '');
    case 'store.add':
      return words('add', indexes(entry.indexes));
    case 'store.update':
      return words('update', entry.uidChanged ? 'UID changed' : changedIn(entry.changed), `was ${entry.old}`, indexes(entry.indexes));
    case 'store.delete':
      return words('delete', entry.tombstone ? 'tombstone' : '', indexes(entry.indexes));
    case 'store.replace':
      return words('replace', count(entry.objects, 'object'), ruleWords(entry.rule));
    case 'store.mutated':
      return words('changed by a reader of the cache', entry.paths.slice(0, shownChanges).join(', '));
    case 'handler.add':
      return words(`${entry.handler} OnAdd`, entry.isInInitialList ? 'initial list' : '');
    case 'handler.update':
      return words(`${entry.handler} OnUpdate`, entry.resync ? 'resync' : `was ${entry.old}`);
    case 'handler.delete':
      return words(`${entry.handler} OnDelete`, entry.tombstone ? 'tombstone' : '', entry.leftSelector ? 'left the selector' : '');
    case 'handler.filtered':
      return words(entry.handler, `filtered by ${entry.predicate}`);
    case 'handler.error':
      return words(`${entry.handler} threw`, entry.message);
    case 'workqueue.add':
      return words(entry.queue, 'add', priorityOf(entry));
    case 'workqueue.coalesced':
      return words(entry.queue, 'already dirty', priorityOf(entry));
    case 'workqueue.get':
      return words(entry.queue, 'get', `waited ${duration(entry.waited)}`, entry.attempts ? count(entry.attempts, 'failure') : '', priorityOf(entry));
    case 'workqueue.done':
      return words(entry.queue, 'done', entry.requeued ? 'queued again' : '');
    case 'workqueue.delayed':
      return words(entry.queue, `add after ${duration(entry.after)}`, priorityOf(entry));
    case 'workqueue.ratelimited':
      return words(entry.queue, `add rate limited: ${duration(entry.after)}`, count(entry.attempts, 'failure'));
    case 'workqueue.forget':
      return words(entry.queue, 'forget');
    case 'workqueue.drop':
      return words(entry.queue, 'drop', count(entry.attempts, 'failure'));
    case 'reconcile.leader':
      return words(entry.controller, entry.leads ? 'leads' : entry.holder ? `stands by for ${entry.holder}` : 'stands by', `transition ${entry.transitions}`);
    case 'reconcile.setup':
      return words(entry.controller, 'set up');
    case 'reconcile.again':
      return words(entry.controller, 'once more, to see what it writes');
    case 'reconcile.start':
      return words(entry.controller, `worker ${entry.worker}`);
    case 'reconcile.read':
      return words(entry.lookup, `cache at ${entry.cacheRv}`, entry.unseen?.length ? `does not see ${count(entry.unseen.length, 'own write')} yet` : '');
    case 'reconcile.write':
      return words(`${entry.verb} ${entry.target}`, entry.code ? `${entry.code}` : 'no answer', entry.ms === undefined ? '' : duration(entry.ms), entry.dryRun ? 'dry run' : '', entry.decided ?? '', entry.seenAs ? `seen as #${entry.seenAs}` : '');
    case 'reconcile.end':
      return words(entry.controller, entry.result, duration(entry.ms));
    case 'reconcile.error':
      return words(entry.controller, entry.message, duration(entry.ms));
    case 'reconcile.mutation':
      return words(entry.controller, `tried to change ${entry.path} of a cached object`, entry.at);
    case 'whatif.applied':
      return words(`what if: ${whatIfWords[entry.what]}`, entry.detail);
    case 'lint.raised':
      return words(entry.lint, lintWords(entry.evidence));
    case 'lint.cleared':
      return words(entry.lint, 'gone', lintWords(entry.evidence));
    default:
      return unknown(entry);
  }
}

function stageOf(entry: TraceEntry): Stage {
  if (entry.kind === 'whatif.applied') return entry.what === 'fail' ? 'reconcile' : 'reflector';
  return entry.kind.slice(0, entry.kind.indexOf('.')) as Stage;
}

const gapWords: { readonly [Why in EntryOf<'apiserver.gap'>['why']]: string } = {
  slow: 'the server told more than was read',
  flood: 'more than the trace has room for',
  interrupted: 'nobody listened to the server',
};

/** No server, queue or reconciler did these. */
const whatIfWords: { readonly [What in WhatIfAction]: string } = {
  skip: 'lost here',
  duplicate: 'comes twice',
  delay: 'held back',
  swap: 'changes places with the next',
  forge: 'replaced by another',
  fail: 'the reconcile is made to fail',
  resync: 'resync asked for',
  dropWatch: 'the watch is dropped',
  answer: 'the answer was made here',
};

/** A kind without a description does not compile. */
function unknown(entry: never): string {
  return (entry as { readonly kind: string }).kind;
}

function words(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Nothing for the ordinary one. */
function priorityOf({ priority }: { readonly priority?: number }): string {
  return priority ? `priority ${priority}` : '';
}

/** The first few deltas; a key that waited long may have thousands. */
function abridged(deltas: readonly string[]): string {
  const shown = deltas.slice(0, 6).join(', ');
  return deltas.length > 6 ? `${shown} … ${deltas.length} deltas` : shown;
}

function indexes(changes: readonly { readonly index: string }[] | undefined): string {
  return changes?.length ? `index ${changes.map(({ index }) => index).join(', ')}` : '';
}

/** `spec.replicas 2→3`; of many the first few. */
function changedIn(changed: FieldChanges | undefined): string {
  const fields = changed?.fields ?? [];
  // Of a recording only the paths are known.
  const shown = fields.slice(0, shownChanges).map(({ path, before, after }) => (before === '' && after === '' ? path : `${path} ${before}→${after}`));
  const more = fields.length - shown.length;
  if (more > 0) shown.push(`and ${more}${changed?.more ? ' or more' : ''} others`);
  return shown.join(', ');
}
