import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../../extension/base/timeSlice.ts';
import { WatchStream, type WatchStreamOptions, type WatchTarget } from '../../../extension/informer/watchStream.ts';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, bookmark, deleted, expiredEvent, modified, pod } from '../../support/objects.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

/** Writes down what it is told: `add d/a 1 by 7`, `version 1`. */
class RecordingTarget implements WatchTarget {
  readonly isQueue: boolean;
  readonly queuesBookmarks: boolean;
  readonly told: string[] = [];

  constructor(isQueue: boolean) {
    this.isQueue = isQueue;
    this.queuesBookmarks = isQueue;
  }

  add = (object: KubeObject, cause: number, key: string) => this.#note('add', object, cause, key);
  update = (object: KubeObject, cause: number, key: string) => this.#note('update', object, cause, key);
  delete = (object: KubeObject, cause: number, key: string) => this.#note('delete', object, cause, key);
  bookmark = (version: string, cause: number) => void this.told.push(`bookmark ${version} by ${cause}`);
  moveTo = (version: string) => void this.told.push(`version ${version}`);

  take(): string[] {
    return this.told.splice(0);
  }

  #note(verb: string, object: KubeObject, cause: number, key: string): void {
    if (object.metadata.name === 'bad') throw new Error('no room');
    expect(key).toBe(metaNamespaceKey(object));
    this.told.push(`${verb} ${key} ${object.metadata.resourceVersion} by ${cause}`);
  }
}

function setUp(options: Partial<WatchStreamOptions> & { readonly isQueue?: boolean } = {}) {
  const stop = new AbortController();
  const clock = new FakeClock();
  const probe = new RecordingProbe();
  const gate = new ManualGate();
  const watch = new ScriptedWatch();
  const target = new RecordingTarget(options.isQueue ?? true);
  const make = (): WatchStream =>
    new WatchStream({
      informer: 'v1/pods',
      watch,
      target,
      startedAt: 0,
      replays: false,
      awaitsInitialEventsEnd: false,
      cause: [99],
      clock,
      probe,
      gate,
      slice: new TimeSlice(clock),
      signal: stop.signal,
      ...options,
    });
  return { stop, clock, probe, gate, watch, target, make };
}

