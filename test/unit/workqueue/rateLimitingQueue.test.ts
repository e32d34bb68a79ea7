import { describe, expect, it } from 'vitest';
import { RateLimitingQueue, type RateLimitingQueueOptions, type WorkItem } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { RecordingQueueMetrics } from '../../support/recordingQueueMetrics.ts';

class Harness {
  readonly clock = new FakeClock();
  readonly probe = new RecordingProbe();
  readonly gate = new ManualGate();
  readonly queue: RateLimitingQueue;

  constructor(options: Partial<RateLimitingQueueOptions> = {}) {
    this.queue = new RateLimitingQueue({ name: 'q', clock: this.clock, probe: this.probe, gate: this.gate, ...options });
  }

  /** A worker that has asked for an item; `items` holds what it got. */
  ask(): { readonly items: (WorkItem | undefined)[] } {
    const items: (WorkItem | undefined)[] = [];
    void this.queue.get().then((item) => items.push(item));
    return { items };
  }

  async take(): Promise<string | undefined> {
    return (await this.queue.get())?.key;
  }
}

describe('RateLimitingQueue: queue', () => {
  it('W-01, W-02, case 24a: a key that is added many times is handed out once, and its get names every add', async () => {
    const { queue, probe } = new Harness();
    queue.add('k', 71);
    queue.add('k', 72);
    queue.add('k', 73);
    expect(queue.length).toBe(1);
    const item = await queue.get();
    const [add] = probe.of('workqueue.add');
    const coalesced = probe.of('workqueue.coalesced');
    expect(coalesced).toHaveLength(2);
    expect(probe.of('workqueue.get')[0]!.cause).toEqual([add!.seq, ...coalesced.map(({ seq }) => seq)]);
    expect([add!, ...coalesced].map(({ cause }) => cause)).toEqual([[71], [72], [73]]);
    expect(item).toEqual({ key: 'k', cause: [probe.of('workqueue.get')[0]!.seq], attempts: 0 });
    expect(queue.length).toBe(0);
  });

  it('W-03: hands out the oldest first, and waits while there is nothing', async () => {
    const harness = new Harness();
    const first = harness.ask();
    const second = harness.ask();
    await harness.clock.settle();
    expect(first.items).toEqual([]);
    harness.queue.add('a');
    harness.queue.add('b');
    await harness.clock.settle();
    expect(first.items.map((item) => item?.key)).toEqual(['a']);
    expect(second.items.map((item) => item?.key)).toEqual(['b']);
  });

  it('W-04, W-05, case 24b: a key added while it is processed runs once more after that, never beside it', async () => {
    const harness = new Harness();
    const { queue } = harness;
    queue.add('k');
    await queue.get();
    queue.add('k');
    queue.add('k');
    const other = harness.ask();
    await harness.clock.settle();
    expect(other.items).toEqual([]);
    expect(queue.snapshot(10)).toMatchObject({ queue: [], dirty: ['k'], processing: ['k'] });
    queue.done('k');
    await harness.clock.settle();
    expect(other.items.map((item) => item?.key)).toEqual(['k']);
    queue.done('k');
    expect(harness.probe.of('workqueue.done').map(({ requeued }) => requeued)).toEqual([true, false]);
    expect(queue.length).toBe(0);
  });

  it('W-06: its length counts only what can be handed out', async () => {
    const { queue } = new Harness();
    queue.add('a');
    queue.add('b');
    await queue.get();
    queue.add('a');
    expect(queue.length).toBe(1);
    expect(queue.snapshot(1)).toEqual({
      queue: ['b'],
      dirty: ['b'],
      processing: ['a'],
      waiting: [],
      failures: [],
      counts: { queue: 1, dirty: 2, processing: 1, waiting: 0, failures: 0 },
      tokens: 100,
    });
  });

  it('W-07: a done for what was never taken, but is dirty, queues it twice', async () => {
    const harness = new Harness();
    harness.queue.add('k');
    harness.queue.done('k');
    expect(harness.queue.length).toBe(2);
    expect(await harness.take()).toBe('k');
    expect(await harness.take()).toBe('k');
  });

  it('W-08, case 24f: after a shutdown adds are ignored and what is queued is still handed out', async () => {
    const harness = new Harness();
    const { queue } = harness;
    queue.add('a');
    queue.shutDown();
    queue.shutDown();
    queue.add('b');
    expect(await harness.take()).toBe('a');
    expect(await harness.take()).toBeUndefined();
  });

  it('W-08, C-04: a shutdown ends every wait', async () => {
    const harness = new Harness();
    const workers = [harness.ask(), harness.ask()];
    harness.queue.shutDown();
    await harness.clock.settle();
    expect(workers.map(({ items }) => items)).toEqual([[undefined], [undefined]]);
  });

  it('W-09: what was added again before the shutdown is handed out after its done', async () => {
    const harness = new Harness();
    harness.queue.add('k');
    await harness.take();
    harness.queue.add('k');
    harness.queue.shutDown();
    harness.queue.done('k');
    expect(await harness.take()).toBe('k');
  });

  it('W-10, W-11, case 24f: a drain waits until nothing is processed, not for what is queued', async () => {
    const harness = new Harness();
    const { queue } = harness;
    queue.add('a');
    await queue.shutDownWithDrain();
    expect(queue.length).toBe(1);

    const busy = new Harness();
    busy.queue.add('a');
    busy.queue.add('b');
    await busy.take();
    await busy.take();
    let drained = false;
    void busy.queue.shutDownWithDrain().then(() => {
      drained = true;
      return undefined;
    });
    await busy.clock.advance(60_000);
    expect(drained).toBe(false);
    busy.queue.done('a');
    await busy.clock.settle();
    expect(drained).toBe(false);
    busy.queue.done('b');
    await busy.clock.settle();
    expect(drained).toBe(true);
  });

  it('W-10: a shutdown ends a drain', async () => {
    const { queue } = new Harness();
    queue.add('a');
    await queue.get();
    const drained = queue.shutDownWithDrain();
    queue.shutDown();
    await drained;
  });
});

