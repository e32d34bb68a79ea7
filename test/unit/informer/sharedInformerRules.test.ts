import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { InformerError } from '../../../extension/informer/sharedInformer.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, bookmark, deleted, expiredEvent, modified, page, pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

const onePod = (): ScriptedListerWatcher => new ScriptedListerWatcher([page(10, [pod('a', 1)])]);

describe('SharedInformer: lifecycle', () => {
  it('S-02: a second run warns, and does nothing', async () => {
    const server = onePod();
    const harness = await new InformerHarness(server).start();
    await harness.informer.run(new AbortController().signal);
    await harness.clock.settle();
    expect(harness.log.lines).toEqual(['warn informer: v1/pods has already been started']);
    expect([server.lists.length, server.watches.length]).toEqual([1, 1]);
    expect(harness.handler.take()).toEqual(['add d/a 1 initial']);
  });

  it('R-11: one that is stopped before it starts asks the server nothing, and has never synced', async () => {
    const server = onePod();
    const harness = new InformerHarness(server);
    await harness.informer.run(AbortSignal.abort());
    expect([server.lists, server.watches, harness.informer.isStopped(), harness.informer.hasSynced()]).toEqual([[], [], true, false]);
    await expect(harness.informer.whenSynced).resolves.toBe(false);
    expect(harness.clock.pending).toBe(0);
  });

  it('S-08, S-10, S-30: from the moment of its stop it takes nothing more, and nothing makes it synced', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof page>>();
    const harness = new InformerHarness(new ScriptedListerWatcher([() => answer.promise]));
    const stop = new AbortController();
    const running = harness.informer.run(stop.signal);
    await harness.clock.settle();
    answer.resolve(page(10));
    stop.abort();
    expect(harness.informer.isStopped()).toBe(false);
    expect(() => harness.informer.addEventHandler({}, { name: 'late' })).toThrow(expect.objectContaining({ name: 'InformerError', code: 'stopped' }));
    expect(() => harness.informer.addIndexers({ late: () => [] })).toThrow(
      expect.objectContaining({ code: 'stopped', message: 'no index was added to shared informer v1/pods because it has stopped already' }),
    );
    await running;
    expect([harness.informer.isStopped(), harness.informer.hasSynced(), harness.probe.of('reflector.synced')]).toEqual([true, false, []]);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('before the start it has nothing queued, and is about to begin', async () => {
    const harness = new InformerHarness(onePod());
    expect(harness.informer.phase).toEqual({ name: 'begin' });
    expect(harness.informer.queueSnapshot(9)).toEqual({ queue: [], items: [], keys: 0, deltas: 0 });
    await harness.start();
    await harness.stop();
    expect(harness.informer.phase).toEqual({ name: 'stopped' });
  });

  it('R-09: skips what is of another type where it was told which to expect', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server, { expectedType: { apiVersion: 'v1', kind: 'Pod' } }).start();
    server.current.send(added({ ...pod('s', 11), kind: 'Secret' }), added(pod('a', 12)));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 12']);
  });

  it('S-04: has synced when its list was processed, though no handler was told yet', async () => {
    const harness = await new InformerHarness(onePod(), { gate: new ManualGate('handler.call') }).start();
    const [handler] = harness.informer.handlers;
    expect([harness.informer.hasSynced(), handler!.hasSynced()]).toEqual([true, false]);
    expect(harness.handler.calls).toEqual([]);
    harness.gate.open();
    await harness.clock.settle();
    expect(handler!.hasSynced()).toBe(true);
  });

  it('S-06, I-14: tells the Reflector’s version, none before the start; the store’s only with an atomic queue', async () => {
    for (const queue of ['DeltaFIFO', 'RealFIFO', 'atomic'] as const) {
      const server = onePod();
      const harness = new InformerHarness(server, { settings: { queue } });
      expect(harness.informer.lastSyncResourceVersion()).toBe('');
      await harness.start();
      server.current.send(bookmark(77));
      await harness.clock.settle();
      expect(harness.informer.lastSyncResourceVersion()).toBe('77');
      expect(harness.informer.lastStoreSyncResourceVersion()).toBe(queue === 'atomic' ? '77' : '');
    }
  });

  it('S-07: of what is set before the start, the last call wins', async () => {
    const server = new ScriptedListerWatcher([new Error('no'), page(10, [pod('a', 1)])]);
    const harness = new InformerHarness(server);
    const told: string[] = [];
    harness.informer.setWatchErrorHandler(() => told.push('first'));
    harness.informer.setWatchErrorHandler(() => told.push('last'));
    harness.informer.setTransform((object) => ({ ...object, by: 'first' }));
    harness.informer.setTransform((object) => ({ ...object, by: 'last' }));
    await harness.start();
    await harness.clock.advance(800);
    expect(told).toEqual(['last']);
    expect(harness.informer.indexer.get('d/a')).toMatchObject({ by: 'last' });
  });

  it('S-09: takes indexers before and after the start, not after the end', async () => {
    const harness = new InformerHarness(onePod());
    harness.informer.addIndexers({ early: () => ['e'] });
    await harness.start();
    harness.informer.addIndexers({ late: () => ['l'] });
    expect([harness.informer.indexer.indexKeys('early', 'e'), harness.informer.indexer.indexKeys('late', 'l')]).toEqual([['d/a'], ['d/a']]);
    await harness.stop();
    expect(() => harness.informer.addIndexers({ more: () => [] })).toThrow(InformerError);
  });

  it('C-07: everything that waits does so on the one clock: a round’s delay, a resync, a crashed handler', async () => {
    const server = new ScriptedListerWatcher([new Error('down'), page(10, [pod('a', 1)])]);
    const harness = new InformerHarness(server, { settings: { resyncPeriodMs: 5000 } });
    harness.handler.onCall = () => {
      throw new Error('crash');
    };
    await harness.start();
    expect(harness.clock.nextTimerIn).toBe(800);
    await harness.clock.advance(800);
    expect([harness.clock.nextTimerIn, harness.clock.pending]).toEqual([1000, 2]);
    await harness.clock.advance(1000);
    expect(harness.clock.nextTimerIn).toBe(4000);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });
});

