import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { added, bookmark, errorEvent, expiredEvent, page, pod } from '../../support/objects.ts';
import { ReflectorHarness } from '../../support/reflectorHarness.ts';
import { story } from '../../support/reflectorStory.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

const refused = new ConnectionError('refused', 'nobody listens', { server: 'https://x' });

describe('WatchPhase', () => {
  it('R-05: one backoff for failed lists, refused watches, and what fails in a stream', async () => {
    const server = new ScriptedListerWatcher([new ApiError({ code: 503, reason: 'ServiceUnavailable' }), page(10)], [() => refused]);
    const harness = await new ReflectorHarness(server).start();
    await harness.clock.advance(800 + 1600);
    server.current.send(added(pod('a', 11)), errorEvent(429, 'TooManyRequests'));
    await harness.clock.advance(3200);
    server.current.send(expiredEvent());
    await harness.clock.advance(6400);
    expect(story(harness)).toEqual([
      'list 0 limit 500',
      'list error 503 ServiceUnavailable: retry',
      'backoff 800',
      'list 0 limit 500',
      'watch 10',
      'watch error 0 refused: rewatch',
      'backoff 1600',
      'watch 10',
      'stream error 429 TooManyRequests: rewatch',
      'backoff 3200',
      'watch 11',
      'stream error 410 Expired: relist',
      'backoff 6400',
      'list 11',
      'watch 10',
    ]);
  });

  it('R-09: skips what is of another type, but only when it was told which to expect', async () => {
    const secret = { ...pod('s', 11), kind: 'Secret' };
    const beta = { ...pod('b', 12), apiVersion: 'v1beta1' };
    for (const expectedType of [undefined, { apiVersion: 'v1', kind: 'Pod' }]) {
      const server = new ScriptedListerWatcher([page(10)]);
      const harness = await new ReflectorHarness(server, expectedType && { expectedType }).start();
      server.current.send(added(secret), added(beta));
      await harness.clock.settle();
      expect(harness.queue.length).toBe(expectedType ? 0 : 2);
      expect(harness.reflector.lastSyncResourceVersion).toBe(expectedType ? '10' : '12');
      expect(harness.probe.of('reflector.error').map(({ message }) => message)).toEqual(
        expectedType
          ? ['ADDED event skipped: expected v1 Pod, but it is v1 Secret', 'ADDED event skipped: expected v1 Pod, but it is v1beta1 Pod']
          : [],
      );
      server.current.send(added(pod('a', 13)));
      await harness.clock.settle();
      expect(harness.reflector.lastSyncResourceVersion).toBe('13');
    }
  });

  it('R-31: opens a watch only where none came down from a streamed list, and none at all when stopped', async () => {
    const streamed = new ScriptedListerWatcher([]);
    const harness = await new InformerHarness(streamed, { settings: { clientGo: '1.36' } }).start();
    streamed.current.send(bookmark(9, true));
    await harness.clock.settle();
    expect(harness.informer.phase.name).toBe('watch');
    expect(streamed.watches).toHaveLength(1);

    const listed = new ScriptedListerWatcher([page(10)]);
    const other = await new ReflectorHarness(listed).start();
    listed.current.send(added(pod('a', 11))).end();
    await other.stop();
    expect(listed.watches).toHaveLength(1);
    expect(other.reflector.phase.name).toBe('stopped');
  });

  it('R-49: only a failed opening is told; whatever happens in a stream is not', async () => {
    const told: string[] = [];
    const server = new ScriptedListerWatcher([page(10)], [
      new ScriptedWatch().send(added(pod('a', 11)), expiredEvent()),
      new ScriptedWatch().send(added(pod('a', 12)), errorEvent(500, 'InternalError')),
      new ScriptedWatch().send(added(pod('a', 13)), errorEvent(429, 'TooManyRequests')),
      new ScriptedWatch().end(new ConnectionError('decode', 'not JSON', { server: 'x' })),
      new ScriptedWatch().end(),
      () => new ApiError({ code: 410, reason: 'Gone', message: 'gone' }),
    ]);
    const harness = await new ReflectorHarness(server, { onWatchError: (error) => told.push((error as Error).message) }).start();
    await harness.clock.advance(60_000);
    expect(harness.probe.of('reflector.error').map(({ reason }) => reason)).toEqual([
      'Expired',
      'InternalError',
      'TooManyRequests',
      'decode',
      'VeryShortWatch',
      'Gone',
    ]);
    expect(told).toEqual(['gone']);
  });

  it('R-46, R-50: internal errors are retried at once while there is a window for them', async () => {
    const failing = (rv: number): ScriptedWatch => new ScriptedWatch().send(added(pod('a', rv)), errorEvent(500, 'InternalError'));
    const server = new ScriptedListerWatcher([page(10)], [failing(11), failing(12)]);
    const harness = await new ReflectorHarness(server, { maxInternalErrorRetryMs: 30_000 }).start();
    expect(story(harness).slice(1)).toEqual([
      'watch 10',
      'stream error 500 InternalError: rewatch',
      'watch 11',
      'stream error 500 InternalError: rewatch',
      'watch 12',
    ]);
  });

  it('R-46, R-48: the window is for internal errors alone: any other leads to a list while it is open', async () => {
    const server = new ScriptedListerWatcher([page(10)], [new ScriptedWatch().send(added(pod('a', 11)), errorEvent(500, 'InternalError'))]);
    const harness = await new ReflectorHarness(server, { maxInternalErrorRetryMs: 30_000 }).start();
    server.current.send(added(pod('a', 12)), expiredEvent());
    await harness.clock.advance(800);
    expect(story(harness).slice(2)).toEqual(['stream error 500 InternalError: rewatch', 'watch 11', 'stream error 410 Expired: relist', 'backoff 800', 'list 12', 'watch 10']);
  });

  it.each([
    [999, ['watch error 0 reset: relist', 'backoff 800']],
    [1000, ['watch error 0 reset: rewatch', 'watch 10']],
  ])('T-02, R-47: a connection that breaks %d ms after it was asked for counts as a watch that lasted so long', async (ms, expected) => {
    const opening = Promise.withResolvers<ScriptedWatch>();
    const server = new ScriptedListerWatcher([page(10)], [() => opening.promise, new ScriptedWatch()]);
    const harness = new ReflectorHarness(server);
    harness.clock.pass(5000);
    await harness.start();
    await harness.clock.advance(ms);
    opening.reject(new ConnectionError('reset', 'reset by peer', { server: 's' }));
    await harness.clock.settle();
    expect(story(harness).slice(2)).toEqual(expected);
  });

  it('R-41: a stream that ends badly is closed, and its end told with the reason and how long it lasted', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = new ReflectorHarness(server);
    harness.clock.pass(5000);
    await harness.start();
    const { current } = server;
    await harness.clock.advance(3000);
    current.send(expiredEvent());
    await harness.clock.settle();
    expect(current.isClosed).toBe(true);
    expect(harness.probe.of('reflector.closed')).toMatchObject([{ reason: 'Expired', lasted: 3000 }]);
    expect(harness.reflector.phase).toMatchObject({ name: 'backoff', ms: 800, until: 8800 });
  });

  it('R-38: in a watch the mark of the end of initial events is a bookmark like any other', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new ReflectorHarness(server).start();
    server.current.send(bookmark(11), bookmark(12, true), added(pod('a', 13)));
    await harness.clock.settle();
    expect(server.watches).toHaveLength(1);
    expect(server.current.isClosed).toBe(false);
    expect(harness.reflector.lastSyncResourceVersion).toBe('13');
  });

  it('says that the queue is full only where that lasts a second', async () => {
    const start = async () => {
      const server = new ScriptedListerWatcher([page(10)]);
      const harness = await new ReflectorHarness(server, { maxQueuedDeltas: 2 }).start();
      server.current.send(added(pod('a', 11)), added(pod('b', 12)));
      await harness.clock.advance(999);
      return harness;
    };
    const brief = await start();
    brief.queue.pop(() => undefined);
    await brief.clock.settle();
    expect(brief.clock.pending).toBe(0);
    await brief.clock.advance(60_000);
    expect(brief.probe.of('reflector.error')).toEqual([]);
    const long = await start();
    await long.clock.advance(1);
    expect(long.probe.of('reflector.error')).toMatchObject([{ phase: 'watch', reason: 'QueueFull', will: 'retry' }]);
  });
});
