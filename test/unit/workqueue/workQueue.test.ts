import { describe, expect, it } from 'vitest';
import type { QueueStore } from '../../../extension/workqueue/queueStore.ts';
import { RateLimitingQueue, type RateLimitingQueueOptions } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { WorkQueue } from '../../../extension/workqueue/workQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

function setUp(options: Partial<RateLimitingQueueOptions> = {}) {
  const clock = new FakeClock();
  const probe = new RecordingProbe();
  const queue = new RateLimitingQueue({ name: 'q', clock, probe, gate: new ManualGate(), ...options });
  return { clock, probe, queue };
}

/** Last in, first out; notes what was touched. */
class Stack implements QueueStore {
  readonly touched: string[] = [];
  readonly #keys: string[] = [];

  touch(key: string): void {
    this.touched.push(key);
  }

  push(key: string): void {
    this.#keys.push(key);
  }

  get length(): number {
    return this.#keys.length;
  }

  peek(): string | undefined {
    return this.#keys.at(-1);
  }

  pop(): string {
    return this.#keys.pop()!;
  }

  keys(): Iterable<string> {
    return this.#keys.toReversed();
  }
}

describe('WorkQueue', () => {
  it('W-12: another store makes another order; it is told of what is added again, unless that is being processed', async () => {
    const store = new Stack();
    const { queue } = setUp({ store });
    queue.add('a');
    queue.add('b');
    queue.add('a');
    expect(store.touched).toEqual(['a']);
    expect(queue.snapshot(9).queue).toEqual(['b', 'a']);
    expect((await queue.get())!.key).toBe('b');
    queue.add('b');
    queue.add('b');
    expect(store.touched).toEqual(['a']);
    queue.done('b');
    expect((await queue.get())!.key).toBe('b');
    expect((await queue.get())!.key).toBe('a');
  });

  it('W-12: by default what is added again stays where it is', async () => {
    const { queue } = setUp();
    for (const key of ['a', 'b', 'a']) queue.add(key);
    expect([(await queue.get())!.key, (await queue.get())!.key]).toEqual(['a', 'b']);
  });

  it('W-13: keys are compared by value', () => {
    const { queue } = setUp();
    queue.add(['d', 'a'].join('/'));
    queue.add(`d/${'a'}`);
    expect(queue.length).toBe(1);
  });

  it('W-12: by itself has no limiter, so its items have no failures', async () => {
    const { clock, probe } = setUp();
    const queue = new WorkQueue({ name: 'plain', clock, probe, gate: new ManualGate() });
    queue.add('k');
    expect((await queue.get())!.attempts).toBe(0);
  });

  it('W-50: nobody to report to: nothing is measured, and no timer runs', () => {
    expect(setUp().clock.pending).toBe(0);
  });

  it('tells how many tokens are left in its bucket, and takes none by it', async () => {
    const { queue, clock } = setUp();
    for (let failure = 0; failure < 30; failure++) queue.addRateLimited(`k${failure}`);
    expect(queue.snapshot(0).tokens).toBe(70);
    await clock.advance(1000);
    expect(queue.snapshot(0).tokens).toBe(80);
    expect(queue.snapshot(0).tokens).toBe(80);
  });

  it('loses no cause, however often a key is added: beyond a thousand each names the one whose place it took', async () => {
    const { queue, probe } = setUp();
    for (let cause = 1; cause <= 3000; cause++) queue.add('k', 1_000_000 + cause);
    for (let cause = 3001; cause <= 6000; cause++) queue.addAfter('k', 10, 1_000_000 + cause);
    await queue.get();
    const [get] = probe.of('workqueue.get');
    expect(get!.cause).toHaveLength(1000);
    const told = new Set<number>();
    const pending = [...get!.cause!];
    for (let seq = pending.pop(); seq !== undefined; seq = pending.pop()) {
      if (seq > 1_000_000) told.add(seq);
      else pending.push(...(probe.at(seq).cause ?? []));
    }
    expect(told.size).toBe(3000);
    queue.shutDown();
  });

  it('names the get as the cause of what a worker does to its key', async () => {
    const { queue, probe } = setUp();
    queue.add('k');
    const item = await queue.get();
    queue.addRateLimited('k');
    queue.forget('k');
    queue.done('k');
    for (const kind of ['workqueue.ratelimited', 'workqueue.forget', 'workqueue.done'] as const) expect(probe.of(kind)[0]!.cause).toEqual(item!.cause);
    expect(probe.of('workqueue.delayed')[0]!.cause).toEqual([probe.of('workqueue.ratelimited')[0]!.seq]);
    queue.shutDown();
  });
});