describe('RateLimitingQueue: later', () => {
  it('W-20, W-21: adds when the time has come; at once for no delay', async () => {
    const harness = new Harness();
    const { queue, clock, probe } = harness;
    queue.addAfter('now', 0);
    queue.addAfter('past', -5);
    expect(queue.length).toBe(2);
    queue.addAfter('late', 1000, 7);
    queue.addAfter('early', 500);
    expect(queue.snapshot(10).waiting).toEqual([
      { key: 'early', dueInMs: 500 },
      { key: 'late', dueInMs: 1000 },
    ]);
    await clock.advance(500);
    expect(queue.snapshot(10).queue).toEqual(['now', 'past', 'early']);
    await clock.advance(499);
    expect(queue.length).toBe(3);
    await clock.advance(1);
    expect(queue.length).toBe(4);
    const delayed = probe.of('workqueue.delayed').find(({ key }) => key === 'late')!;
    expect(delayed).toMatchObject({ after: 1000, cause: [7] });
    expect(probe.of('workqueue.add').find(({ key }) => key === 'late')!.cause).toEqual([delayed.seq]);
    expect(clock.pending).toBe(0);
  });

  it('W-22, case 24c: a waiting key moves only to an earlier time', async () => {
    const { queue, clock } = new Harness();
    queue.addAfter('k', 10_000);
    queue.addAfter('k', 2000);
    queue.addAfter('k', 20_000);
    await clock.advance(1999);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.length).toBe(1);
    await queue.get();
    queue.done('k');
    await clock.advance(60_000);
    expect(queue.length).toBe(0);
  });

  it('W-23, case 24d: a plain add leaves a waiting one in place: the key runs now and again later', async () => {
    const { queue, clock } = new Harness();
    queue.addAfter('k', 5000);
    queue.add('k');
    expect((await queue.get())?.key).toBe('k');
    queue.done('k');
    await clock.advance(5000);
    expect((await queue.get())?.key).toBe('k');
  });

  it('W-24: what comes due collapses with what is queued, and keeps its causes', async () => {
    const { queue, clock, probe } = new Harness();
    queue.addAfter('k', 100);
    queue.add('k');
    await clock.advance(100);
    expect(queue.length).toBe(1);
    await queue.get();
    const get = probe.of('workqueue.get')[0]!;
    const causes = probe.chain(get.seq).map(({ kind }) => kind);
    expect(causes).toEqual(expect.arrayContaining(['workqueue.add', 'workqueue.coalesced', 'workqueue.delayed']));
  });

  it('W-25: what is due at the same time comes out as it went in; a thousand keys in their order', async () => {
    const { queue, clock } = new Harness();
    const keys = Array.from({ length: 1000 }, (_, index) => ({ key: `k${index}`, ms: 1 + ((index * 7919) % 50) }));
    for (const { key, ms } of keys) queue.addAfter(key, ms);
    await clock.advance(50);
    const expected = keys.toSorted((one, other) => one.ms - other.ms).map(({ key }) => key);
    expect(queue.snapshot(1000).queue).toEqual(expected);
  });

  it('W-26: a shutdown drops what waits and leaves no timer', async () => {
    const { queue, clock } = new Harness();
    queue.addAfter('k', 1000);
    await queue.shutDownWithDrain();
    expect(clock.pending).toBe(0);
    queue.addAfter('k', 1000);
    await clock.advance(5000);
    expect(queue.length).toBe(0);
    expect(queue.snapshot(10).waiting).toEqual([]);
  });
});

