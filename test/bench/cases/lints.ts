import type { Clock } from '../../../extension/base/clock.ts';
import { Lints } from '../../../extension/debugger/lints/lints.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import type { BenchCase } from '../benchCase.ts';

/** Entries of one change on its way to a reconcile. */
const perChange = 11;
const keys = 20_000;

/** So much may all lints together cost for one entry, in microseconds. */
const mostMicroseconds = 0.5;

const changed = { fields: [], more: false, settle: () => undefined, giveUp: () => undefined, toJSON: () => [] };

/** What looking for what looks wrong costs on top of the trace. */
export const lints: BenchCase = {
  says: 'What the lints cost for each entry of the trace, in microseconds of processor time, with changes of 20,000 keys that each lead to a reconcile.',
  async run({ events, rounds }) {
    const costs: number[] = [];
    measure(events, false);
    measure(events, true);
    for (let round = 0; round < rounds; round++) costs.push(measure(events, true) - measure(events, false));
    const microsecondsPerEntry = costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
    return { figures: { microsecondsPerEntry }, ratios: {}, pass: microsecondsPerEntry <= mostMicroseconds };
  },
};

/** Microseconds for one entry. */
function measure(changes: number, withLints: boolean): number {
  let now = 0;
  const nothing = { dispose: () => undefined };
  const clock: Clock = { now: () => now, wallTime: () => 0, setTimer: () => nothing, defer: () => nothing };
  const tracer = new Tracer(clock, 50_000);
  const watching = withLints
    ? new Lints({ clock, tracer, now: () => now, world: { informers: () => [], queues: () => new Set(['c']) }, isWatching: () => true, isHolding: () => false })
    : tracer.onEntry(() => undefined);
  const began = process.cpuUsage();
  for (let change = 0; change < changes; change++) {
    now += 0.2;
    record(tracer, change);
  }
  const { user, system } = process.cpuUsage(began);
  watching.dispose();
  return (user + system) / (changes * perChange);
}

function record(tracer: Tracer, change: number): void {
  const of = { informer: 'v1/pods', key: `d/pod-${change % keys}`, rv: String(change) };
  const { key } = of;
  const event = tracer.record({ kind: 'reflector.event', ...of, type: 'MODIFIED' });
  const add = tracer.record({ kind: 'queue.add', ...of, cause: [event], delta: 'Updated', waiting: 1 });
  const pop = tracer.record({ kind: 'queue.pop', ...of, cause: [add], deltas: ['Updated'], isInInitialList: false });
  const store = tracer.record({ kind: 'store.update', ...of, cause: [pop], old: '1', changed });
  const handler = tracer.record({ kind: 'handler.update', ...of, cause: [store], handler: 'c', old: '1', resync: false });
  const queued = tracer.record({ kind: 'workqueue.add', queue: 'c', key, cause: [handler] });
  const got = tracer.record({ kind: 'workqueue.get', queue: 'c', key, cause: [queued], waited: 0, attempts: 0 });
  const start = tracer.record({ kind: 'reconcile.start', controller: 'c', key, cause: [got], worker: 0 });
  tracer.record({ kind: 'reconcile.read', controller: 'c', key, cause: [start], lookup: `get v1/pods ${key}`, cacheRv: of.rv });
  tracer.record({ kind: 'reconcile.end', controller: 'c', key, cause: [start], ms: 1, result: 'done' });
  tracer.record({ kind: 'workqueue.done', queue: 'c', key, cause: [got], requeued: false });
}
