import { describe, expect, it } from 'vitest';
import { countEntry, newPipelineCounters } from '../../../extension/inspector/pipelineCounters.ts';
import { RateMeter } from '../../../extension/inspector/rateMeter.ts';
import type { TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';

const pods = 'v1/pods';

function count(...drafts: readonly TraceDraft[]) {
  const counters = newPipelineCounters();
  for (const [index, draft] of drafts.entries()) countEntry(counters, { seq: index + 1, t: index, ...draft } as TraceEntry);
  return counters;
}

describe('countEntry', () => {
  it('counts each stage of an informer apart from the others', () => {
    const { informers } = count(
      { kind: 'reflector.list', informer: pods, resourceVersion: '0', limit: 500 },
      { kind: 'reflector.list', informer: pods, resourceVersion: '', continue: 'next' },
      { kind: 'reflector.listed', informer: pods, items: 1, pages: 2, bytes: 1, resourceVersion: '7' },
      { kind: 'reflector.event', informer: pods, key: 'd/a', type: 'ADDED', rv: '9' },
      { kind: 'queue.add', informer: pods, key: 'd/a', delta: 'Added', waiting: 1 },
      { kind: 'queue.add', informer: pods, key: 'd/a', delta: 'Updated', waiting: 2 },
      { kind: 'queue.pop', informer: pods, key: 'd/a', deltas: ['Added', 'Updated'], isInInitialList: false },
      { kind: 'store.add', informer: pods, key: 'd/a' },
      { kind: 'store.update', informer: pods, key: 'd/a', old: '1' },
      { kind: 'store.delete', informer: pods, key: 'd/a', tombstone: false },
      { kind: 'handler.add', informer: pods, key: 'd/a', handler: 'tree', isInInitialList: false },
      { kind: 'handler.error', informer: pods, key: 'd/a', handler: 'tree', message: 'no' },
      { kind: 'reflector.error', informer: 'v1/secrets', phase: 'list', code: 403, reason: '', message: '', will: 'retry' },
    );
    expect(informers.get(pods)).toMatchObject({ lists: 1, events: 1, errors: 0, resourceVersion: '9', queued: 2, popped: 1, added: 1, updated: 1, deleted: 1 });
    expect(informers.get(pods)?.handlers.get('tree')).toMatchObject({ calls: 1, errors: 1 });
    expect(informers.get('v1/secrets')).toMatchObject({ lists: 0, errors: 1 });
  });

  it('counts work queues and controllers by their names, also when entries name an informer', () => {
    const at = { queue: 'rollout', key: 'd/web', informer: pods };
    const run = { controller: 'rollout', key: 'd/web' };
    const { workQueues, controllers, informers } = count(
      { kind: 'workqueue.add', ...at },
      { kind: 'workqueue.coalesced', ...at },
      { kind: 'workqueue.get', ...at, waited: 1, attempts: 0 },
      { kind: 'reconcile.start', ...run, worker: 0 },
      { kind: 'reconcile.read', ...run, lookup: 'get', cacheRv: '1' },
      { kind: 'reconcile.write', ...run, verb: 'create', target: 'x', code: 201, dryRun: false },
      { kind: 'reconcile.error', ...run, ms: 1, message: 'no' },
      { kind: 'workqueue.ratelimited', ...at, after: 5, attempts: 1 },
      { kind: 'workqueue.done', ...at, requeued: false },
    );
    expect(workQueues.get('rollout')).toMatchObject({ added: 1, coalesced: 1, got: 1, done: 1, requeued: 1 });
    expect(controllers.get('rollout')).toMatchObject({ reconciles: 1, reads: 1, writes: 1, errors: 1 });
    expect(informers.size).toBe(0);
  });
});

describe('RateMeter', () => {
  it('is the mean over its window, and falls to nothing when nothing happens', () => {
    const meter = new RateMeter(5000);
    for (let t = 0; t < 10_000; t += 100) meter.add(t);
    expect(meter.perSecond(10_000)).toBeCloseTo(10, 0);
    expect(meter.perSecond(12_500)).toBeLessThan(6);
    expect(meter.perSecond(12_500)).toBeGreaterThan(4);
    expect(meter.perSecond(60_000)).toBe(0);
  });

  it('is the mean over its own age in a session that is younger than the window', () => {
    const meter = new RateMeter(5000);
    for (let t = 0; t < 1000; t += 100) meter.add(t);
    expect(meter.perSecond(1000)).toBeCloseTo(10, 0);
  });

  it('counts what the server tells of itself, also sendings of which there was no room to tell', () => {
    const change = { at: 1, resource: pods, key: 'd/a', rv: '9', revision: 9 } as const;
    const { server, informers } = count(
      { kind: 'apiserver.request', at: 0, verb: 'patch', path: '/api', user: 'admin', userAgent: 'kubectl', code: 200, ms: 1 },
      { kind: 'apiserver.commit', ...change, type: 'MODIFIED' },
      { kind: 'apiserver.cached', ...change, slot: 1, capacity: 100 },
      { kind: 'apiserver.sent', ...change, informer: pods, watcher: 1, events: 1, bytes: 10 },
      { kind: 'apiserver.sent', at: 1, resource: pods, informer: pods, watcher: 1, revision: 9, events: 500, bytes: 10 },
      { kind: 'apiserver.fault', at: 1, fault: 'compact', id: 1 },
      { kind: 'apiserver.gap', lost: 40, why: 'flood' },
      { kind: 'apiserver.gap', lost: 7, why: 'slow' },
    );
    expect(server).toMatchObject({ requests: 1, commits: 1, sent: 541, faults: 1 });
    expect(server.sentRate.perSecond(1000)).toBe(541);
    expect(informers.size).toBe(0);
  });

  it('does not count further than the panel takes, whatever a recording says', () => {
    const sent = { kind: 'apiserver.sent', at: 1, resource: pods, informer: pods, watcher: 1, revision: 9, events: Number.MAX_SAFE_INTEGER, bytes: 10 } as const;
    expect(count(sent, sent).server.sent).toBe(Number.MAX_SAFE_INTEGER);
  });
});
