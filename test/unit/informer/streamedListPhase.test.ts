import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { added, bookmark, expiredEvent, page, pod } from '../../support/objects.ts';
import { story } from '../../support/reflectorStory.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

const settings = { clientGo: '1.36' } as const;

describe('StreamedListPhase', () => {
  it('R-52: each attempt begins with nothing, and transforms as the queue does', async () => {
    const first = new ScriptedWatch().send(added(pod('lost', 5))).end();
    const server = new ScriptedListerWatcher([], [first]);
    const harness = new InformerHarness(server, { settings });
    const seen: string[] = [];
    harness.informer.setTransform((object) => {
      seen.push(object.metadata.name!);
      return { ...object, trimmed: true };
    });
    await harness.start();
    expect(seen).toEqual(['lost']);
    server.current.send(added(pod('a', 6)), bookmark(9, true));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 6']);
    expect(seen).toEqual(['lost', 'a', 'a']);
    expect(harness.informer.indexer.get('d/a')).toMatchObject({ trimmed: true });
  });

  it('R-57: says on each tick of ten seconds without an event that the end is still awaited', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(3000);
    server.current.send(added(pod('a', 5)), added(pod('b', 6)));
    await harness.clock.advance(7000);
    expect(harness.log.lines).toEqual([]);
    await harness.clock.advance(10_000);
    expect(harness.log.take()).toEqual(['warn reflector: v1/pods: streaming initial events: 2 objects, end marker not seen, 20 s']);
    expect(harness.probe.of('reflector.streaming')).toMatchObject([{ objects: 2, lasted: 20_000 }]);
    server.current.send(bookmark(9, true));
    await harness.clock.advance(60_000);
    expect(harness.log.lines).toEqual([]);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it.each([
    [999, ['stream error 0 VeryShortWatch: relist', 'list 0 limit 500', 'watch 10']],
    [1000, ['stream ""']],
  ])('R-56: closed without the bookmark or an event after %d ms', async (ms, expected) => {
    const server = new ScriptedListerWatcher([page(10)], []);
    const harness = new InformerHarness(server, { settings });
    harness.clock.pass(5000);
    await harness.start();
    await harness.clock.advance(ms);
    server.current.end();
    await harness.clock.settle();
    expect(story(harness).slice(1)).toEqual(expected);
  });

  it.each([
    [999, ['stream error 0 VeryShortWatch: relist', 'backoff 800']],
    [1000, ['watch 9']],
  ])('R-47, R-53: as a watch it is measured from the end of its list on, and the events of the list do not count: closed %d ms after it', async (ms, expected) => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(2000);
    server.current.send(added(pod('a', 5)), bookmark(9, true));
    await harness.clock.advance(ms);
    const before = story(harness).length;
    server.current.end();
    await harness.clock.settle();
    expect(story(harness).slice(before)).toEqual(expected);
  });

  it('R-56, T-06: one that was silent for too long is begun anew, as one that closed', async () => {
    const server = new ScriptedListerWatcher([page(10)], []);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(2000);
    server.current.end(new ConnectionError('silent', 'nothing heard', { server: 's' }));
    await harness.clock.settle();
    expect(story(harness)).toEqual(['stream ""', 'stream ""']);
  });

  it('R-55: expired though the newest state was asked for: the plain list, instead of asking the same for ever', async () => {
    const server = new ScriptedListerWatcher([page(10)], [new ScriptedWatch().send(expiredEvent())]);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(story(harness)).toEqual(['stream ""', 'stream error 410 Expired: relist', 'list 0 limit 500', 'watch 10']);
    expect(server.opened[0]!.isClosed).toBe(true);
    expect(harness.probe.of('reflector.closed')).toMatchObject([{ reason: 'Expired' }]);
  });

  it('R-53: what it brought leads back to the bookmark at its end', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings }).start();
    server.current.send(added(pod('a', 5)), bookmark(9, true));
    await harness.clock.settle();
    const [call] = harness.probe.of('handler.add');
    expect(harness.probe.chain(call!.seq).map(({ kind }) => kind)).toContain('reflector.bookmark');
  });

  it('R-52: its events are not queued, so the gate before the queue is asked only for the whole', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings: { ...settings, queue: 'atomic' } }).start();
    server.current.send(added(pod('a', 5)), bookmark(6));
    await harness.clock.settle();
    expect(harness.gate.asked.map(({ point }) => point)).toEqual(['watch.event', 'watch.event']);
    server.current.send(bookmark(9, true));
    await harness.clock.settle();
    expect(harness.gate.asked.filter(({ point }) => point === 'queue.add')).toHaveLength(1);
  });

  it('R-65: the resync timer runs beside the watch that it goes on as', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings: { ...settings, resyncPeriodMs: 10_000 } }).start();
    await harness.clock.advance(9000);
    server.current.send(added(pod('a', 5)), bookmark(9, true));
    await harness.clock.advance(9999);
    expect(harness.probe.of('queue.resync')).toEqual([]);
    await harness.clock.advance(1);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
  });

  it('R-57: ten seconds without any event are enough', async () => {
    const harness = new InformerHarness(new ScriptedListerWatcher([], []), { settings });
    harness.clock.pass(5000);
    await harness.start();
    await harness.clock.advance(9999);
    expect(harness.log.lines).toEqual([]);
    await harness.clock.advance(1);
    expect(harness.probe.of('reflector.streaming')).toMatchObject([{ objects: 0, lasted: 10_000 }]);
  });

  it('R-59: what the queue does not take leads to the plain list', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])], []);
    const harness = new InformerHarness(server, { settings });
    let calls = 0;
    harness.informer.setTransform((object) => {
      // The first is the temporary store's, the second the queue's.
      if (++calls === 2) throw new Error('cannot trim');
      return object;
    });
    await harness.start();
    server.current.send(added(pod('a', 1)), bookmark(9, true));
    await harness.clock.settle();
    expect(story(harness)).toEqual(['stream ""', 'stream error 0 TransformError: relist', 'list 0 limit 500', 'watch 10']);
    expect(harness.cache).toEqual(['d/a 1']);
    expect(server.opened[0]!.isClosed).toBe(true);
  });

  describe('R-60: compares with a list at exactly that version, when it is asked to', () => {
    const start = async (server: ScriptedListerWatcher): Promise<InformerHarness> => {
      const harness = await new InformerHarness(server, { settings, checksStreamedLists: true }).start();
      server.current.send(added(pod('a', 5)), added(pod('b', 6)), bookmark(9, true));
      await harness.clock.settle();
      return harness;
    };

    it('tries again every second, and goes on when they agree', async () => {
      const server = new ScriptedListerWatcher([new ApiError({ code: 503, reason: 'ServiceUnavailable' }), page(9, [pod('b', 6), pod('a', 5)])]);
      const harness = await start(server);
      expect(harness.cache).toEqual([]);
      expect(harness.log.lines).toEqual([expect.stringMatching(/^warn reflector: v1\/pods: the list to check the streamed one with failed/)]);
      await harness.clock.advance(1000);
      expect(server.lists).toEqual([
        { resourceVersion: '9', resourceVersionMatch: 'Exact' },
        { resourceVersion: '9', resourceVersionMatch: 'Exact' },
      ]);
      expect(harness.cache).toEqual(['d/a 5', 'd/b 6']);
    });

    it.each([
      ['lacks one', [pod('a', 5)], 'd/b was streamed only'],
      ['has one more', [pod('a', 5), pod('b', 6), pod('c', 7)], 'd/c is in the list only'],
      ['has another state', [pod('a', 5), { ...pod('b', 6), spec: { nodeName: 'n' } }], 'd/b differs in spec'],
    ])('a list that %s is an error, and the plain list decides', async (_name, items, difference) => {
      const server = new ScriptedListerWatcher([page(9, items), page(10, [pod('z', 10)])]);
      const harness = await start(server);
      expect(harness.probe.of('reflector.error')).toMatchObject([{ reason: 'Inconsistent', message: expect.stringContaining(difference) }]);
      expect(harness.cache).toEqual(['d/z 10']);
    });

    it('version "0" names no state to compare with; and nobody asks when nobody is told to', async () => {
      const zero = new ScriptedListerWatcher([]);
      const harness = await new InformerHarness(zero, { settings, checksStreamedLists: true }).start();
      zero.current.send(bookmark(0, true));
      await harness.clock.settle();
      expect(zero.lists).toEqual([]);
      expect(harness.informer.hasSynced()).toBe(true);
      const untold = new ScriptedListerWatcher([]);
      const other = await new InformerHarness(untold, { settings }).start();
      untold.current.send(bookmark(9, true));
      await other.clock.settle();
      expect(untold.lists).toEqual([]);
    });
  });
});
