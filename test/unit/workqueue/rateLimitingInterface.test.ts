import { describe, expect, it } from 'vitest';
import { PriorityQueue } from '../../../extension/workqueue/priorityQueue.ts';
import type { RateLimitingInterface } from '../../../extension/workqueue/rateLimitingInterface.ts';
import { BucketRateLimiter } from '../../../extension/workqueue/rateLimiter.ts';
import { RateLimitingQueue, type RateLimitingQueueOptions } from '../../../extension/workqueue/rateLimitingQueue.ts';
import type { WorkItem } from '../../../extension/workqueue/workQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { RecordingQueueMetrics } from '../../support/recordingQueueMetrics.ts';

/** What a controller relies on, whichever of the two queues it was given. */
describe.each([
  ['RateLimitingQueue', RateLimitingQueue],
  ['PriorityQueue', PriorityQueue],
] as const)('RateLimitingInterface: %s', (_, Queue) => {
  function setUp(options: Partial<RateLimitingQueueOptions> = {}) {
    const clock = new FakeClock();
    // A clock that stands at 0 would hide what reckons with the wrong sign.
    clock.pass(100_000);
    const probe = new RecordingProbe();
    const gate = new ManualGate();
    const queue: RateLimitingInterface = new Queue({ name: 'q', clock, probe, gate, ...options });
    return { clock, probe, gate, queue };
  }

  /** A worker that has asked for an item; `items` holds what it got. */
  function ask(queue: RateLimitingInterface) {
    const items: (WorkItem | undefined)[] = [];
    void queue.get().then((item) => items.push(item));
    return { items, keys: () => items.map((item) => item?.key) };
  }

  it('W-03, C-04: workers are served in the order in which they asked, one for each item', async () => {
    const { queue, clock } = setUp();
    queue.add('a');
    await queue.get();
    const workers = [ask(queue), ask(queue)];
    await clock.settle();
    queue.done('a');
    await clock.settle();
    queue.add('b');
    await clock.settle();
    expect(workers.map(({ keys }) => keys())).toEqual([['b'], []]);
    queue.add('c');
    await clock.settle();
    expect(workers.map(({ keys }) => keys())).toEqual([['b'], ['c']]);
  });

  it('hands nothing to a worker that has been stopped, whatever is queued, and everything to the others', async () => {
    const { queue, clock } = setUp();
    const stop = new AbortController();
    const items: (WorkItem | undefined)[] = [];
    queue.add('a');
    stop.abort();
    void queue.get(stop.signal).then((item) => items.push(item));
    await clock.settle();
    expect(items).toEqual([undefined]);
    expect((await queue.get(new AbortController().signal))!.key).toBe('a');
  });

  it('W-04: what was added while it was processed is handed out once more after its done, and no more than once', async () => {
    const { queue, clock, probe } = setUp();
    queue.add('k');
    await queue.get();
    queue.add('k');
    queue.done('k');
    expect(queue.length).toBe(1);
    expect((await queue.get())!.key).toBe('k');
    queue.done('k');
    const idle = ask(queue);
    await clock.settle();
    expect([queue.length, idle.items]).toEqual([0, []]);
    expect(probe.of('workqueue.done').map(({ requeued }) => requeued)).toEqual([true, false]);
  });

  it('names as causes whatever led to each step', async () => {
    const { queue, probe, clock } = setUp();
    queue.add('k', 7001);
    queue.add('k', 7002);
    const first = (await queue.get())!;
    queue.addRateLimited('k');
    queue.forget('k');
    queue.add('k', 7003);
    queue.done('k');
    await clock.advance(5);
    await queue.get();
    const told = probe.entries.map(({ kind, cause }) => [kind, cause]);
    expect(told).toEqual([
      ['workqueue.add', [7001]],
      ['workqueue.coalesced', [7002]],
      ['workqueue.get', [1, 2]],
      ['workqueue.ratelimited', [3]],
      ['workqueue.delayed', [4]],
      ['workqueue.forget', [3]],
      ['workqueue.add', Queue === PriorityQueue ? [5, 7003] : [7003]],
      ['workqueue.done', [3]],
      // client-go's leaves in place what waits, so the key comes a second time (W-23); controller-runtime's takes it along (W-71).
      ...(Queue === PriorityQueue ? [] : [['workqueue.coalesced', [5]]]),
      ['workqueue.get', Queue === PriorityQueue ? [7] : [7, 9]],
    ]);
    expect(first.cause).toEqual([3]);
    expect(probe.entries.every((entry) => 'queue' in entry && entry.queue === 'q' && entry.key === 'k')).toBe(true);
  });

  it('W-40…W-42: an add from outside names its own cause, and tells the delay and the failures', () => {
    const { queue, probe } = setUp();
    queue.addRateLimited('k', 7001);
    queue.addRateLimited('k', 7002);
    queue.addAfter('other', 3000, 7003);
    expect(probe.entries).toMatchObject([
      { kind: 'workqueue.ratelimited', cause: [7001], after: 5, attempts: 1 },
      { kind: 'workqueue.delayed', cause: [1], after: 5 },
      { kind: 'workqueue.ratelimited', cause: [7002], after: 10, attempts: 2 },
      { kind: 'workqueue.delayed', cause: [3], after: 10 },
      { kind: 'workqueue.delayed', cause: [7003], after: 3000, key: 'other' },
    ]);
    expect(queue.snapshot(9)).toMatchObject({
      waiting: [
        { key: 'k', dueInMs: 5 },
        { key: 'other', dueInMs: 3000 },
      ],
      failures: [{ key: 'k', count: 2 }],
      counts: { waiting: 2, failures: 1 },
    });
    expect(queue.snapshot(1).waiting).toHaveLength(1);
  });

  it('W-41: forgetting is told of a key that has failed, and of no other', () => {
    const { queue, probe } = setUp();
    queue.addRateLimited('k');
    queue.forget('never failed');
    queue.forget('k');
    queue.forget('k');
    expect(probe.of('workqueue.forget').map(({ key }) => key)).toEqual(['k']);
    expect(queue.snapshot(9).failures).toEqual([]);
  });

  it('W-42: nothing fails where the limiter counts no failures', () => {
    const clock = new FakeClock();
    const { queue } = setUp({ limiter: new BucketRateLimiter(clock, 10, 100) });
    queue.addRateLimited('k');
    expect(queue.snapshot(9)).toMatchObject({ failures: [], counts: { failures: 0 } });
  });

  it('W-22: a key that waits moves to an earlier time, before what was to come sooner', async () => {
    const { queue, clock } = setUp();
    queue.addAfter('a', 5000);
    queue.addAfter('b', 10_000);
    queue.addAfter('b', 1000);
    await clock.advance(1000);
    expect(queue.snapshot(9)).toMatchObject({ queue: ['b'], waiting: [{ key: 'a', dueInMs: 4000 }] });
  });

  it('W-21: has one timer, for the earliest of what waits', () => {
    const { queue, clock } = setUp();
    queue.addAfter('a', 5000);
    queue.addAfter('b', 1000);
    queue.addAfter('c', 9000);
    expect([clock.pending, clock.nextTimerIn]).toEqual([1, 1000]);
  });

  it('tells how long an item waited since the first add', async () => {
    const { queue, clock, probe } = setUp();
    queue.add('k');
    await clock.advance(200);
    queue.add('k');
    await clock.advance(300);
    await queue.get();
    expect(probe.of('workqueue.get')).toMatchObject([{ waited: 500, attempts: 0 }]);
  });

  it('a done of what is not being processed is no work, and does no harm', async () => {
    const metrics = new RecordingQueueMetrics();
    const { queue, probe, clock } = setUp({ metrics });
    queue.done('k');
    expect(metrics.figures).not.toHaveProperty('work');
    expect(probe.of('workqueue.done')).toMatchObject([{ key: 'k', cause: [], requeued: false }]);
    const worker = ask(queue);
    await clock.settle();
    expect(worker.items).toEqual([]);
  });

  describe('gates', () => {
    it('park an add until it is let go, with what caused it', async () => {
      const { queue, gate, clock } = setUp();
      gate.close('workqueue.add');
      queue.add('k', 5);
      queue.add('other');
      expect(gate.held.map(({ step: { point, owner, key, cause } }) => [point, owner, key, cause])).toEqual([
        ['workqueue.add', 'q', 'k', 5],
        ['workqueue.add', 'q', 'other', undefined],
      ]);
      expect(queue.length).toBe(0);
      gate.releaseOne();
      await clock.settle();
      expect(queue.snapshot(9).queue).toEqual(['k']);
    });

    it('park a done until it is let go', async () => {
      const { queue, gate, clock } = setUp();
      gate.close('workqueue.done');
      queue.add('k');
      await queue.get();
      queue.done('k');
      expect(gate.steps).toEqual(['workqueue.done k']);
      expect(queue.snapshot(9).processing).toEqual(['k']);
      gate.releaseOne();
      await clock.settle();
      expect(queue.snapshot(9).processing).toEqual([]);
    });

    it('hold a get; a worker that finds its item taken waits on', async () => {
      const { queue, gate, clock } = setUp();
      gate.close('workqueue.get');
      queue.add('a');
      const workers = [ask(queue), ask(queue)];
      await clock.settle();
      expect(gate.steps).toEqual(['workqueue.get a', 'workqueue.get a']);
      gate.open();
      await clock.settle();
      queue.add('b');
      await clock.settle();
      expect(workers.map(({ keys }) => keys())).toEqual([['a'], ['b']]);
    });
  });

  describe('W-08, W-26: after a shutdown', () => {
    it('no gate is asked, nothing is recorded, no timer is left, and nothing waits', async () => {
      const metrics = new RecordingQueueMetrics();
      const { queue, gate, probe, clock } = setUp({ metrics });
      queue.addAfter('waits', 1000);
      queue.shutDown();
      gate.asked.length = 0;
      probe.clear();
      const before = { ...metrics.figures };
      queue.add('k');
      queue.addAfter('k', 1000);
      queue.addAfter('k', 0);
      queue.addRateLimited('k');
      expect([gate.asked, probe.entries, clock.pending]).toEqual([[], [], 0]);
      expect(queue.snapshot(9)).toMatchObject({ queue: [], dirty: [], waiting: [] });
      expect(metrics.figures).toEqual(before);
      await clock.advance(60_000);
      expect([probe.entries, queue.isShuttingDown]).toEqual([[], true]);
    });

    it('what a gate held meanwhile is told of it, and its add comes to nothing', async () => {
      const { queue, gate, clock, probe } = setUp();
      gate.close('workqueue.add');
      queue.add('k');
      queue.addAfter('k', 1000);
      const signals = gate.held.map(({ step }) => step.signal!);
      expect(signals.some(({ aborted }) => aborted)).toBe(false);
      queue.shutDown();
      expect(signals.every(({ aborted }) => aborted)).toBe(true);
      gate.open();
      await clock.settle();
      expect([queue.length, queue.snapshot(9).waiting, probe.of('workqueue.add')]).toEqual([0, [], []]);
    });
  });

  it('W-50…W-55: depth, adds, latency, work duration, retries, and the age of what is unfinished', async () => {
    const metrics = new RecordingQueueMetrics();
    const { queue, clock } = setUp({ metrics });
    queue.add('a');
    queue.add('b');
    queue.add('b');
    queue.addAfter('c', 10_000);
    expect(metrics.figures).toEqual({ depth: 2, adds: 2, retries: 1 });
    await clock.advance(2000);
    await queue.get();
    await clock.advance(1000);
    await queue.get();
    queue.add('a');
    expect(metrics.figures).toMatchObject({ depth: 1, adds: 3, latency: 3 });
    await clock.advance(2000);
    expect(metrics.figures).toMatchObject({ unfinished: 5, longest: 3 });
    queue.done('a');
    expect(metrics.figures).toMatchObject({ work: 3 });
    await clock.advance(500);
    expect(metrics.figures).toMatchObject({ unfinished: 2.5, longest: 2.5 });
    expect([...metrics.queues]).toEqual(['q']);
    queue.shutDown();
    expect(clock.pending).toBe(0);
  });

  it('W-50: a queue without a name has nobody to report for', () => {
    const metrics = new RecordingQueueMetrics();
    const { queue, clock } = setUp({ name: '', metrics });
    queue.add('k');
    expect([metrics.figures, clock.pending]).toEqual([{}, 0]);
  });
});