describe('RateLimitingQueue: rate limits', () => {
  it('W-40, W-42, case 24e: waits 5 ms, twice as long each time; counts the failures', async () => {
    const { queue, clock, probe } = new Harness();
    const delays: number[] = [];
    for (let failure = 1; failure <= 5; failure++) {
      queue.addRateLimited('k', 3);
      delays.push(queue.snapshot(1).waiting[0]!.dueInMs);
      expect(queue.numRequeues('k')).toBe(failure);
      await clock.advance(1000);
      expect((await queue.get())?.attempts).toBe(failure);
      queue.done('k');
    }
    expect(delays).toEqual([5, 10, 20, 40, 80]);
    expect(probe.of('workqueue.ratelimited')[0]).toMatchObject({ after: 5, attempts: 1, cause: [3] });
    expect(queue.snapshot(10).failures).toEqual([{ key: 'k', count: 5 }]);
  });

  it('W-41, case 24e: forget resets the failures and cancels nothing', async () => {
    const { queue, clock, probe } = new Harness();
    queue.addRateLimited('k');
    queue.forget('k');
    queue.forget('never failed');
    expect(queue.numRequeues('k')).toBe(0);
    expect(probe.of('workqueue.forget')).toMatchObject([{ key: 'k' }]);
    expect(queue.snapshot(10).failures).toEqual([]);
    await clock.advance(5);
    expect(queue.length).toBe(1);
  });

  it('W-40: the limiter is asked even after a shutdown', () => {
    const { queue } = new Harness();
    queue.shutDown();
    queue.addRateLimited('k');
    expect(queue.numRequeues('k')).toBe(1);
    expect(queue.snapshot(10).waiting).toEqual([]);
  });

  it('K-06: a retry without delay before the done makes the key dirty; the done queues it', async () => {
    const { queue } = new Harness({ limiter: { when: () => 0, numRequeues: () => 1, forget: () => undefined } });
    queue.add('k');
    await queue.get();
    queue.addRateLimited('k');
    expect(queue.length).toBe(0);
    queue.done('k');
    expect(queue.length).toBe(1);
  });
});

describe('RateLimitingQueue: gates', () => {
  it('stand before a get, only when there is an item, which stays in the queue meanwhile', async () => {
    const harness = new Harness();
    const { queue, gate, clock } = harness;
    gate.close('workqueue.get');
    const worker = harness.ask();
    await clock.settle();
    expect(gate.asked).toEqual([]);
    queue.add('a');
    queue.add('b');
    await clock.settle();
    expect(gate.steps).toEqual(['workqueue.get a']);
    expect(queue.length).toBe(2);
    queue.add('a');
    gate.releaseOne();
    await clock.settle();
    expect(worker.items.map((item) => item?.key)).toEqual(['a']);
    expect(harness.probe.of('workqueue.get')[0]!.cause).toHaveLength(2);
  });

  it('a worker that was held finds that another took the item, and waits on', async () => {
    const harness = new Harness();
    const { queue, gate, clock } = harness;
    gate.close('workqueue.get');
    queue.add('a');
    const held = harness.ask();
    const alsoHeld = harness.ask();
    await clock.settle();
    gate.releaseOne();
    await clock.settle();
    gate.releaseOne();
    await clock.settle();
    expect(held.items.map((item) => item?.key)).toEqual(['a']);
    expect(alsoHeld.items).toEqual([]);
    gate.open();
    queue.add('b');
    await clock.settle();
    expect(alsoHeld.items.map((item) => item?.key)).toEqual(['b']);
  });

  it('park an add and a done in here until they are let go', async () => {
    const harness = new Harness();
    const { queue, gate, clock } = harness;
    gate.close('workqueue.add', 'workqueue.done');
    queue.add('k', 5);
    expect(queue.length).toBe(0);
    expect(gate.held[0]!.step).toMatchObject({ point: 'workqueue.add', owner: 'q', key: 'k', cause: 5 });
    gate.releaseOne();
    await clock.settle();
    expect(queue.length).toBe(1);
    await queue.get();
    queue.done('k');
    expect(queue.snapshot(1).processing).toEqual(['k']);
    gate.releaseOne();
    await clock.settle();
    expect(queue.snapshot(1).processing).toEqual([]);
  });

  it('a parked add that is let go after the shutdown is ignored', async () => {
    const { queue, gate, clock } = new Harness();
    gate.close('workqueue.add');
    queue.add('k');
    const { signal } = gate.held[0]!.step;
    queue.shutDown();
    expect(signal?.aborted).toBe(true);
    gate.open();
    await clock.settle();
    expect(queue.length).toBe(0);
  });

  it('held time runs on: what comes due is parked', async () => {
    const { queue, gate, clock } = new Harness();
    queue.addAfter('k', 100);
    gate.close('workqueue.add');
    await clock.advance(100);
    expect(queue.snapshot(1).counts).toMatchObject({ waiting: 0, queue: 0 });
    gate.open();
    await clock.settle();
    expect(queue.length).toBe(1);
  });
});

describe('RateLimitingQueue: metrics', () => {
  it('W-20, W-54: a retry is counted for every delayed add, also where the delay is none', () => {
    const metrics = new RecordingQueueMetrics();
    const { queue } = new Harness({ metrics });
    queue.addAfter('a', 10_000);
    queue.addAfter('b', 0);
    queue.addAfter('c', -1);
    queue.addRateLimited('d');
    expect(metrics.figures).toMatchObject({ retries: 4, adds: 2 });
    queue.shutDown();
  });
});