describe('SharedInformer: dispatch', () => {
  it('S-13, P-10: a change is in the store and on its way to every handler before anything else happens', async () => {
    const server = onePod();
    const gate = new ManualGate('handler.call');
    const harness = await new InformerHarness(server, { gate }).start();
    harness.informer.addEventHandler({}, { name: 'other' });
    await harness.clock.settle();
    const seen: unknown[] = [];
    const record = harness.probe.record.bind(harness.probe);
    harness.probe.record = (draft) => {
      if (draft.kind === 'store.add') {
        // The first thing that could happen in between.
        queueMicrotask(() => seen.push(harness.informer.indexer.get('d/b')?.metadata.resourceVersion, harness.informer.handlers.map(({ backlog }) => backlog)));
      }
      return record(draft);
    };
    server.current.send(added(pod('b', 11)));
    await harness.clock.settle();
    expect(seen).toEqual(['11', [2, 2]]);
  });

  it('P-10: a handler that reads the cache sees at least what it is told', async () => {
    const server = onePod();
    const harness = new InformerHarness(server);
    const seen: string[] = [];
    harness.handler.onCall = (line) => void seen.push(`${line} | ${harness.cache.join(', ')}`);
    await harness.start();
    for (const event of [added(pod('b', 11)), modified(pod('a', 12)), deleted(pod('b', 13))]) {
      server.current.send(event);
      await harness.clock.settle();
    }
    expect(seen).toEqual([
      'add d/a 1 initial | d/a 1',
      'add d/b 11 | d/a 1, d/b 11',
      'update d/a 1>12 | d/a 12, d/b 11',
      'delete d/b 13 | d/a 12',
    ]);
  });

  it('S-14, S-15, S-16: adds, updates and deletions go to all; a deletion perhaps as a tombstone', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('gone', 2)]), page(20, [pod('a', 12)])]);
    const harness = new InformerHarness(server);
    const other = new RecordingHandler();
    harness.informer.addEventHandler(other, { name: 'other' });
    await harness.start();
    server.current.send(modified(pod('a', 12)), added(pod('b', 13)));
    await harness.clock.settle();
    server.current.send(deleted(pod('b', 14)), expiredEvent());
    await harness.clock.advance(800);
    const calls = [
      'add d/a 1 initial',
      'add d/gone 2 initial',
      'update d/a 1>12',
      'add d/b 13',
      'delete d/b 14',
      'update d/a 12>12',
      'tombstone d/gone 2',
    ];
    expect(harness.handler.take()).toEqual(calls);
    expect(other.take()).toEqual(calls);
  });

  it('S-55: an update while the first list is processed is an update, and is not waited for', async () => {
    const gate = new ManualGate('queue.pop', 'handler.call');
    const server = onePod();
    const harness = await new InformerHarness(server, { gate, settings: { queue: 'RealFIFO' } }).start();
    server.current.send(modified(pod('a', 11)));
    await harness.clock.settle();
    gate.releaseOne(); // the listed one
    await harness.clock.settle();
    const [handler] = harness.informer.handlers;
    while (harness.handler.calls.length === 0) {
      gate.releaseOne();
      await harness.clock.settle();
    }
    expect(harness.handler.take()).toEqual(['add d/a 1 initial']);
    expect(handler!.hasSynced()).toBe(true);
    gate.open();
    await harness.clock.settle();
    expect(harness.handler.take()).toEqual(['update d/a 1>11']);
  });
});

