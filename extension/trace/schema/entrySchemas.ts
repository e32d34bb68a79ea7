import type { DeltaType, IndexChange, LintEvidence, LintName, TraceDraft, TraceKind, WhatIfAction, WriteVerb } from '../entry.ts';
import type { FieldChanges } from '../fieldChanges.ts';
import {
  constant,
  count,
  described,
  type FieldSchemas,
  flag,
  inJson,
  integer,
  list,
  milliseconds,
  number,
  oneOf,
  optional,
  record,
  type Schema,
  text,
} from './jsonSchema.ts';

/** What an entry of a kind says, and its fields but for its number, its time and the kind itself. */
interface KindSchema<Kind extends TraceKind> {
  readonly says: string;
  readonly fields: FieldSchemas<Omit<Extract<TraceDraft, { readonly kind: Kind }>, 'kind'>>;
}

export const seq: Schema<number> = { json: { type: 'integer', minimum: 1, description: 'Number of an entry in its session; rises by one, from 1.' } };

const informer = described('v1/pods, apps/v1/deployments@default', text);
const key = described('namespace/name, or name', text);
const common = {
  rv: optional(described('resourceVersion of what it is about', text)),
  cause: optional(described('The entries that led here; all of them where several were merged.', list(seq))),
};
const ofInformer = { ...common, informer, key: optional(key) };
const ofObject = { ...common, informer, key };
const ofHandler = { ...ofObject, handler: text };
const ofWorkQueue = { ...common, informer: optional(informer), key, queue: text };
const ofReconcile = { ...common, informer: optional(informer), key, controller: text };

const delta = oneOf<DeltaType>('Added', 'Updated', 'Deleted', 'Replaced', 'Sync', 'ReplacedAll', 'SyncAll', 'Bookmark');
const rule = described('Rule of client-go’s behaviour by its id, or a row of what the article tells otherwise.', text);
const change = record<IndexChange>({ index: text, removed: list(text), added: list(text) });
const indexes = optional(described('What it changed in the indexes; absent: nothing.', list(change)));
const changed = described(
  'Paths of the fields that it changed, without resourceVersion, generation and managedFields; the last is … where there are more. Absent: not known any more.',
  inJson<FieldChanges>(list(text)),
);
const priority = optional(described('Of the key, after this step; absent in a queue without priorities.', number));
const old = described('Version of the object before.', text);
const tombstone = described('The deletion was not seen, but inferred from a list.', flag);
const status = described('HTTP status; 0 when no answer came.', integer);
export const refusedCredentials = record<NonNullable<Extract<TraceDraft, { readonly kind: 'reflector.error' }>['credentials']>>({
  how: oneOf('expired', 'refused'),
  from: oneOf('token', 'tokenFile', 'password', 'certificate', 'plugin', 'authProvider', 'nobody'),
  notAfter: optional(described('Of a client certificate that is over: when it was, in milliseconds since 1970.', number)),
  notBefore: optional(described('Of a client certificate that does not hold yet: when it will, in milliseconds since 1970.', number)),
});

const lint = oneOf<LintName>(
  'hot-loop',
  'relist-storm',
  'rewatch-storm',
  'silent-watch',
  'handler-backlog',
  'slow-handler',
  'starvation',
  'retry-storm',
  'unseen-write',
  'disagreement',
  'mutated-cache',
  'not-idempotent',
);
const evidence = record<LintEvidence>({
  controller: optional(text),
  queue: optional(text),
  handler: optional(text),
  other: optional(described('Another informer of the same resource.', text)),
  field: optional(described('Path of the field in question.', text)),
  paths: optional(described('Paths, where there may be several.', list(text))),
  values: optional(described('What stands in the field by turns; never of a Secret.', list(text))),
  writers: optional(described('Who writes it by turns; empty for somebody unknown.', list(text))),
  versions: optional(described('What one informer has, and the other; empty: none.', list(text))),
  at: optional(described('In the code of a reconciler: file:line:column.', text)),
  code: optional(status),
  reason: optional(text),
  times: optional(described('How often, within ms where that is given.', count)),
  ms: optional(milliseconds),
});
const ofLint = { ...common, informer: optional(informer), key: optional(key), lint, evidence };

const ofServer = { ...common, informer: optional(informer), key: optional(key), at: described('Session time at which it happened, by the clock of the server; it was heard of at t.', number) };
const resource = described('v1/pods, apps/v1/deployments', text);
const revision = described('The version as a number.', count);
const ofChange = { ...ofServer, key, resource, revision };
const seenAs = optional(described('What came of it, when that was told before.', seq));

