import { describe, expect, it } from 'vitest';
import { Informer, type InformerOptions } from '../../../extension/informer/informer.ts';
import { InformerNames } from '../../../extension/informer/informerMetrics.ts';
import { enginePorts } from '../../support/enginePorts.ts';
import { added, deleted, expiredEvent, modified, page, pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

async function start(server: ScriptedListerWatcher, options: Partial<InformerOptions> = {}) {
  const ports = enginePorts();
  const handler = new RecordingHandler();
  const informer = new Informer({ ...ports, name: 'v1/pods', listerWatcher: server, handler, ...options });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await ports.clock.settle();
  return { ...ports, handler, informer, stop: () => (stop.abort(), running) };
}

describe('Informer', () => {
  it('P-19: calls its one handler inside the pop, after the store', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const { handler, informer, probe, clock, stop } = await start(server);
    expect(handler.take()).toEqual(['add d/a 1 initial']);
    const stored: (string | undefined)[] = [];
    handler.onCall = (line) => void stored.push(`${line}: ${informer.indexer.listKeys().join(' ')}`);
    for (const event of [added(pod('b', 11)), modified(pod('a', 12)), deleted(pod('b', 13))]) {
      server.current.send(event);
      await clock.settle();
    }
    expect(stored).toEqual(['add d/b 11: d/a d/b', 'update d/a 1>12: d/a d/b', 'delete d/b 13: d/a']);
    // Call and pop are one step: nothing comes between.
    const kinds = probe.kinds();
    expect(kinds.slice(kinds.lastIndexOf('queue.pop'))).toEqual(['queue.pop', 'store.delete', 'handler.delete']);
    expect(probe.of('handler.delete')[0]).not.toHaveProperty('leftSelector');
    await stop();
    expect(clock.pending).toBe(0);
  });

  it('tells when it has synced, and by which entry', async () => {
    const { probe } = await start(new ScriptedListerWatcher([page(10, [pod('a', 1)])]));
    expect(probe.of('reflector.synced')).toMatchObject([{ informer: 'v1/pods', cause: [probe.of('queue.pop')[0]!.seq] }]);
  });

  it('P-19: a handler that throws, at once or later, costs that one call', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const { handler, informer, probe, clock } = await start(server);
    handler.onCall = (line) => {
      if (line.includes('d/b')) throw new Error('no b');
      return line.includes('d/c') ? Promise.reject(new Error('no c')) : undefined;
    };
    server.current.send(added(pod('b', 11)), added(pod('c', 12)), added(pod('d', 13)));
    await clock.settle();
    expect(probe.of('handler.error').map(({ message }) => message).toSorted()).toEqual(['handler v1/pods threw: no b', 'handler v1/pods threw: no c']);
    expect(handler.take()).toEqual(['add d/c 12', 'add d/d 13']);
    expect(informer.indexer.size).toBe(3);
  });

  it('P-20: takes a type, a period, a least watch time, indexers, a transform and an identifier', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const figures: string[] = [];
    const { handler, informer, clock } = await start(server, {
      queue: 'RealFIFO',
      expectedType: { apiVersion: 'v1', kind: 'Pod' },
      resyncPeriodMs: 5000,
      minWatchTimeoutMs: 900_000,
      indexers: { name: ({ metadata }) => [metadata.name!] },
      transform: (object) => ({ ...object, spec: 'trimmed' }),
      identifier: new InformerNames().reserve('mine', 'v1/pods'),
      metrics: {
        queuedItems: ({ name }) => ({ set: (value) => figures.push(`${name} queued ${value}`) }),
        processingLatency: () => ({ observe: () => undefined }),
        storeResourceVersion: () => ({ set: (value) => figures.push(`stored ${value}`) }),
      },
    });
    expect(server.watches).toMatchObject([{ timeoutSeconds: 900 }]);
    expect(informer.indexer.byIndex('name', 'a')).toMatchObject([{ spec: 'trimmed' }]);
    expect(figures).toEqual(['mine queued 1', 'mine queued 0', 'stored 1']);
    server.current.send(added({ ...pod('s', 11), kind: 'Secret' }));
    await clock.settle();
    expect(informer.indexer.listKeys()).toEqual(['d/a']);
    handler.take();
    await clock.advance(5000);
    expect(handler.take()).toEqual(['update d/a 1>1']);
  });

  it('P-17, P-20: what vanished unseen leaves under its key, as a tombstone', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)]), page(20)]);
    const { handler, informer, clock } = await start(server);
    handler.take();
    server.current.send(expiredEvent());
    await clock.advance(800);
    expect(handler.take()).toEqual(['tombstone d/a 1']);
    expect(informer.indexer.size).toBe(0);
    expect(informer.hasSynced()).toBe(true);
    expect(informer.lastSyncResourceVersion).toBe('20');
  });
});