describe('SharedInformer: resync periods', () => {
  it('S-01, S-27: a handler has the informer’s period unless it names its own; 0 opts out', async () => {
    const harness = new InformerHarness(onePod(), { settings: { resyncPeriodMs: 5000 } });
    const never = new RecordingHandler();
    harness.informer.addEventHandler(never, { name: 'never', resyncPeriodMs: 0 });
    await harness.start();
    harness.handler.take();
    never.take();
    await harness.clock.advance(5000);
    expect(harness.handler.take()).toEqual(['update d/a 1>1']);
    expect(never.take()).toEqual([]);
  });

  it('S-26: the Reflector’s timer keeps the period that it began with', async () => {
    const harness = await new InformerHarness(onePod(), { settings: { resyncPeriodMs: 5000 } }).start();
    const late = new RecordingHandler();
    harness.informer.addEventHandler(late, { name: 'late', resyncPeriodMs: 1000 });
    await harness.clock.settle();
    late.take();
    await harness.clock.advance(4999);
    expect(harness.probe.of('queue.resync')).toHaveLength(0);
    await harness.clock.advance(1);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
    expect(late.take()).toEqual(['update d/a 1>1']);
  });
});

describe('SharedInformer: adding and removing handlers', () => {
  it('S-30: none is added to one that has stopped', async () => {
    const harness = await new InformerHarness(onePod()).start();
    await harness.stop();
    expect(() => harness.informer.addEventHandler({}, { name: 'late' })).toThrow(
      'handler late was not added to shared informer v1/pods because it has stopped already',
    );
    expect(harness.informer.handlers).toEqual([]);
  });

  it('S-31: before the start it is merely registered', async () => {
    const harness = new InformerHarness(onePod());
    const registration = harness.informer.addEventHandler(harness.handler, { name: 'early' });
    await harness.clock.settle();
    expect([harness.handler.calls, registration.backlog, registration.hasSynced()]).toEqual([[], 0, false]);
    await harness.run();
    expect(harness.handler.take()).toEqual(['add d/a 1 initial']);
  });

  it('S-35: shutting one down waits for the call that is running', async () => {
    const harness = new InformerHarness(onePod());
    const call = Promise.withResolvers<void>();
    harness.handler.onCall = () => call.promise;
    await harness.start();
    let down = false;
    void harness.informer.shutDownEventHandler(harness.informer.handlers[0]!).then(() => (down = true));
    await harness.clock.settle();
    expect(down).toBe(false);
    call.resolve();
    await harness.clock.settle();
    expect(down).toBe(true);
  });

  it('S-34: removing twice, or what another informer registered, does nothing; what is no registration is an error', async () => {
    const server = onePod();
    const harness = await new InformerHarness(server).start();
    const other = await new InformerHarness(onePod()).start();
    const [foreign] = other.informer.handlers;
    harness.informer.removeEventHandler(foreign!);
    expect([harness.informer.handlers.length, other.informer.handlers.length]).toEqual([1, 1]);
    const [own] = harness.informer.handlers;
    harness.informer.removeEventHandler(own!);
    harness.informer.removeEventHandler(own!);
    expect(harness.informer.handlers).toEqual([]);
    expect(() => harness.informer.removeEventHandler({ name: 'fake', backlog: 0, hasSynced: () => true })).toThrow(
      expect.objectContaining({ code: 'notARegistration', message: 'this is not a registration that addEventHandler has returned' }),
    );
  });

  it('S-36: removing one that never ran is done at once', async () => {
    const harness = new InformerHarness(onePod());
    const registration = harness.informer.addEventHandler(harness.handler, { name: 'early' });
    await harness.informer.shutDownEventHandler(registration);
    await harness.run();
    expect(harness.handler.calls).toEqual([]);
  });

  it('C-06: between a stop and what is at hand, the stop wins', async () => {
    const server = onePod();
    const harness = await new InformerHarness(server).start();
    harness.handler.take();
    server.current.send(added(pod('b', 11)));
    await harness.stop();
    expect(harness.handler.take()).toEqual([]);
    expect(harness.cache).toEqual(['d/a 1']);
  });

  it('C-09: what is shown of the queue is a copy', async () => {
    const server = onePod();
    const harness = await new InformerHarness(server).start();
    harness.gate.close('queue.pop');
    server.current.send(added(pod('b', 11)), modified(pod('b', 12)));
    await harness.clock.settle();
    const snapshot = harness.informer.queueSnapshot(10) as unknown as { queue: string[]; items: { deltas: unknown[] }[] };
    snapshot.queue.length = 0;
    snapshot.items[0]!.deltas.length = 0;
    expect(harness.informer.queueSnapshot(10)).toMatchObject({ queue: ['d/b'], items: [{ deltas: [{ rv: '11' }, { rv: '12' }] }] });
    harness.informer.indexer.list().length = 0;
    harness.informer.indexer.listKeys().length = 0;
    expect(harness.cache).toEqual(['d/a 1']);
  });
});
