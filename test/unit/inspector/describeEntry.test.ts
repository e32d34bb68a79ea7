import { describe, expect, it } from 'vitest';
import { UpdateChanges } from '../../../extension/informer/updateChanges.ts';
import { describeEntry, rowOf } from '../../../extension/inspector/describeEntry.ts';
import type { TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';
import { pod } from '../../support/objects.ts';

const at = { informer: 'v1/pods', key: 'd/a' };
const inQueue = { queue: 'rollout', key: 'd/web' };
const run = { controller: 'rollout', key: 'd/web' };

const between = (before: object, after: object): UpdateChanges => new UpdateChanges({ ...pod('a', 4), spec: before }, { ...pod('a', 5), spec: after });
const numbered = (count: number, value: string): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));

const cases: readonly (readonly [TraceDraft, string])[] = [
  [{ kind: 'apiserver.request', at: 1, verb: 'patch', path: '/api/v1/namespaces/d/pods/a', user: 'admin', userAgent: 'kubectl/v1.32.0 (linux/amd64)', code: 200, ms: 3.24 }, 'patch /api/v1/namespaces/d/pods/a · by admin · kubectl · 200 in 3.2 ms'],
  [{ kind: 'apiserver.request', at: 1, verb: 'list', path: '/api/v1/pods', user: '', userAgent: '', code: 0, ms: 0 }, 'list /api/v1/pods · no answer yet'],
  [{ kind: 'apiserver.commit', at: 1, resource: 'v1/pods', key: 'd/a', rv: '9', revision: 9, type: 'MODIFIED' }, 'MODIFIED · v1/pods at revision 9'],
  [{ kind: 'apiserver.cached', at: 1, resource: 'v1/pods', key: 'd/a', rv: '9', revision: 9, slot: 3, capacity: 100 }, 'v1/pods in slot 3 of 100'],
  [{ kind: 'apiserver.sent', at: 1, resource: 'v1/pods', ...at, revision: 9, watcher: 2, events: 1, bytes: 5300, seenAs: 4 }, 'to watcher 2 · 5.3 kB · seen as #4'],
  [{ kind: 'apiserver.sent', at: 1, resource: 'v1/pods', informer: 'v1/pods', revision: 9, watcher: 2, events: 500, bytes: 5300 }, 'to watcher 2 · 500 events · 5.3 kB'],
  [{ kind: 'apiserver.fault', at: 1, resource: 'v1/pods', fault: 'dropWatch', id: 1, seenAs: 7 }, 'broken on purpose: dropWatch · v1/pods · seen as #7'],
  [{ kind: 'apiserver.gap', lost: 12, why: 'slow' }, '12 facts missing · the server told more than was read'],
  [{ kind: 'apiserver.gap', lost: 0, why: 'interrupted' }, 'facts are missing · nobody listened to the server'],
  [{ kind: 'reflector.list', informer: 'v1/pods', resourceVersion: '0', limit: 500 }, 'list · from 0 · limit 500'],
  [{ kind: 'reflector.list', informer: 'v1/pods', resourceVersion: '', limit: 500, continue: 'token', objects: 1000 }, 'list · from "" · limit 500 · next page · 1000 objects so far'],
  [{ kind: 'reflector.streaming', informer: 'v1/pods', objects: 143, lasted: 38_000 }, 'streaming initial events · 143 objects · end marker not seen · 38 s'],
  [{ kind: 'reflector.listed', informer: 'v1/pods', items: 1, pages: 1, bytes: 5300, resourceVersion: '7' }, '1 item · 5.3 kB'],
  [{ kind: 'reflector.throttled', informer: 'v1/pods', ms: 1800 }, 'held back 1.8 s by the rate limit of the client'],
  [{ kind: 'reflector.reduced', informer: 'v1/pods#metadata', got: 'PodList' }, 'the server sends whole objects (PodList) · reduced to their metadata'],
  [{ kind: 'reflector.watch', informer: 'v1/pods', resourceVersion: '', timeoutSeconds: 300, streaming: true }, 'watch · from "" · streamed list · timeout 300 s'],
  [{ kind: 'reflector.event', ...at, type: 'MODIFIED' }, 'MODIFIED'],
  [{ kind: 'reflector.bookmark', informer: 'v1/pods', initialEventsEnd: true }, 'BOOKMARK · initial events end'],
  [{ kind: 'reflector.closed', informer: 'v1/pods', reason: 'EOF', lasted: 65_000 }, 'closed · EOF · after 1 m 5 s'],
  [{ kind: 'reflector.error', informer: 'v1/pods', phase: 'watch', code: 410, reason: 'Expired', message: 'too old', will: 'relist' }, 'watch failed · 410 Expired · too old → relist'],
  [{ kind: 'reflector.backoff', informer: 'v1/pods', ms: 1600, attempt: 2 }, 'back off 1.6 s · attempt 2'],
  [{ kind: 'queue.add', ...at, delta: 'Deleted', waiting: 2, tombstone: true }, 'Deleted · tombstone · 2 waiting'],
  [{ kind: 'queue.add', ...at, delta: 'Deleted', waiting: 1, tombstone: true, rule: 'D-22' }, 'Deleted · tombstone · 1 waiting · stored, but not listed any more (D-22)'],
  [{ kind: 'queue.add', ...at, delta: 'Added', waiting: 1, rule: 'Z-99' }, 'Added · 1 waiting · Z-99'],
  [{ kind: 'queue.coalesced', ...at, from: 'Deleted', into: 'Deleted', rule: 'D-09' }, 'Deleted merged into Deleted · of two deletions in a row one is kept (D-09)'],
  [{ kind: 'queue.drop', ...at, deltas: 1, rule: 'D-06' }, 'dropped 1 delta · nobody knows the object (D-06)'],
  [{ kind: 'queue.replace', informer: 'v1/pods', replaced: 3, deleted: 1, rule: 'F-20' }, 'Replace · 3 replaced · 1 deleted · the list is one entry (F-20)'],
  [{ kind: 'queue.resync', informer: 'v1/pods', synced: 2, passedOver: 1, rule: 'D-28' }, 'Resync · 2 deltas · 1 key passed over · resync of what has no delta in the queue (D-28)'],
  [{ kind: 'queue.resync', informer: 'v1/pods', synced: 1, passedOver: 0, rule: 'F-21' }, 'Resync · 1 delta · the resync is one entry (F-21)'],
  [{ kind: 'store.replace', informer: 'v1/pods', objects: 2, rule: 'P-12' }, 'replace · 2 objects · the store first, then each change is told (P-12)'],
  [{ kind: 'queue.pop', ...at, deltas: ['Added', 'Updated'], isInInitialList: true }, 'Pop · Added, Updated · initial list'],
  [{ kind: 'store.update', ...at, old: '4', uidChanged: true }, 'update · UID changed · was 4'],
  [{ kind: 'store.update', ...at, old: '4', changed: between({ replicas: 2 }, { replicas: 3, paused: true }) }, 'update · spec.replicas 2→3, spec.paused →true · was 4'],
  [{ kind: 'store.update', ...at, old: '4', changed: between(numbered(5, 'a'), numbered(5, 'b')) }, 'update · spec.f0 a→b, spec.f1 a→b, spec.f2 a→b, and 2 others · was 4'],
  [{ kind: 'store.update', ...at, old: '4', changed: between(numbered(25, 'a'), {}) }, 'update · spec.f0 a→, spec.f1 a→, spec.f2 a→, and 17 or more others · was 4'],
  [{ kind: 'store.delete', ...at, tombstone: true, indexes: [{ index: 'namespace', removed: ['d'], added: [] }] }, 'delete · tombstone · index namespace'],
  [{ kind: 'store.mutated', ...at, paths: ['spec.a', 'spec.b', 'spec.c', 'spec.d'] }, 'changed by a reader of the cache · spec.a, spec.b, spec.c'],
  [{ kind: 'handler.update', ...at, handler: 'tree', old: '4', resync: true }, 'tree OnUpdate · resync'],
  [{ kind: 'handler.delete', ...at, handler: 'tree', tombstone: false, leftSelector: true }, 'tree OnDelete · left the selector'],
  [{ kind: 'handler.filtered', ...at, handler: 'rollout', predicate: 'labels app=web' }, 'rollout · filtered by labels app=web'],
  [{ kind: 'handler.error', ...at, handler: 'tree', message: 'no' }, 'tree threw · no'],
  [{ kind: 'workqueue.get', ...inQueue, waited: 1.23, attempts: 1 }, 'rollout · get · waited 1.2 ms · 1 failure'],
  [{ kind: 'workqueue.add', ...inQueue, priority: -100 }, 'rollout · add · priority -100'],
  [{ kind: 'workqueue.coalesced', ...inQueue, priority: 0 }, 'rollout · already dirty'],
  [{ kind: 'workqueue.delayed', ...inQueue, after: 5, priority: 3 }, 'rollout · add after 5 ms · priority 3'],
  [{ kind: 'workqueue.get', ...inQueue, waited: 2, attempts: 0, priority: -100 }, 'rollout · get · waited 2 ms · priority -100'],
  [{ kind: 'workqueue.ratelimited', ...inQueue, after: 5, attempts: 2 }, 'rollout · add rate limited: 5 ms · 2 failures'],
  [{ kind: 'reconcile.write', ...run, verb: 'create', target: 'apps/v1/replicasets d/web-1', code: 201, dryRun: true }, 'create apps/v1/replicasets d/web-1 · 201 · dry run'],
  [{ kind: 'reconcile.write', ...run, verb: 'patch', target: 'x', code: 0, dryRun: false, seenAs: 7 }, 'patch x · no answer · seen as #7'],
  [{ kind: 'reconcile.write', ...run, verb: 'delete', target: 'v1/pods d/a', code: 200, dryRun: false, ms: 12, decided: 'delayed' }, 'delete v1/pods d/a · 200 · 12 ms · delayed'],
  [{ kind: 'reconcile.leader', controller: 'rollout', leads: true, holder: 'a', transitions: 2 }, 'rollout · leads · transition 2'],
  [{ kind: 'reconcile.leader', controller: 'rollout', leads: false, holder: 'b', transitions: 2 }, 'rollout · stands by for b · transition 2'],
  [{ kind: 'reconcile.leader', controller: 'rollout', leads: false, holder: '', transitions: 0 }, 'rollout · stands by · transition 0'],
  [{ kind: 'reconcile.setup', controller: 'rollout', key: '' }, 'rollout · set up'],
  [{ kind: 'reconcile.again', ...run }, 'rollout · once more, to see what it writes'],
  [{ kind: 'reconcile.end', ...run, ms: 12.4, result: 'done' }, 'rollout · done · 12 ms'],
];

