import { beforeEach, describe, expect, it } from 'vitest';
import { SessionFigures } from '../../../../extension/inspector/figures/sessionFigures.ts';
import type { TraceDraft, TraceEntry } from '../../../../extension/trace/entry.ts';

let entries: TraceEntry[];
let figures: SessionFigures;

beforeEach(() => {
  entries = [];
  figures = new SessionFigures((seq) => entries[seq - 1]);
});

/** @returns its number */
function note(draft: TraceDraft, t = 0): number {
  const entry: TraceEntry = { seq: entries.length + 1, t, ...draft };
  entries.push(entry);
  figures.note(entry);
  return entry.seq;
}

const informer = 'v1/pods';
const queue = 'rollout';
const key = 'd/a';

/** What leads from a watch event to a call of the handler. */
function handlerCall(kind: 'handler.add' | 'handler.update' | 'handler.delete', cause: readonly number[] = [], resync = false): { readonly event: number; readonly call: number } {
  const event = note({ kind: 'reflector.event', informer, key, type: 'MODIFIED', cause });
  const added = note({ kind: 'queue.add', informer, key, delta: 'Updated', waiting: 1, cause: [event] });
  const pop = note({ kind: 'queue.pop', informer, key, deltas: ['Updated'], isInInitialList: false, cause: [added] });
  const store = note({ kind: 'store.update', informer, key, old: '1', cause: [pop] });
  const common = { informer, key, handler: queue, cause: [store] };
  const call =
    kind === 'handler.add' ? note({ ...common, kind, isInInitialList: false }) : kind === 'handler.update' ? note({ ...common, kind, old: '1', resync }) : note({ ...common, kind, tombstone: false });
  return { event, call };
}

const write = (more: object = {}): number => note({ kind: 'reconcile.write', controller: queue, key, verb: 'patch', target: 'v1/pods d/a', code: 200, dryRun: false, ...more } as TraceDraft);

describe('the times of a queue', () => {
  it('are those from add to Get, and from Get to Done', () => {
    note({ kind: 'workqueue.get', queue, key, waited: 3, attempts: 0 }, 100);
    note({ kind: 'workqueue.get', queue, key: 'd/b', waited: 40, attempts: 0 }, 101);
    note({ kind: 'workqueue.done', queue, key, requeued: false }, 112);
    const { latency, work } = figures.queue(queue)!;
    expect(latency).toMatchObject({ count: 2, sum: 43 });
    expect(work).toMatchObject({ count: 1, sum: 12 });
  });

  it('remember which line of the loop has run last', () => {
    const lines: unknown[] = [];
    for (const draft of [
      { kind: 'workqueue.get', queue, key, waited: 0, attempts: 0 },
      { kind: 'reconcile.start', controller: queue, key, worker: 0 },
      { kind: 'reconcile.error', controller: queue, key, ms: 1, message: 'no' },
      { kind: 'workqueue.ratelimited', queue, key, after: 5, attempts: 1 },
      { kind: 'workqueue.done', queue, key, requeued: false },
      { kind: 'workqueue.forget', queue, key },
    ] satisfies TraceDraft[]) {
      note(draft);
      lines.push(figures.queue(queue)!.last);
    }
    expect(lines).toEqual(['get', 'reconcile', 'reconcile', 'addRateLimited', 'done', 'forget']);
  });
});

