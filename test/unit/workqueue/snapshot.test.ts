import { describe, expect, it } from 'vitest';
import { PriorityQueue } from '../../../extension/workqueue/priorityQueue.ts';
import type { RateLimitingInterface } from '../../../extension/workqueue/rateLimitingInterface.ts';
import {
  articleRateLimiter,
  BucketRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  type RateLimiter,
  WithMaxWaitRateLimiter,
} from '../../../extension/workqueue/rateLimiter.ts';
import { RateLimitingQueue } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

/** Each limiter; failures of `k` that it counts after two, and tokens that are left. */
const limiters: readonly (readonly [string, (clock: FakeClock) => RateLimiter, number, number | undefined])[] = [
  ['default of controllers', defaultControllerRateLimiter, 2, 98],
  ['default for items', defaultItemBasedRateLimiter, 2, undefined],
  ['the article’s', articleRateLimiter, 2, undefined],
  ['fast and slow', () => new ItemFastSlowRateLimiter(1, 10, 5), 2, undefined],
  ['a bucket', (clock) => new BucketRateLimiter(clock, 10, 5), 0, 3],
  ['a bucket with a longest wait', (clock) => new WithMaxWaitRateLimiter(new BucketRateLimiter(clock, 10, 5), 100), 0, 3],
  ['the emptier of two buckets', (clock) => new MaxOfRateLimiter([new BucketRateLimiter(clock, 10, 50), new BucketRateLimiter(clock, 10, 3)]), 0, 1],
];

describe.each([
  ['RateLimitingQueue', RateLimitingQueue],
  ['PriorityQueue', PriorityQueue],
] as const)('a look at a %s', (_, Queue) => {
  function setUp(limiterOf: (clock: FakeClock) => RateLimiter = defaultControllerRateLimiter) {
    const clock = new FakeClock();
    const probe = new RecordingProbe();
    const queue: RateLimitingInterface = new Queue({ name: 'q', clock, probe, gate: new ManualGate(), limiter: limiterOf(clock) });
    return { clock, probe, queue };
  }

  /** One key in each state. */
  async function fill(queue: RateLimitingInterface): Promise<void> {
    queue.add('processed');
    await queue.get();
    queue.add('processed');
    queue.add('ready');
    queue.addAfter('waits', 30_000);
    queue.addRateLimited('failed');
    queue.addRateLimited('failed');
  }

  it('shows what is ready, dirty, processed, waiting and when it is due, what has failed how often, and the bucket', async () => {
    const { queue, clock } = setUp();
    await fill(queue);
    // The limiter lets `failed` wait 5 ms; a millisecond later 4 are left of it.
    clock.pass(1);
    const ordinary = { queue: ['ready'], dirty: ['processed', 'ready'], counts: { queue: 1, dirty: 2, processing: 1, waiting: 2, failures: 1 } };
    // controller-runtime's counts among the ready what is ready again while it is being processed (W-72, W-74).
    const prioritized = { queue: ['processed', 'ready'], dirty: ['processed', 'ready'], priorities: [0, 0], counts: { queue: 2, dirty: 2, processing: 1, waiting: 2, failures: 1 } };
    expect(queue.snapshot(10)).toEqual({
      ...(Queue === PriorityQueue ? prioritized : ordinary),
      processing: ['processed'],
      waiting: [
        { key: 'failed', dueInMs: 4 },
        { key: 'waits', dueInMs: 29_999 },
      ],
      failures: [{ key: 'failed', count: 2 }],
      tokens: expect.closeTo(98.01, 5),
    });
  });

  it('shows no more of each than is asked for, and tells how many there are', () => {
    const { queue } = setUp();
    for (let count = 0; count < 5; count++) {
      queue.add(`ready-${count}`);
      queue.addRateLimited(`failed-${count}`);
    }
    const { counts, ...shown } = queue.snapshot(2);
    expect(counts).toMatchObject({ queue: 5, dirty: 5, waiting: 5, failures: 5 });
    for (const set of [shown.queue, shown.dirty, shown.waiting, shown.failures]) expect(set).toHaveLength(2);
  });

  it.each(limiters)('knows the limiter: %s', (__, limiterOf, failures, tokens) => {
    const { queue } = setUp(limiterOf);
    queue.addRateLimited('k');
    queue.addRateLimited('k');
    const look = queue.snapshot(10);
    expect(look.failures).toEqual(failures === 0 ? [] : [{ key: 'k', count: failures }]);
    expect(look.tokens).toBe(tokens);
  });

  it('disturbs nothing: with and without it, the same happens', async () => {
    const run = async (looks: boolean): Promise<unknown[]> => {
      const { queue, clock, probe } = setUp();
      const look = (): void => {
        if (looks) for (const limit of [0, 1, 100]) queue.snapshot(limit);
      };
      await fill(queue);
      look();
      await clock.advance(40);
      look();
      queue.done('processed');
      look();
      while (queue.length > 0) {
        const item = await queue.get();
        look();
        queue.addRateLimited(item!.key);
        look();
        queue.done(item!.key);
      }
      await clock.advance(60_000);
      queue.shutDown();
      look();
      return probe.entries;
    };
    expect(await run(true)).toEqual(await run(false));
  });
});
