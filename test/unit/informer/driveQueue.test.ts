import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../../extension/base/timeSlice.ts';
import type { QueueSteps } from '../../../extension/informer/deltaQueue.ts';
import { driveQueue } from '../../../extension/informer/driveQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { LongestBlock } from '../../support/longestBlock.ts';
import { ManualGate } from '../../support/manualGate.ts';

function setUp() {
  const clock = new FakeClock();
  const gate = new ManualGate();
  const stop = new AbortController();
  const done: (string | undefined)[] = [];
  function* steps(...keys: (string | undefined)[]): QueueSteps {
    for (const key of keys) {
      yield key;
      done.push(key);
    }
  }
  const drive = (work: QueueSteps): Promise<boolean> =>
    driveQueue(work, 7, { informer: 'v1/pods', gate, slice: new TimeSlice(clock), signal: stop.signal });
  return { clock, gate, stop, done, steps, drive };
}

describe('driveQueue', () => {
  it('C-10: asks before each delta, by its key where it has one, and works through to the end', async () => {
    const { gate, stop, done, steps, drive } = setUp();
    expect(await drive(steps('d/a', undefined))).toBe(true);
    expect(done).toEqual(['d/a', undefined]);
    expect(gate.asked).toStrictEqual([
      { point: 'queue.add', owner: 'v1/pods', key: 'd/a', cause: 7, signal: stop.signal },
      { point: 'queue.add', owner: 'v1/pods', cause: 7, signal: stop.signal },
    ]);
  });

  it('C-01: works in slices, however slow each step is', async () => {
    const { clock, drive, steps } = setUp();
    const keys = Array.from({ length: 200 }, (_, index) => `d/p${index}`);
    function* slowly(): QueueSteps {
      for (const key of steps(...keys)) {
        yield key;
        clock.pass(1);
      }
    }
    const blocks = new LongestBlock(clock);
    const driven = drive(slowly());
    await clock.settle();
    expect(await driven).toBe(true);
    expect(blocks.longestMs).toBeLessThanOrEqual(10);
    expect(blocks.turns).toBeGreaterThanOrEqual(20);
  });

  it('R-27: a stop ends it at the step that is held, and says so; what was queued stays queued', async () => {
    const { clock, gate, stop, done, steps, drive } = setUp();
    const driven = drive(steps('d/a', 'd/b', 'd/c'));
    gate.close('queue.add');
    expect(await driven).toBe(true);
    const held = drive(steps('d/d', 'd/e'));
    await clock.settle();
    gate.releaseOne();
    await clock.settle();
    stop.abort();
    expect(await held).toBe(false);
    gate.open();
    await clock.settle();
    expect(done).toEqual(['d/a', 'd/b', 'd/c', 'd/d']);
  });

  it('hands on what a step throws, and leaves nothing behind on the signal', async () => {
    const { stop, steps, drive } = setUp();
    function* failing(): QueueSteps {
      yield 'd/a';
      throw new Error('cannot be keyed');
    }
    await expect(drive(failing())).rejects.toThrow('cannot be keyed');
    await drive(steps('d/a'));
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
