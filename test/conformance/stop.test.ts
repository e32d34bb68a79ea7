import { describe, expect, it } from 'vitest';
import { Controller } from '../../extension/controller/controller.ts';
import type { Reconciler } from '../../extension/controller/api.ts';
import { Stepper } from '../../extension/debugger/stepper.ts';
import type { QueueKind } from '../../extension/informer/profile.ts';
import { SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import type { TraceKind } from '../../extension/trace/entry.ts';
import type { Gate, GatePoint } from '../../extension/trace/gate.ts';
import { PriorityQueue } from '../../extension/workqueue/priorityQueue.ts';
import { RateLimitingQueue } from '../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeCluster } from '../support/fakeCluster.ts';
import { ManualGate } from '../support/manualGate.ts';
import { added, bookmark, modified, page, pod } from '../support/objects.ts';
import { RecordingHandler } from '../support/recordingHandler.ts';
import { RecordingLogger } from '../support/recordingLogger.ts';
import { RecordingProbe } from '../support/recordingProbe.ts';
import { ScriptedListerWatcher } from '../support/scriptedListerWatcher.ts';

/**
 * A stop is a stop, wherever something is held: nothing of what was held is done afterwards, neither when it is let go by
 * the stop itself nor when somebody lets it go later.
 */

/** Told of the end itself; nothing else may happen. */
const endings: ReadonlySet<TraceKind> = new Set(['reflector.closed', 'reflector.stopped']);

/** One that forgets what is stopped, as the debugger's; and one that lets go whenever it likes. */
const gates = {
  forgetful(clock: FakeClock, point: GatePoint) {
    const stepper = new Stepper(clock, { points: [point] });
    stepper.pause();
    return { gate: stepper as Gate, held: () => stepper.held.length, open: () => stepper.continue() };
  },
  stubborn(_clock: FakeClock, point: GatePoint) {
    const gate = new ManualGate(point);
    return { gate: gate as Gate, held: () => gate.held.length, open: () => gate.open() };
  },
};

const queues: readonly QueueKind[] = ['DeltaFIFO', 'RealFIFO', 'atomic'];
const informerPoints: readonly GatePoint[] = ['list.page', 'watch.event', 'queue.add', 'queue.pop', 'handler.call'];

describe.each(Object.entries(gates))('a %s gate', (_, hold) => {
  describe.each(queues)('%s', (queue) => {
    const held = informerPoints.flatMap((point) => [false, true].map((locksWhileHeld) => ({ point, locksWhileHeld })));

    it.each(held)('an informer that is held before $point and stopped does nothing more (a held Pop locks the queue: $locksWhileHeld)', async ({ point, locksWhileHeld }) => {
      const clock = new FakeClock();
      const probe = new RecordingProbe();
      const { gate, held: isHeld, open } = hold(clock, point);
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
      const factory = new SharedInformerFactory({ clock, probe, gate, random: () => 0, logger: new RecordingLogger(), listerWatcherFor: () => server });
      const informer = factory.informer(parseResource('v1/pods')!, {}, { queue, resyncPeriodMs: 5000, locksWhileHeld });
      const handler = new RecordingHandler();
      informer.addEventHandler(handler, { name: 'test' });
      factory.start();
      await clock.settle();
      server.opened.at(-1)?.send(added(pod('c', 11)), modified(pod('a', 12)), bookmark(13));
      // With a resync due, which is held too where it can be.
      await clock.advance(5000);
      expect(isHeld()).toBeGreaterThan(0);
      handler.take();
      const before = { entries: probe.entries.length, requests: server.lists.length + server.watches.length };

      const stopped = factory.shutdown();
      await clock.settle();
      open();
      await clock.advance(3_600_000);
      await stopped;

      const after = probe.entries.slice(before.entries).filter(({ kind }) => !endings.has(kind));
      expect(after).toEqual([]);
      expect(handler.take()).toEqual([]);
      expect(server.lists.length + server.watches.length).toBe(before.requests);
      expect(server.opened.every(({ isClosed }) => isClosed)).toBe(true);
      expect(clock.pending).toBe(0);
    });
  });

  const workQueues = { RateLimitingQueue, PriorityQueue } as const;
  const controllerPoints: readonly GatePoint[] = ['workqueue.add', 'workqueue.get', 'workqueue.done', 'reconcile.start', 'reconcile.read', 'reconcile.write'];

  describe.each(Object.entries(workQueues))('%s', (__, WorkQueue) => {
    it.each(controllerPoints)('a controller that is held before %s and stopped takes no key, reads nothing and writes nothing', async (point) => {
      const clock = new FakeClock();
      const probe = new RecordingProbe();
      const { gate, held, open } = hold(clock, point);
      const cluster = new FakeCluster();
      const configMaps = parseResource('v1/configmaps')!;
      for (const name of ['a', 'b', 'c']) cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name, namespace: 'd' } });
      const engine = { clock, probe, gate, random: () => 0, logger: new RecordingLogger() };
      const factory = new SharedInformerFactory({ ...engine, listerWatcherFor: (resource) => cluster.listerWatcher(resource) });
      const reconciler: Reconciler = {
        name: 'test',
        for: 'v1/configmaps',
        async reconcile({ cache, client }, { namespace, name }) {
          await cache.get('v1/configmaps', namespace, name);
          await client.patch('v1/configmaps', namespace, name, { data: { seen: 'yes' } });
        },
      };
      const controller = new Controller({
        ...engine,
        reconciler: { ...reconciler, priority: WorkQueue === PriorityQueue },
        kindOf: () => ({ ...configMaps, kind: 'ConfigMap', namespaced: true }),
        informerFor: (resource) => factory.informer(resource),
        client: cluster,
        writes: { dryRun: false },
        workers: 2,
      });
      const stop = new AbortController();
      const running = controller.run(stop.signal);
      factory.start();
      await clock.settle();
      expect(held()).toBeGreaterThan(0);
      const before = { entries: probe.entries.length, writes: cluster.writes.length };

      stop.abort();
      await clock.settle();
      open();
      await clock.advance(3_600_000);
      await running;

      // A key that was being processed is done with: that much is bookkeeping.
      const after = probe.entries.slice(before.entries).filter(({ kind }) => kind !== 'workqueue.done');
      expect(after).toEqual([]);
      expect(cluster.writes).toHaveLength(before.writes);
      expect(controller.busy).toBe(0);
      await factory.shutdown();
      expect(clock.pending).toBe(0);
    });
  });
});
