import { describe, expect, it } from 'vitest';
import { type AddOptions, lowPriority, PriorityQueue } from '../../../extension/workqueue/priorityQueue.ts';
import type { RateLimitingQueueOptions } from '../../../extension/workqueue/rateLimitingQueue.ts';
import type { WorkItem } from '../../../extension/workqueue/workQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { RecordingQueueMetrics } from '../../support/recordingQueueMetrics.ts';

class Harness {
  readonly clock = new FakeClock();
  readonly probe = new RecordingProbe();
  readonly gate = new ManualGate();
  readonly queue: PriorityQueue;

  constructor(options: Partial<RateLimitingQueueOptions> = {}) {
    this.queue = new PriorityQueue({ name: 'q', clock: this.clock, probe: this.probe, gate: this.gate, ...options });
  }

  add(key: string, priority?: number, options: AddOptions = {}): void {
    this.queue.addWithOptions({ ...options, ...(priority !== undefined && { priority }) }, key);
  }

  /** Takes and finishes everything that is ready. */
  async drain(): Promise<string[]> {
    const taken: string[] = [];
    while (this.queue.length > 0) {
      const item = await this.queue.get();
      taken.push(item!.key);
      this.queue.done(item!.key);
    }
    return taken;
  }

  ask(): { readonly items: (WorkItem | undefined)[] } {
    const items: (WorkItem | undefined)[] = [];
    void this.queue.get().then((item) => items.push(item));
    return { items };
  }
}

