import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import type { DeltaQueue, PopProcess } from '../../../extension/informer/deltaQueue.ts';
import { PopLock } from '../../../extension/informer/popLock.ts';
import { type PopLoopOptions, runPopLoop } from '../../../extension/informer/popLoop.ts';
import { RealFifo } from '../../../extension/informer/realFifo.ts';
import { showDelta, work } from '../../support/deltaQueues.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { LongestBlock } from '../../support/longestBlock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { pod } from '../../support/objects.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

const deltaFifo = (): DeltaQueue => new DeltaFifo({ informer: 'v1/pods', probe: new RecordingProbe() });
const realFifo = (): DeltaQueue => new RealFifo({ informer: 'v1/pods', probe: new RecordingProbe(), atomic: true });

function loopOptions(queue: DeltaQueue, clock: FakeClock): PopLoopOptions {
  const nothing = (): void => undefined;
  return {
    informer: 'v1/pods',
    queue,
    process: nothing,
    processBatch: nothing,
    clock,
    gate: new ManualGate(),
    logger: silentLogger,
    batch: false,
    onError: nothing,
  };
}

/** Pops all of `keys` keys, each pop or batch taking `ms`; gives what the log says of it. */
async function pop(queue: DeltaQueue, keys: number, ms: number, options: Partial<PopLoopOptions> = {}): Promise<string[]> {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  clock.pass(5000);
  for (let index = 0; index < keys; index++) queue.add(pod(`p${index}`, index), 0);
  const stop = new AbortController();
  const running = runPopLoop({ ...loopOptions(queue, clock), process: () => clock.pass(ms), processBatch: () => clock.pass(ms), logger, ...options }, stop.signal);
  await clock.settle();
  expect(queue.depth).toBe(0);
  stop.abort();
  queue.close();
  await running;
  return logger.lines;
}

describe('the pop loop: what is slow', () => {
  it.each([['D-18: DeltaFIFO', deltaFifo], ['F-26: RealFIFO', realFifo]])('%s: more than 100 ms is told while more than ten are behind', async (_name, make) => {
    expect(await pop(make(), 12, 101)).toEqual([
      'info queue: v1/pods: processing took 101 ms (Name v1/pods, ID d/p0, Depth 11, Reason slow event handlers blocking the queue)',
    ]);
    expect(await pop(make(), 12, 100)).toEqual([]);
    expect(await pop(make(), 11, 5000)).toEqual([]);
  });

  it('D-18: it is keys that count, not their deltas', async () => {
    const queue = deltaFifo();
    for (let index = 0; index < 50; index++) queue.update(pod('p0', index), 0);
    expect(await pop(queue, 11, 5000)).toEqual([]);
  });

  it('F-35: a batch has 100 ms for each entry, but no more than a second', async () => {
    // The second entry of a key ends the batch.
    const batchOf = async (size: number, ms: number): Promise<string[]> => {
      const queue = realFifo();
      for (let index = 0; index < size; index++) queue.add(pod(`p${index}`, index), 0);
      return pop(queue, size + 11, ms, { batch: true });
    };
    const said = (size: number, ms: number): string =>
      `info queue: v1/pods: processing took ${ms} ms (Name v1/pods, ID d/p0, Depth ${size + 11}, BatchSize ${size}, Reason slow event handlers blocking the queue)`;
    expect(await batchOf(3, 300)).toEqual([]);
    expect(await batchOf(3, 301)).toEqual([said(3, 301)]);
    expect(await batchOf(20, 1000)).toEqual([]);
    expect(await batchOf(20, 1001)).toEqual([said(20, 1001)]);
  });

  it('F-26: one of the whole store has no key to be named by', async () => {
    const queue = realFifo();
    work(queue.replace([], '9', 0));
    expect(await pop(queue, 11, 101)).toEqual([
      'info queue: v1/pods: processing took 101 ms (Name v1/pods, ID (the whole store), Depth 11, Reason slow event handlers blocking the queue)',
    ]);
  });
});

describe('the pop loop', () => {
  it.each([['DeltaFIFO', deltaFifo], ['RealFIFO', realFifo]])('C-01: %s: works in slices, however slow each pop is', async (_name, make) => {
    const clock = new FakeClock();
    const queue = make();
    const stop = new AbortController();
    let popped = 0;
    const process = (): void => {
      popped++;
      clock.pass(1);
    };
    const running = runPopLoop({ ...loopOptions(queue, clock), process }, stop.signal);
    const blocks = new LongestBlock(clock);
    for (let index = 0; index < 200; index++) queue.add(pod(`p${index}`, index), 0);
    blocks.begin();
    await clock.settle();
    expect(popped).toBe(200);
    expect(blocks.longestMs).toBeLessThanOrEqual(10);
    expect(blocks.turns).toBeGreaterThanOrEqual(20);
    stop.abort();
    queue.close();
    await running;
  });

  it('P-02, P-03: ends with a queue that is closed and empty, and leaves what is queued when it is stopped', async () => {
    const clock = new FakeClock();
    const closed = deltaFifo();
    closed.add(pod('a', 1), 0);
    const running = runPopLoop(loopOptions(closed, clock), new AbortController().signal);
    closed.close();
    await running;
    expect(closed.depth).toBe(0);

    const queue = deltaFifo();
    queue.add(pod('a', 1), 0);
    await runPopLoop(loopOptions(queue, clock), AbortSignal.abort());
    expect(queue.depth).toBe(1);
  });

  it('C-01, C-03: a pop that was held and let go while a Replace is under way waits for its end, and holds the lock no longer', async () => {
    const clock = new FakeClock();
    const gate = new ManualGate('queue.pop');
    const queue = deltaFifo();
    const lock = new PopLock(gate, queue);
    const popped: string[] = [];
    const process: PopProcess = (deltas) => void popped.push(deltas.map(showDelta).join(', '));
    const stop = new AbortController();
    const running = runPopLoop({ ...loopOptions(queue, clock), gate, lock, process }, stop.signal);
    queue.add(pod('a', 1), 0);
    await clock.settle();
    expect(lock.ask({ point: 'queue.add', owner: 'v1/pods' })).toBeDefined();
    const steps = queue.replace([pod('a', 2)], '9', 0);
    steps.next();
    gate.open();
    await clock.settle();
    expect(popped).toEqual([]);
    expect(lock.ask({ point: 'queue.add', owner: 'v1/pods' })).toBeUndefined();
    work(steps);
    await clock.settle();
    expect(popped).toEqual(['Added d/a 1, Replaced d/a 2']);
    stop.abort();
    queue.close();
    await running;
  });
});
