import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../extension/kube/status.ts';
import { InformerError } from '../../../extension/informer/sharedInformer.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, deleted, expiredEvent, modified, page, pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

describe('SharedInformer', () => {
  it('lists, watches, fills the cache and tells its handler', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
    const { informer, handler, clock, ...harness } = await new InformerHarness(server).start();
    expect(informer.hasSynced()).toBe(true);
    expect(handler.take()).toEqual(['add d/a 1 initial', 'add d/b 2 initial']);
    server.current.send(added(pod('c', 11)), modified(pod('a', 12)), deleted(pod('b', 13)));
    await clock.settle();
    expect(handler.take()).toEqual(['add d/c 11', 'update d/a 1>12', 'delete d/b 13']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['d/a', 'd/c']);
    expect(informer.lastSyncResourceVersion()).toBe('13');
    expect(informer.indexer.resourceVersion).toBe('13');
    expect(harness.probe.of('reflector.synced')).toHaveLength(1);
  });

  it('ties each handler call to the event that caused it', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const { probe, clock } = await new InformerHarness(server).start();
    server.current.send(added(pod('c', 11)));
    await clock.settle();
    const call = probe.of('handler.add')[0]!;
    expect(call).toMatchObject({ key: 'd/c', rv: '11', informer: 'v1/pods', handler: 'test', isInInitialList: false });
    expect(probe.chain(call.seq).map(({ kind }) => kind)).toEqual([
      'handler.add',
      'store.add',
      'queue.pop',
      'queue.add',
      'reflector.event',
      'reflector.watch',
      'reflector.listed',
      'reflector.list',
    ]);
  });

  it('names every add of a key in its pop', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const gate = new ManualGate('queue.pop');
    const { probe, clock, handler, informer } = await new InformerHarness(server, { gate }).start();
    server.current.send(added(pod('a', 11)), added(pod('b', 12)), modified(pod('a', 13)));
    await clock.settle();
    server.current.send(deleted(pod('a', 14)));
    await clock.settle();

    expect(gate.steps).toEqual(['queue.pop d/a']);
    expect(informer.indexer.size).toBe(0);
    expect(informer.queueSnapshot(10)).toEqual({
      queue: ['d/a', 'd/b'],
      items: [
        { key: 'd/a', deltas: [{ type: 'Added', rv: '11' }, { type: 'Updated', rv: '13' }, { type: 'Deleted', rv: '14' }] },
        { key: 'd/b', deltas: [{ type: 'Added', rv: '12' }] },
      ],
      keys: 2,
      deltas: 4,
    });

    gate.releaseOne();
    await clock.settle();
    const pop = probe.of('queue.pop')[0]!;
    const adds = probe.of('queue.add').filter(({ key }) => key === 'd/a');
    expect(pop.cause).toEqual(adds.map(({ seq }) => seq));
    expect(pop.deltas).toEqual(['Added', 'Updated', 'Deleted']);
    expect(handler.take()).toEqual(['add d/a 11', 'update d/a 11>13', 'delete d/a 14']);
    expect(gate.steps).toEqual(['queue.pop d/b']);
  });

  it('S-03, S-08: stops for good, and nothing of it is left', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings: { resyncPeriodMs: 30_000 } }).start();
    const { handler, informer, clock } = harness;
    handler.take();
    const { current } = server;
    await harness.stop();
    expect(informer.isStopped()).toBe(true);
    expect(current.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
    await clock.advance(600_000);
    expect(handler.calls).toEqual([]);
    expect(server.lists).toHaveLength(1);
    expect(server.watches).toHaveLength(1);
    expect(() => informer.addEventHandler(handler, { name: 'late' })).toThrow(InformerError);
    await informer.run(new AbortController().signal);
    expect(server.lists).toHaveLength(1);
  });

  it('P-03, S-43: a stop drops what is queued and what is buffered', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const gate = new ManualGate('queue.pop', 'handler.call');
    const harness = await new InformerHarness(server, { gate }).start();
    server.current.send(added(pod('a', 11)), added(pod('b', 12)));
    await harness.clock.settle();
    gate.releaseOne();
    await harness.clock.settle();
    expect(gate.steps).toEqual(['queue.pop d/b', 'handler.call d/a']);
    await harness.stop();
    gate.open();
    await harness.clock.settle();
    expect(harness.handler.calls).toEqual([]);
    expect(harness.cache).toEqual(['d/a 11']);
  });

  it('S-10: a stop before sync leaves it unsynced for ever', async () => {
    const server = new ScriptedListerWatcher([new ApiError({ code: 503, reason: 'ServiceUnavailable' })]);
    const harness = await new InformerHarness(server).start();
    await harness.stop();
    expect(harness.informer.hasSynced()).toBe(false);
    await expect(harness.informer.whenSynced).resolves.toBe(false);
  });

  it('S-07: transform and watch-error handler are set before the start only', async () => {
    const server = new ScriptedListerWatcher([new ApiError({ code: 403, reason: 'Forbidden' }), page(10, [pod('a', 1)])]);
    const harness = new InformerHarness(server);
    const errors: unknown[] = [];
    harness.informer.setTransform((object) => ({ ...object, spec: 'trimmed' }));
    harness.informer.setWatchErrorHandler((error) => errors.push(error));
    await harness.start();
    await harness.clock.advance(800);
    expect(errors).toMatchObject([{ cause: { status: 403 } }]);
    expect(harness.informer.indexer.get('d/a')).toMatchObject({ spec: 'trimmed' });
    expect(() => harness.informer.setTransform((object) => object)).toThrow('already started');
    expect(() => harness.informer.setWatchErrorHandler(() => undefined)).toThrow('already started');
  });

  it('P-04, P-11: pops in batches, which a held entry ends; what is let go is one entry', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const gate = new ManualGate();
    const settings = { clientGo: '1.36', queue: 'RealFIFO' } as const;
    const harness = await new InformerHarness(Object.assign(server, { watchListUnsupported: true }), { gate, settings }).start();
    const names = ['a', 'b', 'c', 'd', 'e'];
    gate.ask = (step) => (step.point === 'queue.pop' && step.key === 'd/c' ? ManualGate.prototype.ask.call(gate, step) : undefined);
    gate.close('queue.pop');
    server.current.send(...names.map((name, index) => added(pod(name, 11 + index))));
    await harness.clock.settle();
    const stream = (): string[] => harness.probe.entries.flatMap(({ kind, key }) => (/^(queue\.pop|store|handler)/.test(kind) ? [`${kind} ${key}`] : []));
    expect(stream()).toEqual(['queue.pop d/a', 'queue.pop d/b', 'store.add d/a', 'store.add d/b', 'handler.add d/a', 'handler.add d/b']);
    expect(gate.steps).toEqual(['queue.pop d/c']);
    gate.releaseOne();
    await harness.clock.settle();
    expect(stream().slice(6, 8)).toEqual(['queue.pop d/c', 'store.add d/c']);
    expect(harness.cache).toHaveLength(5);
  });

  it.each(['DeltaFIFO', 'RealFIFO', 'atomic'] as const)('while pops are held, %s fills up to its bound, which is said', async (queue) => {
    const server = new ScriptedListerWatcher([page(10)]);
    const gate = new ManualGate();
    const harness = await new InformerHarness(server, { gate, maxQueuedDeltas: 3, settings: { queue } }).start();
    gate.close('queue.pop');
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) server.current.send(added(pod(name, 11 + index)));
    await harness.clock.settle();
    expect(harness.informer.queueSnapshot(10).queue).toEqual(['d/a', 'd/b', 'd/c']);
    await harness.clock.advance(1000);
    expect(harness.probe.of('reflector.error')).toMatchObject([{ reason: 'QueueFull', message: expect.stringContaining('3 deltas') }]);
    gate.releaseOne();
    await harness.clock.settle();
    expect(harness.informer.queueSnapshot(10).queue).toEqual(['d/b', 'd/c', 'd/d']);
    await harness.stop();
    expect(harness.informer.isStopped()).toBe(true);
  });

  describe('handlers', () => {
    it('S-32: a late one is told of the whole cache, as initial adds', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
      const { informer, clock } = await new InformerHarness(server).start();
      const late = new RecordingHandler();
      const registration = informer.addEventHandler(late, { name: 'late' });
      expect(registration.backlog).toBe(2);
      expect(registration.hasSynced()).toBe(false);
      await clock.settle();
      expect(late.take()).toEqual(['add d/a 1 initial', 'add d/b 2 initial']);
      expect(registration.hasSynced()).toBe(true);
      server.current.send(modified(pod('a', 11)));
      await clock.settle();
      expect(late.take()).toEqual(['update d/a 1>11']);
    });

    it('P-15, P-16, S-54: one that filters, or has not every callback, is synced all the same', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
      const harness = new InformerHarness(server);
      const onlyB = (object: object): boolean => 'metadata' in object && (object.metadata as { name: string }).name === 'b';
      const filtering = harness.informer.addEventHandler(harness.handler, { name: 'b only', filter: onlyB });
      const deaf = harness.informer.addEventHandler({}, { name: 'deaf' });
      await harness.run();
      expect(harness.handler.calls).toEqual(['add d/b 2 initial']);
      expect([filtering.hasSynced(), deaf.hasSynced()]).toEqual([true, true]);
      expect(harness.informer.lister.namespace('d').get('a').metadata.resourceVersion).toBe('1');
    });

    it('S-33: the same handler added twice gets everything twice', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
      const harness = new InformerHarness(server);
      harness.informer.addEventHandler(harness.handler, { name: 'one' });
      harness.informer.addEventHandler(harness.handler, { name: 'two' });
      await harness.run();
      expect(harness.handler.take()).toEqual(['add d/a 1 initial', 'add d/a 1 initial']);
    });

    it('S-34, S-35: a removed one hears nothing more, the others go on', async () => {
      const server = new ScriptedListerWatcher([page(10)]);
      const harness = new InformerHarness(server);
      const other = new RecordingHandler();
      const registration = harness.informer.addEventHandler(harness.handler, { name: 'removed' });
      harness.informer.addEventHandler(other, { name: 'other' });
      await harness.run();
      harness.informer.removeEventHandler(registration);
      harness.informer.removeEventHandler(registration);
      server.current.send(added(pod('a', 11)));
      await harness.clock.settle();
      expect(harness.handler.calls).toEqual([]);
      expect(other.calls).toEqual(['add d/a 11']);
      expect(harness.informer.handlers.map(({ name }) => name)).toEqual(['other']);
    });

    it('S-40: buffers without bound for a slow one, and holds up nobody', async () => {
      const server = new ScriptedListerWatcher([page(10)]);
      const harness = new InformerHarness(server);
      const release = Promise.withResolvers<void>();
      harness.handler.onCall = (line) => (line === 'add d/p0 100' ? release.promise : undefined);
      const slow = harness.informer.addEventHandler(harness.handler, { name: 'slow' });
      const other = new RecordingHandler();
      harness.informer.addEventHandler(other, { name: 'other' });
      await harness.run();
      server.current.send(...Array.from({ length: 3000 }, (_, index) => added(pod(`p${index}`, 100 + index))));
      await harness.clock.settle();
      expect(other.calls).toHaveLength(3000);
      expect(harness.handler.calls).toHaveLength(1);
      expect(slow.backlog).toBe(2999);
      release.resolve();
      await harness.clock.settle();
      expect(slow.backlog).toBe(0);
      expect(harness.handler.calls).toEqual(other.calls);
    });

    it('S-44, C-08: one that throws loses that notification, rests a second, and goes on', async () => {
      const server = new ScriptedListerWatcher([page(10)]);
      const { handler, probe, clock } = await new InformerHarness(server).start();
      handler.onCall = (line) => {
        if (line.startsWith('add d/a')) throw new Error('no such luck');
      };
      server.current.send(added(pod('a', 11)), added(pod('b', 12)));
      await clock.settle();
      expect(handler.calls).toEqual([]);
      const call = probe.of('handler.add')[0]!;
      expect(probe.of('handler.error')).toMatchObject([{ key: 'd/a', rv: '11', handler: 'test', cause: [call.seq], message: expect.stringContaining('no such luck') }]);
      await clock.advance(999);
      expect(handler.calls).toEqual([]);
      await clock.advance(1);
      expect(handler.calls).toEqual(['add d/b 12']);
    });

    it('C-02: an asynchronous one is waited for, and its rejection is a throw', async () => {
      const server = new ScriptedListerWatcher([page(10)]);
      const { handler, probe, clock } = await new InformerHarness(server).start();
      handler.onCall = (line) => (line.startsWith('add d/a') ? Promise.reject(new Error('later')) : undefined);
      server.current.send(added(pod('a', 11)), added(pod('b', 12)));
      await clock.advance(1000);
      expect(probe.of('handler.error')).toMatchObject([{ key: 'd/a', message: expect.stringContaining('later') }]);
      expect(handler.calls).toEqual(['add d/a 11', 'add d/b 12']);
    });

    it('S-50, S-52: is synced when its initial adds have returned; never after one has thrown', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
      const gate = new ManualGate('handler.call');
      const harness = new InformerHarness(server, { gate });
      const good = harness.informer.addEventHandler(harness.handler, { name: 'good' });
      const failing = new RecordingHandler();
      failing.onCall = (line) => {
        if (line.startsWith('add d/a')) throw new Error('no');
      };
      const bad = harness.informer.addEventHandler(failing, { name: 'bad' });
      await harness.run();
      expect(harness.informer.hasSynced()).toBe(true);
      expect(good.hasSynced()).toBe(false);
      gate.open();
      await harness.clock.advance(10_000);
      expect(good.hasSynced()).toBe(true);
      expect(bad.hasSynced()).toBe(false);
    });

    it('marks a deletion that may only have left the selector', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2), pod('c', 3)]), page(20)]);
      const harness = await new InformerHarness(server, { scope: { labelSelector: 'foo=bar' } }).start();
      server.current.send(deleted(pod('a', 11)), deleted(pod('b', 12, { deletionTimestamp: '2026-01-01T00:00:00Z' })));
      await harness.clock.settle();
      const [left, gone] = harness.probe.of('handler.delete');
      expect(left).toMatchObject({ key: 'd/a', leftSelector: true });
      expect(gone).not.toHaveProperty('leftSelector');
    });
  });

  describe('resync', () => {
    it('S-19, S-24, R-62: updates every object without news, to the handlers that are due', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
      const harness = new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 } });
      harness.informer.addEventHandler(harness.handler, { name: 'every ten' });
      const rare = new RecordingHandler();
      harness.informer.addEventHandler(rare, { name: 'every thirty', resyncPeriodMs: 30_000 });
      const never = new RecordingHandler();
      harness.informer.addEventHandler(never, { name: 'never', resyncPeriodMs: 0 });
      await harness.run();
      for (const handler of [harness.handler, rare, never]) handler.take();
      await harness.clock.advance(20_000);
      expect(harness.handler.take()).toEqual(['update d/a 1>1', 'update d/a 1>1']);
      expect(rare.take()).toEqual([]);
      await harness.clock.advance(10_000);
      expect(rare.take()).toEqual(['update d/a 1>1']);
      expect(never.take()).toEqual([]);
      expect(harness.probe.of('handler.update').every(({ resync }) => resync)).toBe(true);
      expect(harness.probe.of('queue.resync')).toHaveLength(3);
    });

    it('S-22: a handler with a shorter period before the start shortens it for the informer', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
      const harness = new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 } });
      harness.informer.addEventHandler(harness.handler, { name: 'short', resyncPeriodMs: 100 });
      await harness.run();
      harness.handler.take();
      await harness.clock.advance(3000);
      expect(harness.handler.take()).toHaveLength(3);
    });

    it('S-23: a handler cannot turn it on for an informer without', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
      const harness = new InformerHarness(server);
      harness.informer.addEventHandler(harness.handler, { name: 'hopeful', resyncPeriodMs: 1000 });
      await harness.run();
      harness.handler.take();
      await harness.clock.advance(60_000);
      expect(harness.handler.take()).toEqual([]);
    });

    it('S-20: without resync every handler hears of unchanged objects after a relist', async () => {
      const gone = new ApiError({ code: 410, reason: 'Expired' });
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])], [() => gone]);
      const harness = await new InformerHarness(server).start();
      harness.handler.take();
      await harness.clock.advance(800);
      expect(harness.handler.take()).toEqual(['update d/a 1>1']);
      expect(harness.probe.of('handler.update')).toMatchObject([{ resync: true }]);
    });

    it('S-20: with resync all hear of them before the first tick, and later those who were due at the last one', async () => {
      const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
      const harness = new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 } });
      const { informer, clock } = harness;
      const handlers = [10_000, 60_000, 0].map((resyncPeriodMs) => {
        const handler = new RecordingHandler();
        informer.addEventHandler(handler, { name: `every ${resyncPeriodMs}`, resyncPeriodMs });
        return handler;
      });
      const heard = (): string[][] => handlers.map((handler) => handler.take());
      const unchanged = ['update d/a 1>1'];
      await harness.run();
      heard();
      server.current.send(expiredEvent());
      await clock.advance(800);
      expect(heard()).toEqual([unchanged, unchanged, unchanged]);
      await clock.advance(10_000);
      expect(heard()).toEqual([unchanged, [], []]);
      server.current.send(expiredEvent());
      await clock.advance(1600);
      expect(heard()).toEqual([unchanged, [], []]);
    });
  });
});
