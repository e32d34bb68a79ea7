import { describe, expect, it } from 'vitest';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { ResyncTimer } from '../../../extension/informer/resyncTimer.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { expiredEvent, page, pod } from '../../support/objects.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { ReflectorHarness } from '../../support/reflectorHarness.ts';
import { story } from '../../support/reflectorStory.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

describe('ResyncTimer', () => {
  it.each(['done', 'failed'] as const)('R-65: a resync that is %s after the end of its phase arms nothing and tells nobody', async (outcome) => {
    const clock = new FakeClock();
    const resync = Promise.withResolvers<void>();
    const told: unknown[] = [];
    const options = { clock, periodMs: 1000, isDue: () => true, resync: () => resync.promise, onError: (error: unknown) => told.push(error) };
    const timer = new ResyncTimer({ ...options, signal: new AbortController().signal });
    await clock.advance(1000);
    timer.dispose();
    if (outcome === 'done') resync.resolve();
    else resync.reject(new Error('too late'));
    await clock.advance(60_000);
    expect([clock.pending, told]).toEqual([0, []]);
  });

  it('R-19: each round has its own, from the list to the end of its watch', async () => {
    const server = new ScriptedListerWatcher([page(10), page(20)]);
    const harness = await new ReflectorHarness(server, { resyncPeriodMs: 5000, shouldResync: () => false }).start();
    expect(harness.clock.nextTimerIn).toBe(5000);
    await harness.clock.advance(2000);
    server.current.send(expiredEvent());
    await harness.clock.settle();
    expect(harness.clock.pending).toBe(1);
    expect(harness.clock.nextTimerIn).toBe(800);
    await harness.clock.advance(800);
    expect(harness.clock.pending).toBe(1);
    expect(harness.clock.nextTimerIn).toBe(5000);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('R-63: asks on each tick whether anybody is due; nobody to ask means yes', async () => {
    let isDue = false;
    let asked = 0;
    const shouldResync = (): boolean => {
      asked++;
      return isDue;
    };
    const harness = await new ReflectorHarness(new ScriptedListerWatcher([page(10)]), {
      resyncPeriodMs: 1000,
      shouldResync,
      queue: new DeltaFifo({ informer: 'v1/pods', probe: new RecordingProbe(), knownObjects: new Indexer() }),
    }).start();
    await harness.clock.advance(2000);
    expect(asked).toBe(2);
    const resyncs: number[] = [];
    const { resync } = harness.queue;
    harness.queue.resync = function (cause) {
      resyncs.push(harness.clock.now());
      return resync.call(this, cause);
    };
    isDue = true;
    await harness.clock.advance(1000);
    expect(resyncs).toEqual([3000]);

    const probe = new RecordingProbe();
    const unasked = await new ReflectorHarness(new ScriptedListerWatcher([page(10)]), {
      resyncPeriodMs: 1000,
      queue: new DeltaFifo({ informer: 'v1/pods', probe, knownObjects: new Indexer() }),
    }).start();
    await unasked.clock.advance(3000);
    expect(probe.of('queue.resync')).toHaveLength(3);
  });

  it('R-64: a resync that fails ends the watch: told in the log, a delay, a list', async () => {
    const probe = new RecordingProbe();
    const queue = new DeltaFifo({ informer: 'v1/pods', probe });
    queue.resync = () => {
      throw new Error('the store is broken');
    };
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new ReflectorHarness(server, { resyncPeriodMs: 5000, queue }).start();
    await harness.clock.advance(5000);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', 'stream error 0 Unknown: relist', 'backoff 800']);
    expect(harness.log.lines).toEqual(['error reflector: v1/pods: the resync failed']);
    expect(server.current.isClosed).toBe(true);
    await harness.clock.advance(800);
    expect(server.lists).toHaveLength(2);
  });
});