describe('who asked for a reconcile', () => {
  const counts = (): Record<string, number> => Object.fromEntries(Object.entries(figures.causes.of(queue) ?? {}).filter(([, count]) => count !== 0));

  it('is told by what the handler heard, also where it was merged', () => {
    const adds = [handlerCall('handler.add').call, handlerCall('handler.update').call, handlerCall('handler.update', [], true).call, handlerCall('handler.delete').call];
    const [first, ...others] = adds;
    note({ kind: 'workqueue.add', queue, key, cause: [first!] });
    for (const call of others) note({ kind: 'workqueue.coalesced', queue, key, cause: [call] });
    expect(counts()).toEqual({ add: 1, update: 1, resync: 1, delete: 1 });
  });

  it('counts nothing twice that an entry names besides its own', () => {
    const first = note({ kind: 'workqueue.add', queue, key, cause: [handlerCall('handler.add').call] });
    note({ kind: 'workqueue.coalesced', queue, key, cause: [handlerCall('handler.update').call, first] });
    expect(counts()).toEqual({ add: 1, update: 1 });
  });

  it('tells a retry from what the reconciler asked for', () => {
    const failed = note({ kind: 'reconcile.error', controller: queue, key, ms: 1, message: 'no' });
    const limited = note({ kind: 'workqueue.ratelimited', queue, key, after: 5, attempts: 1, cause: [failed] });
    const delayed = note({ kind: 'workqueue.delayed', queue, key, after: 5, cause: [limited] });
    note({ kind: 'workqueue.add', queue, key, cause: [delayed] });
    const ended = note({ kind: 'reconcile.end', controller: queue, key, ms: 1, result: 'requeueAfter' });
    const later = note({ kind: 'workqueue.delayed', queue, key, after: 5000, cause: [ended] });
    note({ kind: 'workqueue.add', queue, key, cause: [later] });
    note({ kind: 'workqueue.add', queue, key });
    expect(counts()).toEqual({ retry: 1, requeue: 1, other: 1 });
  });

  it('knows its own write when it comes back, whether its answer came before the event or after', () => {
    const before = write();
    note({ kind: 'workqueue.add', queue, key, cause: [handlerCall('handler.update', [before]).call] });
    expect(counts()).toEqual({ ownWrite: 1 });
    const { event, call } = handlerCall('handler.update');
    note({ kind: 'workqueue.add', queue, key, cause: [call] });
    expect(counts()).toEqual({ ownWrite: 1, update: 1 });
    write({ seenAs: event });
    expect(counts()).toEqual({ ownWrite: 2 });
  });

  it('does not take the write of another controller for its own', () => {
    const foreign = write({ controller: 'another' });
    note({ kind: 'workqueue.add', queue, key, cause: [handlerCall('handler.update', [foreign]).call] });
    expect(counts()).toEqual({ update: 1 });
  });
});

describe('what was read', () => {
  it('is counted by lookup, and by the run that ended last', () => {
    const read = (lookup: string, rv?: string): number => note({ kind: 'reconcile.read', controller: queue, key, lookup, cacheRv: '7', ...(rv !== undefined && { rv }) });
    const start = note({ kind: 'reconcile.start', controller: queue, key, worker: 0 });
    read('get v1/pods d/a', '3');
    read('get v1/pods d/b');
    const last = read('byIndex v1/pods owner 7f3');
    const { reads } = figures.queue(queue)!;
    expect(reads.lastRun).toBeUndefined();
    note({ kind: 'reconcile.end', controller: queue, key, ms: 1, result: 'done' });
    read('list v1/pods d');
    expect([reads.gets, reads.lists]).toEqual([2, 2]);
    expect([...reads.lookups]).toEqual([
      ['get v1/pods', { count: 2, misses: 1, last: 'get v1/pods d/b', seq: 3 }],
      ['byIndex v1/pods owner', { count: 1, misses: 0, last: 'byIndex v1/pods owner 7f3', seq: last }],
      ['list v1/pods', { count: 1, misses: 0, last: 'list v1/pods d', seq: 6 }],
    ]);
    expect(reads.lastRun).toEqual({ key, seq: start, lookups: ['get v1/pods d/a', 'get v1/pods d/b', 'byIndex v1/pods owner 7f3'], count: 3 });
  });
});

describe('how fresh an informer is', () => {
  it('is when it heard last: of a list, an event, a bookmark', () => {
    expect(figures.freshness(informer)).toBeUndefined();
    note({ kind: 'reflector.listed', informer, items: 1, pages: 1, bytes: 10, resourceVersion: '9' }, 5);
    note({ kind: 'reflector.bookmark', informer, initialEventsEnd: false }, 60);
    note({ kind: 'reflector.event', informer, key, type: 'ADDED' }, 70);
    expect(figures.freshness(informer)).toEqual({ byte: 70, bookmark: 60, listed: 5 });
  });
});
