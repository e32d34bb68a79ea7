import { describe, expect, it } from 'vitest';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { InformerController, type InformerControllerOptions } from '../../../extension/informer/informerController.ts';
import { profiles } from '../../../extension/informer/profile.ts';
import { enginePorts } from '../../support/enginePorts.ts';
import { added, page, pod } from '../../support/objects.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

function setUp(options: Partial<InformerControllerOptions> = {}) {
  const ports = enginePorts();
  const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
  const indexer = new Indexer();
  const told: string[] = [];
  const controller = new InformerController({
    ...ports,
    name: 'v1/pods',
    listerWatcher: server,
    profile: profiles['1.32'],
    queue: 'DeltaFIFO',
    indexer,
    listener: {
      onAdd: (key) => void told.push(`add ${key}`),
      onUpdate: (key) => void told.push(`update ${key}`),
      onDelete: (key) => void told.push(`delete ${key}`),
    },
    reflector: { resyncPeriodMs: 0 },
    metrics: undefined,
    onSynced: () => void told.push('synced'),
    ...options,
  });
  const stop = new AbortController();
  return { ...ports, server, indexer, told, controller, stop };
}

describe('InformerController', () => {
  it('P-01: runs a Reflector and a pop loop, and closes the queue at the end', async () => {
    const { controller, server, clock, told, stop, indexer } = setUp();
    const running = controller.run(stop.signal);
    await clock.settle();
    server.current.send(added(pod('b', 11)));
    await clock.settle();
    expect(told).toEqual(['add d/a', 'synced', 'add d/b']);
    expect(indexer.listKeys()).toEqual(['d/a', 'd/b']);
    expect(controller.hasSynced()).toBe(true);
    expect(controller.queue.isClosed).toBe(false);
    stop.abort();
    await running;
    expect(controller.queue.isClosed).toBe(true);
    expect(server.current.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('P-02: an entry that cannot be processed is lost, but not unheard, and the loop goes on', async () => {
    const { controller, server, clock, told, stop, probe, logger } = setUp({
      indexer: new Indexer({
        failing: ({ metadata }) => {
          if (metadata.name === 'bad') throw new Error('no value');
          return [];
        },
      }),
    });
    const running = controller.run(stop.signal);
    await clock.settle();
    server.current.send(added(pod('bad', 11)), added(pod('good', 12)));
    await clock.advance(60_000);
    expect(told).toEqual(['add d/a', 'synced', 'add d/good']);
    expect(probe.of('reflector.error')).toMatchObject([{ phase: 'event', reason: 'IndexFuncFailed', will: 'skip' }]);
    expect(probe.at(probe.of('reflector.error')[0]!.cause![0]!)).toMatchObject({ kind: 'queue.add', key: 'd/bad' });
    expect(logger.lines).toEqual([expect.stringContaining('error informer: v1/pods: a popped entry could not be processed and is lost')]);
    stop.abort();
    await running;
  });

  describe('C-03: while a pop is held', () => {
    const queuedWhileHeld = async (options: Partial<InformerControllerOptions>, events: number): Promise<number> => {
      const { controller, server, clock, gate, stop, indexer } = setUp(options);
      const running = controller.run(stop.signal);
      await clock.settle();
      gate.close('queue.pop');
      server.current.send(added(pod('p0', 100)));
      await clock.settle();
      server.current.send(...Array.from({ length: events - 1 }, (_, index) => added(pod(`p${index + 1}`, 101 + index))));
      await clock.settle();
      const { length } = controller.queue;
      gate.open();
      await clock.settle();
      // Whoever waited went on, and nothing was lost.
      expect(indexer.size).toBe(events + 1);
      stop.abort();
      await running;
      return length;
    };

    it('the Reflector goes on adding, unless it is told to mind the lock', async () => {
      expect(await queuedWhileHeld({}, 30)).toBe(30);
    });

    it('up to 1.35 Pop holds the lock: the Reflector waits', async () => {
      expect(await queuedWhileHeld({ locksWhileHeld: true }, 30)).toBe(1);
      expect(await queuedWhileHeld({ locksWhileHeld: true, queue: 'atomic' }, 30)).toBe(1);
    });

    it('since 1.36 the Reflector waits only where 2000 entries are queued', async () => {
      const options = { locksWhileHeld: true, queue: 'atomic', profile: { ...profiles['1.36'], watchList: false } } as const;
      expect(await queuedWhileHeld(options, 30)).toBe(30);
      expect(await queuedWhileHeld(options, 2500)).toBe(2000);
    });

    it('a stop ends the wait', async () => {
      const { controller, server, clock, gate, stop } = setUp({ locksWhileHeld: true });
      const running = controller.run(stop.signal);
      await clock.settle();
      gate.close('queue.pop');
      server.current.send(added(pod('b', 11)), added(pod('c', 12)));
      await clock.settle();
      stop.abort();
      await running;
      expect(clock.pending).toBe(0);
    });
  });
});