/** Every kind of entry. One that is missing does not compile, and neither does a field. */
export const entrySchemas: { readonly [Kind in TraceKind]: KindSchema<Kind> } = {
  'apiserver.request': {
    says: 'The API server was asked for something: by its cause, or by somebody else. Told by the playground alone, as are the other steps of an API server.',
    fields: {
      ...ofServer,
      verb: described('As audit logs have it: patch, list, watch …', text),
      path: text,
      user: text,
      userAgent: text,
      code: described('HTTP status; 0: there was no answer yet.', integer),
      ms: described('Milliseconds from at to the head of the answer.', number),
      seenAs,
    },
  },
  'apiserver.commit': { says: 'A write can be read from now on.', fields: { ...ofChange, type: text } },
  'apiserver.cached': { says: 'A change is in the watch cache, and in this slot of its ring.', fields: { ...ofChange, slot: count, capacity: count } },
  'apiserver.sent': {
    says: 'An event was handed to the socket of a watch; without key, so many of which nothing was told before.',
    fields: {
      ...ofServer,
      informer,
      resource,
      watcher: described('Number of the cacheWatcher, unique within its resource.', count),
      revision,
      events: described('That this entry stands for.', count),
      bytes: described('That were handed over in one go, this and whatever else there was.', count),
      seenAs,
    },
  },
  'apiserver.fault': {
    says: 'Something was broken on purpose; what comes of it names this as its cause.',
    fields: { ...ofServer, fault: described('dropWatch, status, compact …', text), id: count, resource: optional(resource), seenAs },
  },
  'apiserver.gap': {
    says: 'The server has told more than could be taken in: of what happened about now, something is missing.',
    fields: { ...common, informer: optional(informer), key: optional(key), lost: described('So many facts; 0: nobody knows.', count), why: oneOf('slow', 'flood', 'interrupted') },
  },

  'reflector.list': {
    says: 'A page of a list is asked for.',
    fields: {
      ...ofInformer,
      resourceVersion: text,
      limit: optional(count),
      continue: optional(text),
      objects: optional(described('That earlier pages have brought; absent for the first.', count)),
      remaining: optional(described('That the page before says are still to come; absent where it does not say.', count)),
    },
  },
  'reflector.accepted': { says: 'The server has accepted its cause: a watch is open now, or the answer to a list has begun.', fields: ofInformer },
  'reflector.throttled': { says: 'The client’s own rate limit holds a request back.', fields: { ...ofInformer, ms: milliseconds } },
  'reflector.reduced': { says: 'Metadata alone was asked for, and the server sends whole objects.', fields: { ...ofInformer, got: text } },
  'reflector.listed': { says: 'The list is complete.', fields: { ...ofInformer, items: count, pages: count, bytes: count, resourceVersion: text } },
  'reflector.watch': {
    says: 'A watch is opened.',
    fields: { ...ofInformer, resourceVersion: text, timeoutSeconds: count, streaming: described('It begins with the whole state.', flag) },
  },
  'reflector.event': { says: 'A watch event has come.', fields: { ...ofObject, type: text } },
  'reflector.bookmark': { says: 'A bookmark has come.', fields: { ...ofInformer, initialEventsEnd: described('The streamed list is complete.', flag) } },
  'reflector.streaming': { says: 'A streamed list stands still: its end marker is awaited.', fields: { ...ofInformer, objects: count, lasted: milliseconds } },
  'reflector.closed': { says: 'The watch has ended.', fields: { ...ofInformer, reason: text, lasted: milliseconds } },
  'reflector.error': {
    says: 'A step of the Reflector failed, or an event was skipped.',
    fields: {
      ...ofInformer,
      phase: oneOf('list', 'watch', 'stream', 'event', 'resync'),
      code: status,
      reason: text,
      message: text,
      credentials: optional(described('Of a 401: whether the server had taken credentials of this origin before (expired), and where they come from.', refusedCredentials)),
      will: oneOf('relist', 'rewatch', 'retry', 'skip'),
    },
  },
  'reflector.relist': { says: 'Somebody asked for the whole state anew, though nothing had failed.', fields: { ...ofInformer, why: text } },
  'reflector.backoff': { says: 'It waits before the next attempt.', fields: { ...ofInformer, ms: milliseconds, attempt: count } },
  'reflector.synced': { says: 'Every object of the first list has been processed.', fields: ofInformer },
  'reflector.stopped': { says: 'Nothing of it runs any more.', fields: ofInformer },

  'queue.add': {
    says: 'A delta is queued; without key, one of the whole store.',
    fields: {
      ...ofInformer,
      delta,
      waiting: described('Deltas of this key that wait now, this one included.', count),
      tombstone: optional(tombstone),
      rule: optional(described('By which a list or a resync queued it; absent for what an event brought.', text)),
    },
  },
  'queue.coalesced': { says: 'Two deltas of a key have become one.', fields: { ...ofObject, from: delta, into: delta, rule: optional(rule) } },
  'queue.drop': { says: 'What was to be queued, or was queued, is gone.', fields: { ...ofInformer, deltas: count, rule } },
  'queue.replace': {
    says: 'A list has been queued.',
    fields: { ...ofInformer, replaced: count, deleted: described('Deletions that the queue inferred.', count), rule: optional(rule) },
  },
  'queue.resync': {
    says: 'A resync has been queued.',
    fields: {
      ...ofInformer,
      synced: described('Deltas that were queued.', count),
      passedOver: optional(described('Keys that have deltas in the queue already.', count)),
      rule: optional(rule),
    },
  },
  'queue.pop': { says: 'Deltas are taken from the queue.', fields: { ...ofInformer, deltas: list(delta), isInInitialList: flag } },

  'store.add': { says: 'The cache has one object more.', fields: { ...ofObject, indexes } },
  'store.update': {
    says: 'An object of the cache has a new version.',
    fields: { ...ofObject, old, changed: optional(changed), indexes, uidChanged: optional(described('The key now names another object.', flag)) },
  },
  'store.delete': { says: 'An object has left the cache.', fields: { ...ofObject, tombstone, indexes } },
  'store.replace': { says: 'The whole cache was replaced.', fields: { ...ofInformer, objects: count, rule: optional(rule) } },

  'store.mutated': { says: 'Somebody has changed an object of the cache, which all readers share.', fields: { ...ofObject, paths: list(text) } },

  'handler.add': { says: 'OnAdd is called.', fields: { ...ofHandler, isInInitialList: flag } },
  'handler.update': { says: 'OnUpdate is called.', fields: { ...ofHandler, old, resync: described('Both are the same version.', flag) } },
  'handler.delete': {
    says: 'OnDelete is called.',
    fields: { ...ofHandler, tombstone, leftSelector: optional(described('It may still exist: it no longer matches the selector.', flag)) },
  },
  'handler.filtered': { says: 'A predicate of the controller did not let it through.', fields: { ...ofHandler, predicate: text } },
  'handler.error': { says: 'A handler threw.', fields: { ...ofHandler, message: text } },

  'workqueue.add': { says: 'A key is added to a work queue.', fields: { ...ofWorkQueue, priority } },
  'workqueue.coalesced': { says: 'A key was added that is dirty already.', fields: { ...ofWorkQueue, priority } },
  'workqueue.get': {
    says: 'A worker is handed a key.',
    fields: { ...ofWorkQueue, priority, waited: milliseconds, attempts: described('Failures counted by the rate limiter.', count) },
  },
  'workqueue.done': { says: 'A key has been processed.', fields: { ...ofWorkQueue, requeued: flag } },
  'workqueue.delayed': { says: 'A key is to be added later.', fields: { ...ofWorkQueue, priority, after: milliseconds } },
  'workqueue.ratelimited': { says: 'The rate limiter says when a key is to be added.', fields: { ...ofWorkQueue, after: milliseconds, attempts: count } },
  'workqueue.forget': { says: 'The failures of a key are forgotten.', fields: ofWorkQueue },
  'workqueue.drop': { says: 'A key is given up until it changes.', fields: { ...ofWorkQueue, attempts: count } },

  'reconcile.leader': {
    says: 'A replica has learned who holds the Lease.',
    fields: { ...common, informer: optional(informer), key: optional(key), controller: text, leads: flag, holder: text, transitions: count },
  },
  'reconcile.setup': { says: 'The reconciler installs what it needs.', fields: { ...ofReconcile, key: constant('') } },
  'reconcile.again': { says: 'Somebody asked for another run of the key.', fields: ofReconcile },
  'reconcile.start': { says: 'A reconcile begins.', fields: { ...ofReconcile, worker: count } },
  'reconcile.read': {
    says: 'It reads from the cache.',
    fields: {
      ...ofReconcile,
      lookup: text,
      cacheRv: described('Version of the cache that answered.', text),
      unseen: optional(described('Writes of ours that the cache has not got yet.', list(seq))),
    },
  },
  'reconcile.write': {
    says: 'It writes to the API server.',
    fields: {
      ...ofReconcile,
      verb: oneOf<WriteVerb>('create', 'update', 'patch', 'apply', 'delete'),
      target: text,
      code: status,
      dryRun: flag,
      ms: optional(milliseconds),
      decided: optional(oneOf('skipped', 'failed', 'delayed')),
      seenAs: optional(described('The watch event that it caused, when that came before the answer.', seq)),
    },
  },
  'reconcile.end': { says: 'It has returned.', fields: { ...ofReconcile, ms: milliseconds, result: oneOf('done', 'requeue', 'requeueAfter') } },
  'reconcile.error': { says: 'It has failed.', fields: { ...ofReconcile, ms: milliseconds, message: text } },
  'reconcile.mutation': { says: 'It tried to change an object of the cache, and was stopped.', fields: { ...ofReconcile, path: text, at: text } },

  'whatif.applied': {
    says: 'A person had something happen that no server, queue or reconciler did; what comes of it names this as its cause.',
    fields: {
      ...common,
      informer: optional(informer),
      key: optional(key),
      what: oneOf<WhatIfAction>('skip', 'duplicate', 'delay', 'swap', 'forge', 'fail', 'resync', 'dropWatch', 'answer'),
      detail: described('MODIFIED, 500 ms, list 410: what it was, or how.', text),
      controller: optional(text),
    },
  },

  'lint.raised': { says: 'Something looks wrong: its causes are what was found.', fields: ofLint },
  'lint.cleared': { says: 'It is gone; its cause is the entry that raised it.', fields: ofLint },
};