describe('PriorityQueue', () => {
  it('W-71, case 24g: the highest priority first, first in first out within one; −100 waits behind everything', async () => {
    const harness = new Harness();
    harness.add('initial-1', lowPriority);
    harness.add('a');
    harness.add('initial-2', lowPriority);
    harness.add('urgent', 5);
    harness.add('b');
    expect(harness.queue.snapshot(3)).toMatchObject({ queue: ['urgent', 'a', 'b'], priorities: [5, 0, 0], counts: { queue: 5 } });
    expect(await harness.drain()).toEqual(['urgent', 'a', 'b', 'initial-1', 'initial-2']);
  });

  it('W-71: a key is there once, with the highest priority that it was given, at the end of that one', async () => {
    const harness = new Harness();
    harness.add('a', lowPriority);
    harness.add('b', 1);
    harness.add('c', 1);
    harness.add('a', 1);
    harness.add('b', -5);
    expect(harness.queue.length).toBe(3);
    expect(await harness.drain()).toEqual(['b', 'c', 'a']);
    const gets = harness.probe.of('workqueue.get');
    expect(gets.map(({ priority }) => priority)).toEqual([1, 1, 1]);
    expect(gets[2]!.cause).toEqual(harness.probe.entries.filter(({ key, kind }) => key === 'a' && kind !== 'workqueue.get' && kind !== 'workqueue.done').map(({ seq }) => seq));
  });

  it('W-71: a priority that is no higher moves nothing; each that is higher goes to the end of the new one', async () => {
    const harness = new Harness();
    for (const key of ['a', 'b', 'c', 'd']) harness.add(key, 1);
    harness.add('a', 1);
    harness.add('b', 0);
    expect(harness.queue.snapshot(9)).toMatchObject({ queue: ['a', 'b', 'c', 'd'], priorities: [1, 1, 1, 1] });
    harness.add('d', 2);
    harness.add('c', 2);
    expect(await harness.drain()).toEqual(['d', 'c', 'a', 'b']);
  });

  it('W-71: what waits keeps the highest priority that it was given, and leaves no timer when it is made ready before its time', async () => {
    const harness = new Harness();
    harness.add('plain');
    harness.add('k', 3, { after: 1000 });
    harness.add('k', -5, { after: 500 });
    harness.add('k');
    expect(harness.clock.pending).toBe(0);
    expect(harness.queue.snapshot(9)).toMatchObject({ queue: ['k', 'plain'], priorities: [3, 0], dirty: ['k', 'plain'], waiting: [] });
  });

  it('W-71: a key keeps the earliest time; what is ready stays so', async () => {
    const harness = new Harness();
    harness.add('k', 0, { after: 5000 });
    harness.add('k', 0, { after: 1000 });
    harness.add('k', 0, { after: 9000 });
    expect(harness.queue.snapshot(1).waiting).toEqual([{ key: 'k', dueInMs: 1000 }]);
    await harness.clock.advance(1000);
    expect(harness.queue.length).toBe(1);
    harness.add('k', 0, { after: 3000 });
    expect(harness.queue.snapshot(1).counts).toMatchObject({ queue: 1, waiting: 0 });
    expect(await harness.drain()).toEqual(['k']);
    harness.add('now', 0, { after: 60_000 });
    harness.add('now');
    expect(await harness.drain()).toEqual(['now']);
    await harness.clock.advance(60_000);
    expect(harness.queue.length).toBe(0);
  });

  it('W-71: what comes out of the waiting set stands where it became ready, not where it was added', async () => {
    const harness = new Harness();
    harness.add('late', 0, { after: 2000 });
    harness.add('early', 0, { after: 1000 });
    await harness.clock.advance(1000);
    harness.add('plain');
    await harness.clock.advance(1000);
    expect(await harness.drain()).toEqual(['early', 'plain', 'late']);
  });

  it('W-72: what is handed out is locked until it is done, though it may be ready again', async () => {
    const harness = new Harness();
    harness.add('k');
    harness.add('other', lowPriority);
    expect((await harness.queue.get())!.key).toBe('k');
    harness.add('k');
    expect(harness.queue.length).toBe(2);
    expect((await harness.queue.get())!.key).toBe('other');
    const waiting = harness.ask();
    await harness.clock.settle();
    expect(waiting.items).toEqual([]);
    expect(harness.queue.length).toBe(1);
    harness.add('k', 7);
    expect(harness.queue.snapshot(9)).toMatchObject({ queue: ['k'], priorities: [7], processing: ['k', 'other'] });
    harness.queue.done('k');
    await harness.clock.settle();
    expect(waiting.items.map((item) => item?.key)).toEqual(['k']);
    expect(harness.probe.of('workqueue.done')).toMatchObject([{ key: 'k', requeued: true }]);
    expect(harness.queue.snapshot(9).counts).toMatchObject({ queue: 0, dirty: 0, processing: 2 });
  });

  it('W-72: one that is raised while it is locked comes back where its priority puts it, and disturbs nobody meanwhile', async () => {
    const harness = new Harness();
    harness.add('k', 1);
    await harness.queue.get();
    harness.add('k', 1);
    for (const key of ['a', 'b', 'c']) harness.add(key);
    expect((await harness.queue.get())!.key).toBe('a');
    harness.add('k', 9);
    expect(harness.queue.snapshot(9)).toMatchObject({ queue: ['b', 'c', 'k'], priorities: [0, 0, 9] });
    harness.queue.done('k');
    expect(harness.queue.snapshot(9)).toMatchObject({ queue: ['k', 'b', 'c'], counts: { queue: 3 } });
    expect(await harness.drain()).toEqual(['k', 'b', 'c']);
  });

  it('W-72: one that is raised while it is locked, yet comes after those that are ready, leaves them in their order', async () => {
    const harness = new Harness();
    harness.add('k', -10);
    await harness.queue.get();
    harness.add('k', -10);
    const worker = harness.ask();
    await harness.clock.settle();
    for (const key of ['a', 'b', 'c', 'd']) harness.add(key);
    await harness.clock.settle();
    expect(worker.items.map((item) => item?.key)).toEqual(['a']);
    harness.add('k', -5);
    harness.queue.done('a');
    harness.queue.done('k');
    expect(await harness.drain()).toEqual(['b', 'c', 'd', 'k']);
  });

  it('W-73: rate limited, with a time or without: the smaller counts; a retry counts where it has to wait', async () => {
    const dueIn = (options: AddOptions, limit: number) => {
      const metrics = new RecordingQueueMetrics();
      const harness = new Harness({ metrics, limiter: { when: () => limit, numRequeues: () => 1, forget: () => undefined } });
      harness.add('k', 0, options);
      const { waiting, queue } = harness.queue.snapshot(1);
      harness.queue.shutDown();
      return { dueInMs: queue.length > 0 ? 0 : waiting[0]!.dueInMs, retries: metrics.figures['retries'] ?? 0 };
    };
    expect(dueIn({ rateLimited: true, after: 300 }, 700)).toEqual({ dueInMs: 300, retries: 1 });
    expect(dueIn({ rateLimited: true, after: 5000 }, 700)).toEqual({ dueInMs: 700, retries: 1 });
    expect(dueIn({ rateLimited: true }, 700)).toEqual({ dueInMs: 700, retries: 1 });
    expect(dueIn({ rateLimited: true }, 0)).toEqual({ dueInMs: 0, retries: 0 });
    expect(dueIn({}, 700)).toEqual({ dueInMs: 0, retries: 0 });
  });

  it('W-74: a shutdown ends every get, though something is queued; a drain is the same', async () => {
    const harness = new Harness();
    const idle = harness.ask();
    await harness.clock.settle();
    harness.queue.shutDown();
    await harness.clock.settle();
    expect(idle.items).toEqual([undefined]);

    const full = new Harness();
    full.add('a');
    full.add('b');
    full.add('later', 0, { after: 1000 });
    expect(full.queue.length).toBe(2);
    await full.queue.get();
    await full.queue.shutDownWithDrain();
    expect(await full.queue.get()).toBeUndefined();
    full.add('c');
    expect(full.queue.length).toBe(1);
    expect(full.clock.pending).toBe(0);
  });

  it('W-74: a get that was held when the queue was shut down hands out nothing', async () => {
    const harness = new Harness();
    harness.gate.close('workqueue.get');
    harness.add('k');
    const worker = harness.ask();
    await harness.clock.settle();
    harness.queue.shutDown();
    harness.gate.open();
    await harness.clock.settle();
    expect(worker.items).toEqual([undefined]);
    expect(harness.probe.of('workqueue.get')).toEqual([]);
  });

  it('W-75: by default each key doubles from 5 ms to 1000 s, and there is no bucket', () => {
    const harness = new Harness();
    for (let key = 0; key < 200; key++) harness.queue.addRateLimited(`k${key}`);
    expect(harness.queue.snapshot(200).waiting.every(({ dueInMs }) => dueInMs === 5)).toBe(true);
    expect(harness.queue.snapshot(1).tokens).toBeUndefined();
    for (let failure = 0; failure < 30; failure++) harness.queue.addRateLimited('k0');
    expect(harness.probe.of('workqueue.ratelimited').slice(-3).map(({ after }) => after)).toEqual([1_000_000, 1_000_000, 1_000_000]);
    expect(harness.queue.numRequeues('k0')).toBe(31);
    harness.queue.forget('k0');
    expect(harness.queue.numRequeues('k0')).toBe(0);
  });

  it('W-71: looks again when a get is let go: what has come before it meanwhile is handed out instead', async () => {
    const harness = new Harness();
    harness.gate.close('workqueue.get');
    harness.add('a');
    const worker = harness.ask();
    await harness.clock.settle();
    expect(harness.gate.steps).toEqual(['workqueue.get a']);
    harness.add('urgent', 1);
    harness.gate.releaseOne();
    await harness.clock.settle();
    expect(worker.items.map((item) => item?.key)).toEqual(['urgent']);
  });
});
