import { describe, expect, it } from 'vitest';
import { Notification } from '../../../extension/informer/notification.ts';
import { ProcessorListener } from '../../../extension/informer/processorListener.ts';
import { enginePorts } from '../../support/enginePorts.ts';
import { LongestBlock } from '../../support/longestBlock.ts';
import { pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';

function setUp() {
  const { clock, probe, gate, logger } = enginePorts();
  const handler = new RecordingHandler();
  const listener = new ProcessorListener({
    name: 'h',
    informer: 'v1/pods',
    handler,
    isSelective: false,
    clock,
    probe,
    gate,
    logger,
    upstreamHasSynced: () => true,
  });
  const add = (count: number): void => {
    for (let index = 0; index < count; index++) listener.add(Notification.add(`d/p${index}`, pod(`p${index}`, 1), false, 0));
  };
  return { clock, gate, logger, handler, listener, add };
}

describe('ProcessorListener', () => {
  it('S-41: buffers 1024 at first, twice as many when that is full, and never fewer again', async () => {
    const { listener, add, clock, handler } = setUp();
    add(1024);
    expect([listener.backlog, listener.bufferCapacity]).toEqual([1024, 1024]);
    add(1);
    expect([listener.backlog, listener.bufferCapacity]).toEqual([1025, 2048]);
    add(4000);
    expect(listener.bufferCapacity).toBe(8192);
    listener.start();
    await clock.settle();
    expect(handler.calls).toHaveLength(5025);
    expect([listener.backlog, listener.bufferCapacity]).toEqual([0, 8192]);
  });

  it('C-01, S-40: delivers a long line of notifications in slices, however slow each call is', async () => {
    const { listener, add, clock, handler } = setUp();
    handler.onCall = () => clock.pass(1);
    const blocks = new LongestBlock(clock);
    listener.start();
    await clock.settle();
    add(200);
    blocks.begin();
    await clock.settle();
    expect(handler.calls).toHaveLength(200);
    expect(blocks.longestMs).toBeLessThanOrEqual(10);
    expect(blocks.turns).toBeGreaterThanOrEqual(20);
  });

  it('tells which call has not returned, and since when; a call that returns at once is not seen', async () => {
    const { listener, add, clock, handler } = setUp();
    const call = Promise.withResolvers<void>();
    listener.start();
    add(1);
    await clock.settle();
    expect(listener.calling).toBeUndefined();
    await clock.advance(500);
    handler.onCall = () => call.promise;
    add(2);
    await clock.advance(2000);
    expect(listener.calling).toEqual({ key: 'd/p0', type: 'add', since: 500, seq: expect.any(Number) as number });
    expect(listener.backlog).toBe(1);
    handler.onCall = () => undefined;
    call.reject(new Error('no'));
    await clock.advance(2000);
    expect([listener.calling, listener.backlog]).toEqual([undefined, 0]);
  });

  it('S-55: only initial adds keep it from being synced, not what else waits', () => {
    const { listener } = setUp();
    listener.add(Notification.update('d/a', pod('a', 1), pod('a', 2), 0));
    listener.add(Notification.delete('d/a', pod('a', 3), 0));
    listener.add(Notification.add('d/b', pod('b', 4), false, 0));
    expect(listener.hasSynced()).toBe(true);
    const other = setUp().listener;
    other.add(Notification.add('d/b', pod('b', 4), true, 0));
    expect(other.hasSynced()).toBe(false);
  });

  it('S-35: takes nothing once it is stopped', async () => {
    const { listener, add } = setUp();
    await listener.stop();
    add(1);
    expect(listener.backlog).toBe(0);
  });

  it('S-45: a call of more than 100 ms is told while more than 1024 wait behind it', async () => {
    const slowly = async (waiting: number, ms: number): Promise<string[]> => {
      const { listener, add, clock, handler, logger } = setUp();
      handler.onCall = (line) => (line === 'delete d/a 9' ? clock.pass(ms) : undefined);
      clock.pass(5000);
      listener.add(Notification.delete('d/a', pod('a', 9), 0));
      add(waiting);
      listener.start();
      await clock.settle();
      return logger.lines;
    };
    expect(await slowly(1025, 101)).toEqual(['info handler: v1/pods: handler h took 101 ms (Type delete, ID d/a, Pending 1025)']);
    expect(await slowly(1025, 100)).toEqual([]);
    expect(await slowly(1024, 5000)).toEqual([]);
  });

  it('S-35, S-36: a stop waits for the call that is running; one that never ran is stopped at once', async () => {
    const { listener, add, clock, handler } = setUp();
    const call = Promise.withResolvers<void>();
    handler.onCall = () => call.promise;
    add(3);
    listener.start();
    await clock.settle();
    let stopped = false;
    void listener.stop().then(() => (stopped = true));
    await clock.settle();
    expect([stopped, listener.backlog]).toEqual([false, 0]);
    call.resolve();
    await clock.settle();
    expect(stopped).toBe(true);
    expect(handler.calls).toEqual(['add d/p0 1']);

    const idle = setUp();
    idle.add(3);
    await idle.listener.stop();
    idle.listener.start();
    await idle.clock.settle();
    expect(idle.handler.calls).toEqual([]);
  });
});
