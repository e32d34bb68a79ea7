import { describe, expect, it } from 'vitest';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import type { DeltaQueue } from '../../../extension/informer/deltaQueue.ts';
import { type PopLoopOptions, runPopLoop } from '../../../extension/informer/popLoop.ts';
import { RealFifo } from '../../../extension/informer/realFifo.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { pod } from '../../support/objects.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

const deltaFifo = (): DeltaQueue => new DeltaFifo({ informer: 'v1/pods', probe: new RecordingProbe() });
const realFifo = (): DeltaQueue => new RealFifo({ informer: 'v1/pods', probe: new RecordingProbe(), atomic: true });

/** Pops all of `keys` keys, each pop or batch taking `ms`; gives what the log says of it. */
async function pop(queue: DeltaQueue, keys: number, ms: number, options: Partial<PopLoopOptions> = {}): Promise<string[]> {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  for (let index = 0; index < keys; index++) queue.add(pod(`p${index}`, index), 0);
  const stop = new AbortController();
  const running = runPopLoop(
    {
      informer: 'v1/pods',
      queue,
      process: () => clock.pass(ms),
      processBatch: () => clock.pass(ms),
      clock,
      gate: new ManualGate(),
      logger,
      batch: false,
      onError: () => undefined,
      ...options,
    },
    stop.signal,
  );
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
});