describe('WatchStream', () => {
  it('R-36, R-38, R-40: hands each event on under its entry, and then its version', async () => {
    const { watch, target, probe, make } = setUp();
    const stream = make();
    watch.send(added(pod('a', 5)), modified(pod('a', 3)), deleted(pod('a', 4)), bookmark(9));
    expect(await stream.read()).toBeUndefined();
    expect(target.take()).toEqual(['add d/a 5 by 1', 'version 5', 'update d/a 3 by 2', 'version 3', 'delete d/a 4 by 3', 'version 4', 'bookmark 9 by 4', 'version 9']);
    expect(stream.counted).toBe(4);
    expect(probe.entries).toMatchObject([
      { kind: 'reflector.event', type: 'ADDED', key: 'd/a', rv: '5', cause: [99] },
      { kind: 'reflector.event', type: 'MODIFIED', key: 'd/a', rv: '3', cause: [99] },
      { kind: 'reflector.event', type: 'DELETED', key: 'd/a', rv: '4', cause: [99] },
      { kind: 'reflector.bookmark', rv: '9', cause: [99], initialEventsEnd: false },
    ]);
  });

  it('tells whether the server is waited for: not while somebody holds what it has sent', async () => {
    const { watch, gate, clock, make } = setUp();
    const stream = make();
    expect(stream.signs).toEqual({ heardAt: undefined, isAwaited: false });
    const read = stream.read();
    await clock.settle();
    expect(stream.signs.isAwaited).toBe(true);
    gate.close('watch.event');
    Object.assign(watch, { heardAt: 7 }).send(added(pod('a', 5)));
    await clock.settle();
    expect(stream.signs).toEqual({ heardAt: 7, isAwaited: false });
    gate.open();
    await read;
    expect(stream.signs.isAwaited).toBe(false);
  });

  it('R-37: an event of an unknown type is handed to nobody, reported by name, and counts', async () => {
    const { watch, target, probe, make } = setUp();
    const stream = make();
    watch.send({ type: 'RENAMED', object: pod('a', 11) });
    await stream.read();
    expect([target.take(), stream.counted]).toEqual([['version 11'], 1]);
    expect(probe.of('reflector.error')).toMatchObject([
      { phase: 'event', code: 0, reason: 'Skipped', will: 'skip', message: 'RENAMED event skipped: no such event type: "RENAMED"', cause: [1] },
    ]);
  });

  it('R-37: says why an object cannot be used; it neither counts nor moves the version', async () => {
    const { watch, target, probe, make } = setUp({ expectedType: { apiVersion: 'v1', kind: 'Pod' } });
    const stream = make();
    watch.send(added({ kind: 'Table', metadata: {} }), { type: 'ADDED', object: { kind: 'Pod' } }, added({ metadata: { name: 'bare' } }), { type: 'DELETED', object: 'text' });
    await stream.read();
    expect([target.take(), stream.counted]).toEqual([[], 0]);
    expect(probe.of('reflector.error').map(({ message, cause }) => [message, cause])).toEqual([
      ['ADDED event skipped: unsupported: Table', [99]],
      ['ADDED event skipped: the object has no metadata', [99]],
      ['ADDED event skipped: expected v1 Pod, but it is (none) (none)', [99]],
      ['DELETED event skipped: the object has no metadata', [99]],
    ]);
  });

  it('R-39: what the target refuses is told with its event, moves the version, and the next is applied', async () => {
    const { watch, target, probe, make } = setUp();
    const stream = make();
    watch.send(added(pod('bad', 11)), added(pod('a', 12)));
    await stream.read();
    expect(target.take()).toEqual(['version 11', 'add d/a 12 by 3', 'version 12']);
    expect(probe.of('reflector.error')).toMatchObject([{ message: 'ADDED event skipped: no room', cause: [1] }]);
  });

  it('R-33: while what it replays has no order the version stands still, until an event of another type', async () => {
    const { watch, target, make } = setUp({ replays: true });
    const stream = make();
    watch.send(added(pod('a', 9)), added(pod('b', 3)), bookmark(10), added(pod('c', 8)));
    await stream.read();
    expect(target.take().filter((line) => line.startsWith('version'))).toEqual(['version 10', 'version 8']);
  });

  it('R-53: ends at the bookmark only where that is awaited, and only at the one that marks the end', async () => {
    const { watch, target, probe, make } = setUp({ awaitsInitialEventsEnd: true, replays: true, isQueue: false });
    const stream = make();
    watch.send(added(pod('a', 5)), bookmark(6), bookmark(7, true), added(pod('b', 8)));
    expect(await stream.read()).toEqual({ reason: 'initialEventsEnd', resourceVersion: '7', seq: probe.of('reflector.bookmark')[1]!.seq });
    target.take();
    const queue = new RecordingTarget(true);
    stream.continueInto(queue);
    expect(await stream.read()).toBeUndefined();
    watch.send(bookmark(9, true), added(pod('c', 10)));
    expect(await stream.read()).toBeUndefined();
    expect(queue.take().filter((line) => !line.startsWith('bookmark'))).toEqual(['add d/b 8 by 4', 'version 8', 'version 9', 'add d/c 10 by 6', 'version 10']);
    expect(target.take()).toEqual([]);
  });

  it('R-53: what follows the end of the initial events moves the version, whatever its type', async () => {
    const { watch, make } = setUp({ replays: true });
    const stream = make();
    const queue = new RecordingTarget(true);
    stream.continueInto(queue);
    watch.send(added(pod('a', 5)));
    await stream.read();
    expect(queue.take()).toEqual(['add d/a 5 by 1', 'version 5']);
  });

  it('R-41: an ERROR event ends it with the Status as an error, and counts for nothing', async () => {
    const { watch, target, make } = setUp();
    const stream = make();
    watch.send(expiredEvent(), added(pod('a', 5)));
    expect(await stream.read()).toMatchObject({ reason: 'error', error: { status: 410, reason: 'Expired' } });
    expect([target.take(), stream.counted]).toEqual([[], 0]);
  });

  it('T-03, T-06: closed, silent and broken are told apart', async () => {
    const end = async (error?: unknown): Promise<unknown> => {
      const { watch, make } = setUp();
      watch.end(error);
      return make().read();
    };
    const broken = new ConnectionError('decode', 'not JSON', { server: 's' });
    expect(await end()).toEqual({ reason: 'closed' });
    expect(await end(new ConnectionError('silent', 'nothing heard', { server: 's' }))).toEqual({ reason: 'silent' });
    expect(await end(broken)).toEqual({ reason: 'error', error: broken });
  });

  describe('R-42: a stop', () => {
    it('before it was read closes the watch; nothing is read', async () => {
      const { watch, target, stop, make } = setUp();
      stop.abort();
      const stream = make();
      expect(watch.isClosed).toBe(true);
      expect(await stream.read()).toEqual({ reason: 'stopped' });
      expect(target.take()).toEqual([]);
    });

    it.each([
      ['closes', undefined],
      ['fails', new ConnectionError('reset', 'reset', { server: 's' })],
    ])('while it is waited for the next event wins over a watch that then %s', async (_, error) => {
      const { watch, stop, make } = setUp();
      const reading = make().read();
      stop.abort();
      watch.end(error);
      expect(await reading).toEqual({ reason: 'stopped' });
    });

    it.each([
      ['watch.event', added(pod('a', 5)), []],
      ['queue.add', added(pod('a', 5)), ['reflector.event']],
      ['queue.add', bookmark(5), ['reflector.bookmark']],
    ] as const)('while a person holds %s applies nothing more', async (point, event, kinds) => {
      const { watch, target, stop, gate, clock, probe, make } = setUp();
      gate.close(point);
      const reading = make().read();
      watch.send(event, added(pod('b', 6)));
      await clock.settle();
      expect(gate.held).toHaveLength(1);
      stop.abort();
      expect(await reading).toEqual({ reason: 'stopped' });
      expect([target.take(), probe.kinds()]).toEqual([[], kinds]);
    });

    it('leaves nothing behind on the signal, nor does a close', () => {
      const { stop, make } = setUp();
      const listeners = (): number => getEventListeners(stop.signal, 'abort').length;
      const streams = [make(), make()];
      expect(listeners()).toBe(2);
      streams[0]!.close();
      expect(listeners()).toBe(1);
      stop.abort();
      expect(listeners()).toBe(0);
    });
  });

  describe('R-64: a failure that did not come from it', () => {
    it('ends the wait for the next event; the first one counts', async () => {
      const { watch, make } = setUp();
      const stream = make();
      const reading = stream.read();
      const first = new Error('the resync failed');
      stream.fail(first);
      stream.fail(new Error('another'));
      expect(await reading).toEqual({ reason: 'error', error: first });
      expect(watch.isClosed).toBe(true);
    });

    it('ends a batch before the event that a person holds', async () => {
      const { watch, target, gate, clock, make } = setUp();
      gate.close('watch.event');
      const stream = make();
      const reading = stream.read();
      watch.send(added(pod('a', 5)));
      await clock.settle();
      const error = new Error('the resync failed');
      stream.fail(error);
      gate.open();
      expect(await reading).toEqual({ reason: 'error', error });
      expect(target.take()).toEqual([]);
    });
  });

  it('C-10: asks before each event, and before what is queued of it; only what has a key names it', async () => {
    const { watch, gate, stop, make } = setUp();
    watch.send(added(pod('a', 5)), bookmark(6), expiredEvent());
    await make().read();
    const { signal } = stop;
    const owner = 'v1/pods';
    const carried = { takes: ['skip', 'duplicate', 'delay', 'forge'], subject: expect.any(Function) as () => unknown };
    expect(gate.asked).toEqual([
      { point: 'watch.event', owner, key: 'd/a', cause: 99, signal, ...carried },
      { point: 'queue.add', owner, key: 'd/a', cause: 1, signal, ...carried },
      { point: 'watch.event', owner, cause: 99, signal },
      { point: 'queue.add', owner, cause: 2, signal },
      { point: 'watch.event', owner, cause: 99, signal },
    ]);
    expect(gate.asked[0]!.subject!()).toEqual({ object: pod('a', 5), deltas: ['Added'] });
    const streamed = setUp({ isQueue: false });
    streamed.watch.send(added(pod('a', 5)), bookmark(6));
    await streamed.make().read();
    expect(streamed.gate.asked.map(({ point }) => point)).toEqual(['watch.event', 'watch.event']);
  });
});