describe('describeEntry', () => {
  it.each(cases)('$kind', (draft, words) => {
    expect(describeEntry({ seq: 1, t: 0, ...draft } as TraceEntry)).toBe(words);
  });

  it('shows the first deltas of many, and how many there are', () => {
    const deltas = Array.from({ length: 500 }, () => 'Updated' as const);
    expect(describeEntry({ seq: 1, t: 0, kind: 'queue.pop', ...at, deltas, isInInitialList: false })).toMatch(/^Pop · (Updated, ){5}Updated … 500 deltas$/);
  });
});

describe('rowOf', () => {
  it('has an empty text where an entry has nothing to say', () => {
    expect(rowOf({ seq: 4, t: 12, kind: 'reflector.synced', informer: 'v1/pods' })).toEqual({
      seq: 4,
      t: 12,
      stage: 'reflector',
      kind: 'reflector.synced',
      informer: 'v1/pods',
      key: '',
      rv: '',
      summary: 'has synced',
      cause: [],
      note: null,
    });
  });

  it('hands on hostile names as they are: what shows them shows text', () => {
    const key = '<img src=x onerror=alert(1)>';
    expect(rowOf({ seq: 1, t: 0, kind: 'store.add', informer: 'v1/pods', key }).key).toBe(key);
  });
});
