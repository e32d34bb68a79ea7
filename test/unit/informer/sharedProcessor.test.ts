import { describe, expect, it } from 'vitest';
import { Notification } from '../../../extension/informer/notification.ts';
import type { ListenerOptions } from '../../../extension/informer/processorListener.ts';
import { SharedProcessor } from '../../../extension/informer/sharedProcessor.ts';
import { enginePorts } from '../../support/enginePorts.ts';
import { pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';

function setUp(resyncPeriodMs: number) {
  const { clock, probe, gate, logger } = enginePorts();
  const processor = new SharedProcessor(clock, resyncPeriodMs);
  const listen = (name: string, periodMs: number): RecordingHandler => {
    const handler = new RecordingHandler();
    const options: ListenerOptions = { name, informer: 'v1/pods', handler, isSelective: false, clock, probe, gate, logger, upstreamHasSynced: () => true };
    processor.addListener(options, periodMs);
    return handler;
  };
  /** A resync tick: who is due is told. */
  const tick = async (...handlers: RecordingHandler[]): Promise<boolean[]> => {
    processor.shouldResync();
    processor.distribute(sync);
    await clock.settle();
    return handlers.map((handler) => handler.take().length > 0);
  };
  return { clock, logger, processor, listen, tick };
}

const add = Notification.add('d/a', pod('a', 1), false, 0);
const update = Notification.update('d/a', pod('a', 1), pod('a', 2), 0);
const sync = Notification.update('d/a', pod('a', 2), pod('a', 2), 0);
const remove = Notification.delete('d/a', pod('a', 3), 0);

describe('SharedProcessor', () => {
  it('S-18: news go to everybody, updates without any to those that are due', async () => {
    const { processor, listen, clock } = setUp(10_000);
    const due = listen('due', 10_000);
    const never = listen('never', 0);
    processor.start();
    await clock.advance(10_000);
    expect(processor.shouldResync()).toBe(true);
    for (const each of [add, update, sync, remove]) processor.distribute(each);
    await clock.settle();
    expect(due.take()).toEqual(['add d/a 1', 'update d/a 1>2', 'update d/a 2>2', 'delete d/a 3']);
    expect(never.take()).toEqual(['add d/a 1', 'update d/a 1>2', 'delete d/a 3']);
  });

  it('S-17: what is distributed before the start is delivered after it; after a stop nothing is', async () => {
    const { processor, listen, clock } = setUp(0);
    const handler = listen('h', 0);
    processor.distribute(add);
    await clock.settle();
    expect(handler.take()).toEqual([]);
    processor.start();
    await clock.settle();
    expect(handler.take()).toEqual(['add d/a 1']);
    await processor.stop();
    processor.distribute(update);
    await clock.settle();
    expect(handler.take()).toEqual([]);
  });

  it('S-21, C-05: each hears in the order of the changes; they are visited as they were registered', async () => {
    const { processor, listen, clock } = setUp(0);
    const said: string[] = [];
    for (const name of ['one', 'two', 'three']) listen(name, 0).onCall = (line) => void said.push(`${name}: ${line}`);
    processor.start();
    for (const each of [add, update, remove]) {
      processor.distribute(each);
      await clock.settle();
    }
    const lines = ['add d/a 1', 'update d/a 1>2', 'delete d/a 3'];
    expect(said).toEqual(lines.flatMap((line) => [`one: ${line}`, `two: ${line}`, `three: ${line}`]));
  });

  it('S-25: a handler’s next resync is fixed when it is added; a shorter period of another does not move it', async () => {
    const { processor, listen, tick, clock } = setUp(10_000);
    const slow = listen('slow', 10_000);
    const quick = listen('quick', 4000);
    expect(processor.checkPeriodMs).toBe(4000);
    processor.start();
    const due: boolean[][] = [];
    for (let time = 4000; time <= 20_000; time += 4000) {
      await clock.advance(4000);
      due.push(await tick(slow, quick));
    }
    expect(due).toEqual([
      [false, true],
      [false, true],
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  it('S-24: asks for no resync while nobody is due', async () => {
    const { processor, listen, clock } = setUp(5000);
    listen('due', 10_000);
    listen('never', 0);
    processor.start();
    await clock.advance(5000);
    expect(processor.shouldResync()).toBe(false);
    await clock.advance(5000);
    expect(processor.shouldResync()).toBe(true);
  });

  it('S-23: a handler cannot turn resync on for an informer that has none', async () => {
    const { processor, listen, clock } = setUp(0);
    listen('wishful', 5000);
    processor.start();
    await clock.advance(60_000);
    expect([processor.checkPeriodMs, processor.shouldResync()]).toEqual([0, false]);
  });

  it('S-22: no period is below a second, and after the start none below the informer’s', async () => {
    const { processor, listen, tick, clock } = setUp(5000);
    const early = listen('early', 10);
    expect(processor.checkPeriodMs).toBe(1000);
    processor.start();
    const other = setUp(5000);
    other.processor.start();
    const late = other.listen('late', 1000);
    expect(other.processor.checkPeriodMs).toBe(5000);
    await other.clock.advance(4999);
    expect(await other.tick(late)).toEqual([false]);
    await other.clock.advance(1);
    expect(await other.tick(late)).toEqual([true]);
    await clock.advance(999);
    expect(await tick(early)).toEqual([false]);
    await clock.advance(1);
    expect(await tick(early)).toEqual([true]);
  });

  it('S-37: forgets its listeners when it stops', async () => {
    const { processor, listen } = setUp(0);
    listen('h', 0);
    processor.start();
    const [listener] = processor.listeners;
    await processor.stop();
    expect(processor.listeners).toEqual([]);
    expect(listener!.isStopped).toBe(true);
  });
});
