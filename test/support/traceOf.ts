import type { TraceDraft } from '../../extension/trace/entry.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { FakeClock } from './fakeClock.ts';

/** A trace written by hand: each entry with the session time at which it comes, in order. */
export function traceOf(entries: readonly (readonly [t: number, draft: TraceDraft])[], capacity = 10_000): Tracer {
  const clock = new FakeClock();
  const tracer = new Tracer(clock, capacity);
  for (const [t, draft] of entries) {
    clock.pass(t - clock.now());
    tracer.record({ ...draft });
  }
  return tracer;
}

const informer = 'v1/pods';
const key = 'd/web';
const queue = 'rollout';

/** Two changes of one pod, popped together, that ask for one run, which writes; then the event of that write. Numbers are those of the entries. */
export const twoMerged: readonly (readonly [number, TraceDraft])[] = [
  [0, { kind: 'reflector.watch', informer, resourceVersion: '1', timeoutSeconds: 300, streaming: false }], // 1
  [10, { kind: 'reflector.event', informer, key, rv: '5', cause: [1], type: 'MODIFIED' }], // 2
  [11, { kind: 'queue.add', informer, key, rv: '5', cause: [2], delta: 'Updated', waiting: 1 }], // 3
  [12, { kind: 'reflector.event', informer, key, rv: '6', cause: [1], type: 'MODIFIED' }], // 4
  [12, { kind: 'queue.add', informer, key, rv: '6', cause: [4], delta: 'Updated', waiting: 2 }], // 5
  [15, { kind: 'queue.pop', informer, key, rv: '6', cause: [3, 5], deltas: ['Updated', 'Updated'], isInInitialList: false }], // 6
  [15, { kind: 'store.update', informer, key, rv: '5', cause: [6, 3], old: '4' }], // 7
  [15, { kind: 'store.update', informer, key, rv: '6', cause: [6, 5], old: '5' }], // 8
  [16, { kind: 'handler.update', informer, key, rv: '5', cause: [7], handler: queue, old: '4', resync: false }], // 9
  [16, { kind: 'workqueue.add', queue, key, cause: [9] }], // 10
  [17, { kind: 'handler.update', informer, key, rv: '6', cause: [8], handler: queue, old: '5', resync: false }], // 11
  [17, { kind: 'workqueue.coalesced', queue, key, cause: [11] }], // 12
  [20, { kind: 'workqueue.get', queue, key, cause: [10, 12], waited: 4, attempts: 0 }], // 13
  [20, { kind: 'reconcile.start', controller: queue, key, cause: [13], worker: 0 }], // 14
  [21, { kind: 'reconcile.read', controller: queue, key, cause: [14], lookup: 'get v1/pods d/web', cacheRv: '6' }], // 15
  [33, { kind: 'reconcile.write', controller: queue, key, cause: [14], verb: 'patch', target: 'v1/pods d/web', code: 200, dryRun: false, rv: '7', ms: 12 }], // 16
  [34, { kind: 'reconcile.end', controller: queue, key, cause: [14], ms: 14, result: 'done' }], // 17
  [34, { kind: 'workqueue.done', queue, key, cause: [13], requeued: false }], // 18
  [64, { kind: 'reflector.event', informer, key, rv: '7', cause: [1], type: 'MODIFIED' }], // 19: the tracer names 16
];
