import { describe, expect, it } from 'vitest';
import type { ListerWatcher, ListPage, RequestObserver, Watch } from '../../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../../extension/kube/listOptions.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { undecodableItem } from '../../../extension/informer/reflectorErrors.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { LongestBlock } from '../../support/longestBlock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, bookmark, deleted, errorEvent, expiredEvent, modified, page, pod } from '../../support/objects.ts';
import { story } from '../../support/reflectorStory.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

const refused = new ConnectionError('refused', 'nobody listens', { server: 'https://x' });
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'pods is forbidden' });
const tooMany = new ApiError({ code: 429, reason: 'TooManyRequests' });
const expired = new ApiError({ code: 410, reason: 'Expired', message: 'too old resource version' });
const tooLarge = new ApiError({ code: 504, reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });

/** A server as the script says, and what each of its requests is told besides its answer. */
class Observed implements ListerWatcher {
  readonly #script: ScriptedListerWatcher;
  readonly #tell: (observer: RequestObserver, verb: 'list' | 'watch') => void;

  constructor(script: ScriptedListerWatcher, tell: (observer: RequestObserver, verb: 'list' | 'watch') => void) {
    this.#script = script;
    this.#tell = tell;
  }

  list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage> {
    this.#tell(observer!, 'list');
    return this.#script.list(options, signal);
  }

  watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch> {
    this.#tell(observer!, 'watch');
    return this.#script.watch(options, signal);
  }
}

describe('Reflector: what a request tells besides its answer', () => {
  it('that the rate limit of the client holds a list back, between the list and what comes of it', async () => {
    const server = new Observed(new ScriptedListerWatcher([page(10)]), (observer, verb) => verb === 'list' && observer.throttled(1800));
    const { probe } = await new InformerHarness(server).start();
    expect(probe.kinds().slice(0, 3)).toEqual(['reflector.list', 'reflector.throttled', 'reflector.listed']);
    const [list, throttled, listed] = probe.entries;
    expect(throttled).toMatchObject({ informer: 'v1/pods', ms: 1800, cause: [list!.seq] });
    expect(listed).toMatchObject({ cause: [throttled!.seq] });
  });

  it('that the server has accepted the first page of a list, and a watch; nothing comes of that', async () => {
    const pages = [page(10, [pod('a', 1)], { continue: 'x', remainingItemCount: 41 }), page(10, [pod('b', 2)], { continue: 'y' }), page(10, [pod('c', 3)], { continue: 'z', remainingItemCount: -1 }), page(10)];
    const server = new Observed(new ScriptedListerWatcher(pages), (observer, verb) => verb === 'list' && observer.accepted());
    const { probe } = await new InformerHarness(server).start();
    const [list] = probe.of('reflector.list');
    const [watch] = probe.of('reflector.watch');
    expect(probe.of('reflector.accepted')).toEqual([list, watch].map((asked) => expect.objectContaining({ informer: 'v1/pods', cause: [asked!.seq] })));
    // Of the rest, what the page before says of it, where that is a count.
    expect(probe.of('reflector.list').map(({ objects, remaining }) => [objects, remaining])).toEqual([[undefined, undefined], [1, 41], [2, undefined], [3, undefined]]);
    expect(probe.of('reflector.listed')).toMatchObject([{ cause: [probe.of('reflector.list')[3]!.seq] }]);
  });

  it('that a watch is refused: nothing is accepted', async () => {
    const { probe } = await new InformerHarness(new ScriptedListerWatcher([page(10)], [() => Promise.reject(forbidden)])).start();
    expect(probe.of('reflector.watch')).toHaveLength(1);
    expect(probe.of('reflector.accepted')).toEqual([]);
  });

  it('that the server sends whole objects where their metadata was asked for; nothing comes of that', async () => {
    const server = new Observed(new ScriptedListerWatcher([page(10)]), (observer, verb) => observer.reduced(verb === 'list' ? 'PodList' : 'Pod'));
    const { probe } = await new InformerHarness(server).start();
    const [list] = probe.of('reflector.list');
    const [watch] = probe.of('reflector.watch');
    expect(probe.of('reflector.reduced')).toMatchObject([{ got: 'PodList', cause: [list!.seq] }, { got: 'Pod', cause: [watch!.seq] }]);
    expect(probe.of('reflector.listed')).toMatchObject([{ cause: [list!.seq] }]);
  });
});

describe('Reflector: list', () => {
  it('R-20, R-22: begins at version 0 with pages of 500, and watches from the version of the list', async () => {
    const harness = await new InformerHarness(new ScriptedListerWatcher([page(10)])).start();
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10']);
    expect(harness.probe.kinds()).toEqual(['reflector.list', 'reflector.listed', 'queue.replace', 'reflector.synced', 'reflector.watch', 'reflector.accepted']);
  });

  it('R-20, R-22, R-44: relists from the last version, without a limit', async () => {
    const server = new ScriptedListerWatcher([page(10), page(20)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 15)), expiredEvent());
    await harness.clock.advance(800);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', 'stream error 410 Expired: relist', 'backoff 800', 'list 15', 'watch 20']);
  });

  it('R-23: a server that pages a list at version 0 has no watch cache: later lists are paged too', async () => {
    const first = page(10, [pod('a', 1)], { continue: 'more' });
    const server = new ScriptedListerWatcher([first, page(11, [pod('b', 2)]), page(20)]);
    const harness = await new InformerHarness(server).start();
    expect(harness.probe.of('reflector.listed')).toMatchObject([{ items: 2, pages: 2, resourceVersion: '10' }]);
    server.current.send(added(pod('c', 15)), expiredEvent());
    await harness.clock.advance(800);
    expect(server.lists.at(-1)).toEqual({ resourceVersion: '15', limit: 500 });
    // A list that came whole does not take it back.
    server.current.send(added(pod('d', 25)), expiredEvent());
    await harness.clock.advance(1600);
    expect(server.lists.at(-1)).toEqual({ resourceVersion: '25', limit: 500 });
  });

  it.each([
    ['expired', expired],
    ['too large', tooLarge],
  ])('R-24: %s: once more at once, for the newest state, with the page size of before', async (_name, error) => {
    const server = new ScriptedListerWatcher([page(10), error, page(30)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 15)), expiredEvent());
    await harness.clock.advance(800);
    expect(server.lists.slice(1)).toEqual([{ resourceVersion: '15' }, { resourceVersion: '' }]);
    expect(harness.informer.lastSyncResourceVersion()).toBe('30');
    server.current.send(expiredEvent());
    await harness.clock.advance(1600);
    expect(server.lists.at(-1)).toEqual({ resourceVersion: '30' });
  });

  it('R-24: if that fails too it is an error like any other, and the version stays in doubt', async () => {
    const server = new ScriptedListerWatcher([expired, expired, page(30)]);
    const harness = await new InformerHarness(server).start();
    await harness.clock.advance(800);
    expect(story(harness)).toEqual([
      'list 0 limit 500',
      'list error 410 Expired: relist',
      'list "" limit 500',
      'list error 410 Expired: retry',
      'backoff 800',
      'list "" limit 500',
      'watch 30',
    ]);
  });

  it('R-26, case 16: a Table is refused in words', async () => {
    const harness = await new InformerHarness(new ScriptedListerWatcher([{ ...page(1), kind: 'Table' }, page(10)])).start();
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'list', code: 0, reason: 'UnsupportedTable', message: expect.stringContaining('unsupported') }]);
    await harness.clock.advance(800);
    expect(harness.informer.hasSynced()).toBe(true);
  });

  it('R-27, case 13: a stop ends a list in flight at once; what arrives later is dropped', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof page>>();
    const server = new ScriptedListerWatcher([() => answer.promise]);
    const harness = await new InformerHarness(server).start();
    await harness.stop();
    expect(harness.informer.isStopped()).toBe(true);
    answer.resolve(page(10, [pod('a', 1)]));
    await harness.clock.advance(60_000);
    expect(harness.cache).toEqual([]);
    expect(server.watches).toEqual([]);
    expect(harness.handler.calls).toEqual([]);
  });

  it('R-10, R-12, R-18, R-28, case 4: a failed list is told as such, waited out and tried again', async () => {
    const server = new ScriptedListerWatcher([new ApiError({ code: 503, reason: 'ServiceUnavailable' }), forbidden, page(10)]);
    const harness = new InformerHarness(server);
    const told: unknown[] = [];
    harness.informer.setWatchErrorHandler((error) => told.push(error));
    await harness.start();
    expect(harness.informer.phase).toMatchObject({ name: 'backoff', ms: 800, attempt: 1 });
    await harness.clock.advance(799);
    expect(server.lists).toHaveLength(1);
    await harness.clock.advance(1);
    expect(harness.informer.phase).toMatchObject({ name: 'backoff', ms: 1600, attempt: 2 });
    await harness.clock.advance(1600);
    expect(told).toMatchObject([
      { code: 'ListFailed', cause: { status: 503 } },
      { message: 'failed to list v1/pods: pods is forbidden', cause: { status: 403 } },
    ]);
    expect(harness.informer.hasSynced()).toBe(true);
  });

  it('R-29: the version counts only once the queue has taken the list', async () => {
    const nobody = { metadata: undefined } as never;
    const server = new ScriptedListerWatcher([page(10, [nobody]), page(20)]);
    const harness = await new InformerHarness(server).start();
    expect(harness.informer.lastSyncResourceVersion()).toBe('');
    await harness.clock.advance(800);
    expect(server.lists[1]).toMatchObject({ resourceVersion: '0' });
  });

  it('a cause leads from each relist back to the error that made it necessary', async () => {
    const server = new ScriptedListerWatcher([page(10), page(20, [pod('a', 12)])]);
    const harness = await new InformerHarness(server).start();
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    const call = harness.probe.of('handler.add')[0]!;
    const kinds = harness.probe.chain(call.seq).map(({ kind }) => kind);
    expect(kinds.slice(0, 9)).toEqual([
      'handler.add',
      'store.add',
      'queue.pop',
      'queue.add',
      'reflector.listed',
      'reflector.list',
      'reflector.backoff',
      'reflector.error',
      'reflector.closed',
    ]);
  });
});

describe('Reflector: watch', () => {
  it('R-01, R-32: asks for bookmarks and a random time of 300 to 599 whole seconds', async () => {
    for (const [draw, seconds] of [[0, 300], [0.5, 450], [0.9999, 599]] as const) {
      const server = new ScriptedListerWatcher([page(10)]);
      await new InformerHarness(server, { random: () => draw }).start();
      expect(server.watches).toEqual([{ resourceVersion: '10', timeoutSeconds: seconds, allowWatchBookmarks: true }]);
    }
  });

  it.each([
    ['refused', refused, 800],
    ['429', tooMany, 800],
    ['429 with Retry-After', new ApiError({ code: 429, reason: 'TooManyRequests' }, 5), 5000],
  ])('R-34, case 3: %s: opens again after a delay, without a list, and tells nobody', async (_name, error, delay) => {
    const server = new ScriptedListerWatcher([page(10)], [() => error, new ScriptedWatch()]);
    const harness = new InformerHarness(server);
    const told: unknown[] = [];
    harness.informer.setWatchErrorHandler((each) => told.push(each));
    await harness.start();
    await harness.clock.advance(delay - 1);
    expect(server.watches).toHaveLength(1);
    await harness.clock.advance(1);
    expect(server.watches).toHaveLength(2);
    expect(server.lists).toHaveLength(1);
    expect(told).toEqual([]);
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'watch', will: 'rewatch' }]);
  });

  it.each([500, 503, 401, 403])('R-35, case 3: %d: told, a delay, a list from the last version, and on it goes', async (code) => {
    const server = new ScriptedListerWatcher([page(10)], [() => new ApiError({ code, reason: 'X', message: 'no' }), new ScriptedWatch()]);
    const harness = new InformerHarness(server);
    const told: unknown[] = [];
    harness.informer.setWatchErrorHandler((each) => told.push(each));
    await harness.start();
    await harness.clock.advance(800);
    expect(told).toMatchObject([{ status: code }]);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', `watch error ${code} X: relist`, 'backoff 800', 'list 10', 'watch 10']);
  });

  it('R-36, R-40: the version is that of the latest event, older or not', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 20)), modified(pod('a', 12)), deleted(pod('a', 15)));
    await harness.clock.settle();
    expect(harness.informer.lastSyncResourceVersion()).toBe('15');
    expect(harness.handler.calls).toEqual(['add d/a 20', 'update d/a 20>12', 'delete d/a 15']);
  });

  it('R-37, case 16: what is no object is reported and skipped, and moves nothing', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(
      added({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '99' }, rows: [] }),
      { type: 'ADDED', object: null },
      { type: 'MODIFIED', object: { kind: 'Pod' } },
      { type: 'DELETED', object: 'text' },
    );
    await harness.clock.settle();
    expect(harness.informer.lastSyncResourceVersion()).toBe('10');
    expect(harness.probe.of('reflector.event')).toEqual([]);
    expect(harness.probe.of('reflector.error').map(({ will }) => will)).toEqual(['skip', 'skip', 'skip', 'skip']);
    expect(harness.cache).toEqual([]);
  });

  it.each([
    ['resourceVersion', 11, 'a number'],
    ['resourceVersion', ['11'], 'a list'],
    ['name', true, 'a boolean'],
    ['namespace', {}, 'an object'],
    ['uid', 5, 'a number'],
  ])('R-41, R-46: an event whose %s is %j cannot be decoded: the stream ends, and the state is listed anew', async (field, value, what) => {
    const broken = { ...pod('b', 11), metadata: { ...pod('b', 11).metadata, [field]: value } };
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)]), page(20, [pod('a', 1), pod('b', 12)])]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(broken as unknown as KubeObject));
    await harness.clock.advance(800);
    expect(harness.probe.of('reflector.event')).toEqual([]);
    const message = `unable to decode an event from the watch stream: metadata.${field} is ${what}, not a text`;
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'stream', code: 500, reason: 'InternalError', message, will: 'relist' }]);
    expect(server.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10']);
    expect(harness.cache).toEqual(['d/a 1', 'd/b 12']);
  });

  it('R-28: a list with an item that cannot be decoded is refused whole, and asked for again', async () => {
    const broken = { ...pod('b', 5), metadata: { ...pod('b', 5).metadata, resourceVersion: 5 } } as unknown as KubeObject;
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)], { continue: 'x' }), page(10, [broken]), page(20, [pod('a', 1), pod('b', 12)])]);
    const harness = await new InformerHarness(server).start();
    const message = 'the list cannot be decoded: item 1 is broken: metadata.resourceVersion is a number, not a text';
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'list', code: 0, reason: 'Undecodable', message, will: 'retry' }]);
    expect(harness.cache).toEqual([]);
    await harness.clock.advance(800);
    expect(harness.cache).toEqual(['d/a 1', 'd/b 12']);
  });

  it('R-28: a list whose pages lead in a circle is a failed list, waited out like any other', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)], { continue: 'x' })]);
    const harness = await new InformerHarness(server).start();
    expect(server.lists).toHaveLength(2);
    const message = 'the list does not end: page 2 names a continue token that a page before it has named';
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'list', code: 0, reason: 'EndlessList', message, will: 'retry' }]);
    await harness.clock.advance(60_000);
    expect(server.lists.length).toBeLessThan(20);
  });

  it('R-37, I-01: an object without a name is kept all the same, as in client-go, under what its key then is', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send({ type: 'ADDED', object: { kind: 'Pod', metadata: { namespace: 'd', resourceVersion: '11' } } });
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/ 11']);
  });

  it('R-28: an item that its decoder refuses is counted from the beginning of the list', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)], { continue: 'x' }), undecodableItem(1, 'is not an object')]);
    const harness = await new InformerHarness(server).start();
    const message = 'the list cannot be decoded: item 3 is not an object';
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'list', reason: 'Undecodable', message }]);
  });

  it('what is null in the metadata is not there', async () => {
    const nulls = { ...pod('a', 11), metadata: { ...pod('a', 11).metadata, namespace: null, uid: null } } as unknown as KubeObject;
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(nulls));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['a 11']);
  });

  it('R-37: an event of an unknown type is reported, but moves the version', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send({ type: 'RENAMED', object: pod('a', 11) });
    await harness.clock.settle();
    expect(harness.informer.lastSyncResourceVersion()).toBe('11');
    expect(harness.cache).toEqual([]);
  });

  it('R-38, case 6: a bookmark moves the version and nothing else', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(bookmark(777)).end();
    await harness.clock.settle();
    expect(server.watches[1]).toMatchObject({ resourceVersion: '777' });
    expect(harness.probe.of('reflector.bookmark')).toMatchObject([{ rv: '777', initialEventsEnd: false }]);
    expect(harness.handler.calls).toEqual([]);
    expect(harness.cache).toEqual([]);
  });

  it('R-39: what the queue refuses is reported; the version moves and the stream goes on', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = new InformerHarness(server);
    harness.informer.setTransform((object) => {
      if (object.metadata.name === 'bad') throw new Error('cannot trim');
      return object;
    });
    await harness.start();
    server.current.send(added(pod('bad', 11)), added(pod('good', 12)));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/good 12']);
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'event', will: 'skip', message: expect.stringContaining('transform') }]);
  });

  it('R-39: the event that the queue refuses moves the version all the same', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = new InformerHarness(server);
    harness.informer.setTransform(() => {
      throw new Error('cannot trim');
    });
    await harness.start();
    server.current.send(added(pod('bad', 11))).end();
    await harness.clock.settle();
    expect(harness.informer.lastSyncResourceVersion()).toBe('11');
    expect(server.watches[1]).toMatchObject({ resourceVersion: '11' });
  });

  it('R-43, R-47: the time that a watch took to open counts: one that then closes empty is opened again', async () => {
    const opening = Promise.withResolvers<ScriptedWatch>();
    const server = new ScriptedListerWatcher([page(10)], [() => opening.promise, new ScriptedWatch()]);
    const harness = await new InformerHarness(server).start();
    await harness.clock.advance(2000);
    opening.resolve(new ScriptedWatch().end());
    await harness.clock.settle();
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', 'watch 10']);
  });

  it('R-43: a stream that closes after a while, or after events, is opened again at once', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 11))).end();
    await harness.clock.settle();
    expect(server.watches).toHaveLength(2);
    expect(server.watches[1]).toMatchObject({ resourceVersion: '11' });
    await harness.clock.advance(1000);
    server.current.end();
    await harness.clock.settle();
    expect(server.watches).toHaveLength(3);
    expect(server.lists).toHaveLength(1);
  });

  it('R-47, case 10: a very short watch is an error: delay, relist, and less than a request a second', async () => {
    const closed = (): ScriptedWatch => new ScriptedWatch().end();
    const server = new ScriptedListerWatcher([page(10)], Array.from({ length: 200 }, () => closed));
    const harness = await new InformerHarness(server).start();
    expect(harness.probe.of('reflector.error')).toMatchObject([{ phase: 'stream', reason: 'VeryShortWatch', will: 'relist' }]);
    await harness.clock.advance(60_000);
    expect(server.lists.length + server.watches.length).toBeLessThan(60);
    expect(harness.probe.of('reflector.backoff').map(({ ms }) => ms)).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000]);
  });

  it('R-12, R-44, case 1: expired in the stream: nobody is told; the list finds what was missed', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('kept', 1), pod('gone', 2)]), page(30, [pod('kept', 1), pod('new', 25)])]);
    const harness = new InformerHarness(server);
    const told: unknown[] = [];
    harness.informer.setWatchErrorHandler((each) => told.push(each));
    await harness.start();
    harness.handler.take();
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    expect(told).toEqual([]);
    expect(harness.handler.take()).toEqual(['update d/kept 1>1', 'add d/new 25', 'tombstone d/gone 2']);
    expect(harness.probe.of('handler.delete')).toMatchObject([{ key: 'd/gone', rv: '2', tombstone: true }]);
    expect(harness.cache).toEqual(['d/kept 1', 'd/new 25']);
  });

  it('R-45: 429 in the stream: a delay, then the watch again without a list', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 11)), errorEvent(429, 'TooManyRequests'));
    await harness.clock.advance(800);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', 'stream error 429 TooManyRequests: rewatch', 'backoff 800', 'watch 11']);
  });

  it('R-46, R-50: internal errors in the stream lead to a list: informers have no window for them', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 11)), errorEvent(500, 'InternalError'));
    await harness.clock.advance(800);
    expect(story(harness).slice(2)).toEqual(['stream error 500 InternalError: relist', 'backoff 800', 'list 11', 'watch 10']);
  });

  it('R-48: a broken stream leads to a delay and a list', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.end(new ConnectionError('decode', 'not JSON', { server: 'x' }));
    await harness.clock.advance(800);
    expect(story(harness).slice(2)).toEqual(['stream error 0 decode: relist', 'backoff 800', 'list 10', 'watch 10']);
  });

  it.each(['', '0'])('R-33, case 7: from version "%s" on synthetic events in no order do not move the version', async (version) => {
    const server = new ScriptedListerWatcher([page(version)]);
    const harness = await new InformerHarness(server).start();
    expect(server.watches[0]).toMatchObject({ resourceVersion: version });
    server.current.send(added(pod('new', 900)), added(pod('old', 3))).end();
    await harness.clock.settle();
    expect(server.watches[1]).toMatchObject({ resourceVersion: version });
    server.current.send(added(pod('new', 900)), modified(pod('old', 901)), added(pod('more', 902))).end();
    await harness.clock.settle();
    expect(server.watches[2]).toMatchObject({ resourceVersion: '902' });
    expect(harness.cache).toEqual(['d/more 902', 'd/new 900', 'd/old 901']);
  });

  it('case 2: an event without a version never empties it', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send({ type: 'ADDED', object: { metadata: { name: 'a', namespace: 'd' } } }, bookmark('')).end();
    await harness.clock.settle();
    expect(server.watches[1]).toMatchObject({ resourceVersion: '10' });
  });

  it('case 17: deleted and created again unseen: one update, marked as another object', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 5, { uid: 'u-5' })]), page(60, [pod('a', 50, { uid: 'u-50' })])]);
    const harness = await new InformerHarness(server).start();
    harness.handler.take();
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    expect(harness.handler.take()).toEqual(['update d/a 5>50']);
    expect(harness.probe.of('store.update')).toMatchObject([{ key: 'd/a', uidChanged: true }]);
  });

  it('R-42: a stop closes the stream, and a held event is not applied', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const gate = new ManualGate('watch.event');
    const harness = await new InformerHarness(server, { gate }).start();
    server.current.send(added(pod('a', 11)));
    await harness.clock.settle();
    expect(gate.steps).toEqual(['watch.event d/a']);
    const { current } = server;
    await harness.stop();
    gate.open();
    await harness.clock.settle();
    expect(current.isClosed).toBe(true);
    expect(harness.probe.of('reflector.event')).toEqual([]);
    expect(harness.probe.of('reflector.stopped')).toHaveLength(1);
  });

  it('R-42: a stop in the middle of a batch is the end of the stream, and is told as such', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    const stopping = harness.handler;
    server.current.send(added(pod('a', 11)));
    stopping.onCall = () => void harness.stop();
    await harness.clock.settle();
    await harness.stop();
    expect(harness.probe.of('reflector.closed')).toMatchObject([{ reason: 'stopped' }]);
    expect(harness.probe.entries.at(-1)).toMatchObject({ kind: 'reflector.stopped' });
  });

  it('R-42, case 13: a stop during the delay asks nothing more', async () => {
    const server = new ScriptedListerWatcher([forbidden]);
    const harness = await new InformerHarness(server).start();
    await harness.clock.advance(400);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
    await harness.clock.advance(60_000);
    expect(server.lists).toHaveLength(1);
  });

  it('case 13: a watch that opens after the stop is closed', async () => {
    const opening = Promise.withResolvers<ScriptedWatch>();
    const server = new ScriptedListerWatcher([page(10)], [() => opening.promise]);
    const harness = await new InformerHarness(server).start();
    await harness.stop();
    const late = new ScriptedWatch();
    opening.resolve(late);
    await harness.clock.settle();
    expect(late.isClosed).toBe(true);
  });

  it.each(['reset', 'timeout'] as const)('T-02: a connection that breaks before the answer (%s) counts as a watch that closed at once', async (code) => {
    const broken = new ConnectionError(code, 'broken', { server: 'x' });
    const server = new ScriptedListerWatcher([page(10)], [() => broken, new ScriptedWatch()]);
    const harness = new InformerHarness(server);
    const told: unknown[] = [];
    harness.informer.setWatchErrorHandler((each) => told.push(each));
    await harness.start();
    await harness.clock.advance(800);
    expect(told).toEqual([]);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', `watch error 0 ${code}: relist`, 'backoff 800', 'list 10', 'watch 10']);
  });

  it('case 11: a silent watch is taken up again from the last version', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server).start();
    server.current.send(added(pod('a', 11)));
    await harness.clock.advance(70_000);
    server.current.end(new ConnectionError('silent', 'no byte for 70 s', { server: 'x' }));
    await harness.clock.settle();
    expect(server.watches[1]).toMatchObject({ resourceVersion: '11' });
    expect(server.lists).toHaveLength(1);
    expect(harness.probe.of('reflector.closed')).toMatchObject([{ reason: 'silent', lasted: 70_000 }]);
  });

  it('the gates stand before each page, each event and each add', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)], { continue: 'x' }), page(10, [pod('b', 2)])]);
    const gate = new ManualGate('list.page');
    const harness = await new InformerHarness(server, { gate }).start();
    expect(server.lists).toHaveLength(0);
    gate.releaseOne();
    await harness.clock.settle();
    expect(server.lists).toHaveLength(1);
    gate.close('queue.add');
    gate.releaseOne();
    await harness.clock.settle();
    expect(gate.steps).toEqual(['queue.add d/a']);
    gate.releaseOne();
    await harness.clock.settle();
    expect(gate.steps).toEqual(['queue.add d/b']);
    expect(harness.informer.queueSnapshot(10).queue).toEqual(['d/a']);
    gate.open();
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 1', 'd/b 2']);
    gate.close('queue.add');
    server.current.send(added(pod('c', 11)));
    await harness.clock.settle();
    expect(harness.probe.of('reflector.event')).toHaveLength(1);
    expect(gate.steps).toEqual(['queue.add d/c']);
    expect(harness.cache).toHaveLength(2);
  });

  it('C-01: a long batch is worked through in slices, however slow each step is', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = new InformerHarness(server);
    const blocks = new LongestBlock(harness.clock);
    const record = harness.probe.record.bind(harness.probe);
    harness.probe.record = (draft) => {
      harness.clock.pass(1);
      return record(draft);
    };
    await harness.start();
    blocks.begin();
    server.current.send(...Array.from({ length: 300 }, (_, index) => added(pod(`p${index}`, 100 + index))));
    await harness.clock.settle();
    expect(harness.cache).toHaveLength(300);
    // 300 events in five steps of a millisecond each.
    expect(blocks.turns).toBeGreaterThan(50);
    expect(blocks.longestMs).toBeLessThanOrEqual(50);
  });
});

describe('Reflector: streamed list', () => {
  const settings = { clientGo: '1.36' } as const;

  it('R-51, R-53: asks for the initial events and goes on with the same stream', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(server.watches).toEqual([
      { resourceVersion: '', resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true, allowWatchBookmarks: true, timeoutSeconds: 300 },
    ]);
    server.current.send(added(pod('a', 5)), added(pod('b', 3)));
    await harness.clock.settle();
    expect(harness.cache).toEqual([]);
    server.current.send(bookmark(20, true), modified(pod('a', 21)));
    await harness.clock.settle();
    expect(harness.informer.hasSynced()).toBe(true);
    expect(harness.handler.take()).toEqual(['add d/a 5 initial', 'add d/b 3 initial', 'update d/a 5>21']);
    expect(harness.informer.lastSyncResourceVersion()).toBe('21');
    expect(server.lists).toEqual([]);
    server.current.end();
    await harness.clock.settle();
    expect(server.watches[1]).toEqual({ resourceVersion: '21', allowWatchBookmarks: true, timeoutSeconds: 300 });
  });

  it('R-54: what is deleted before the bookmark is simply absent', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = await new InformerHarness(server, { settings }).start();
    server.current.send(added(pod('a', 5)), added(pod('b', 6)), deleted(pod('a', 7)), modified(pod('b', 8)), bookmark(9, true));
    await harness.clock.settle();
    expect(harness.handler.take()).toEqual(['add d/b 8 initial']);
  });

  it('R-55: refused: again after a delay', async () => {
    const server = new ScriptedListerWatcher([], [() => refused, new ScriptedWatch().send(added(pod('a', 5)), bookmark(9, true))]);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(800);
    expect(story(harness)).toEqual(['stream ""', 'watch error 0 refused: rewatch', 'backoff 800', 'stream ""']);
    expect(harness.cache).toEqual(['d/a 5']);
  });

  describe.each([
    ['expired', expired, '410 Expired'],
    ['too large', tooLarge, '504 Timeout'],
  ])('R-55: %s: again at once, for the newest state', (_name, error, told) => {
    it.each([
      ['when it is opened', 'watch', () => error],
      ['in the stream', 'stream', () => new ScriptedWatch().send({ type: 'ERROR', object: error.data })],
    ] as const)('%s', async (_when, phase, answer) => {
      const server = new ScriptedListerWatcher([], [new ScriptedWatch().send(bookmark(9, true)), answer]);
      const harness = await new InformerHarness(server, { settings }).start();
      server.current.send(added(pod('a', 15)), expiredEvent());
      await harness.clock.advance(800);
      expect(story(harness)).toEqual([
        'stream ""',
        'stream error 410 Expired: relist',
        'backoff 800',
        'stream 15',
        `${phase} error ${told}: rewatch`,
        'stream ""',
      ]);
    });
  });

  it('R-55: expired although the newest state was asked for: the plain list, not the same question for ever', async () => {
    const server = new ScriptedListerWatcher([page(10)], [() => expired, new ScriptedWatch()]);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(story(harness)).toEqual(['stream ""', 'watch error 410 Expired: relist', 'list 0 limit 500', 'watch 10']);
  });

  it('R-15, R-16, R-61: a server that cannot is listed, and asked again in the next round', async () => {
    const invalid = new ApiError({ code: 422, reason: 'Invalid', message: 'sendInitialEvents is forbidden' });
    const server = new ScriptedListerWatcher([page(10)], [() => invalid, new ScriptedWatch(), () => invalid, new ScriptedWatch()]);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(harness.informer.hasSynced()).toBe(true);
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    expect(story(harness)).toEqual([
      'stream ""',
      'watch error 422 Invalid: relist',
      'list 0 limit 500',
      'watch 10',
      'stream error 410 Expired: relist',
      'backoff 800',
      'stream 10',
      'watch error 422 Invalid: relist',
      'list 10',
      'watch 10',
    ]);
  });

  it('R-08: a lister-watcher that says it cannot is not asked', async () => {
    const server = Object.assign(new ScriptedListerWatcher([page(10)]), { watchListUnsupported: true });
    const harness = await new InformerHarness(server, { settings }).start();
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10']);
  });

  it('R-56: closed without the bookmark after events: a new attempt at once, with nothing kept', async () => {
    const server = new ScriptedListerWatcher([], [new ScriptedWatch().send(added(pod('lost', 5))).end()]);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(story(harness)).toEqual(['stream ""', 'stream ""']);
    server.current.send(bookmark(9, true));
    await harness.clock.settle();
    expect(harness.cache).toEqual([]);
    expect(harness.informer.hasSynced()).toBe(true);
  });

  it('R-56: closed after a second without events: a new attempt at once, no list', async () => {
    const server = new ScriptedListerWatcher([page(10)], []);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(1000);
    server.current.end();
    await harness.clock.settle();
    expect(story(harness)).toEqual(['stream ""', 'stream ""']);
  });

  it('R-56: closed at once without events: the plain list', async () => {
    const server = new ScriptedListerWatcher([page(10)], [new ScriptedWatch().end()]);
    const harness = await new InformerHarness(server, { settings }).start();
    expect(story(harness)).toEqual(['stream ""', 'stream error 0 VeryShortWatch: relist', 'list 0 limit 500', 'watch 10']);
  });

  it('R-58: transforms the initial objects twice, later ones once', async () => {
    const server = new ScriptedListerWatcher([], []);
    const harness = new InformerHarness(server, { settings });
    let calls = 0;
    harness.informer.setTransform((object) => {
      calls++;
      return object;
    });
    await harness.start();
    server.current.send(added(pod('a', 1)), added(pod('b', 2)), bookmark(3, true), added(pod('c', 4)));
    await harness.clock.settle();
    expect(calls).toBe(5);
  });

  it('R-17, R-42: a stop before the bookmark lists nothing', async () => {
    const server = new ScriptedListerWatcher([page(10)], []);
    const harness = await new InformerHarness(server, { settings }).start();
    server.current.send(added(pod('a', 1)));
    await harness.clock.settle();
    await harness.stop();
    expect(server.lists).toEqual([]);
    expect(harness.clock.pending).toBe(0);
  });
});

describe('Reflector: resync', () => {
  it('R-62, R-65: ticks only while watching, from zero in each round', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 } }).start();
    await harness.clock.advance(9000);
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    expect(server.lists).toHaveLength(2);
    await harness.clock.advance(9999);
    expect(harness.probe.of('queue.resync')).toHaveLength(0);
    await harness.clock.advance(1);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('R-62: a stream that is opened again does not begin from zero', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 } }).start();
    await harness.clock.advance(9000);
    server.current.end();
    await harness.clock.advance(1000);
    expect(server.watches).toHaveLength(2);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
  });
});

describe('Reflector: a resync that takes longer than its period', () => {
  it('R-62: the next tick is counted from its end', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const gate = new ManualGate();
    const harness = await new InformerHarness(server, { settings: { resyncPeriodMs: 10_000 }, gate }).start();
    gate.close('queue.add');
    await harness.clock.advance(25_000);
    expect(gate.steps).toEqual(['queue.add d/a']);
    gate.open();
    await harness.clock.settle();
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
    await harness.clock.advance(9999);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
    await harness.clock.advance(1);
    expect(harness.probe.of('queue.resync')).toHaveLength(2);
  });
});

describe('Reflector: the article’s figures', () => {
  const settings = { clientGo: 'article' } as const;

  it('queues listed objects as Added, resyncs every 30 s, backs off from 500 ms without chance', async () => {
    const server = new ScriptedListerWatcher([forbidden, page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings, random: () => 0.5 }).start();
    await harness.clock.advance(500);
    expect(harness.probe.of('queue.add')).toMatchObject([{ delta: 'Added' }]);
    await harness.clock.advance(30_000);
    expect(harness.probe.of('queue.resync')).toHaveLength(1);
  });

  it('an expired watch empties the queue and lists the newest state', async () => {
    const server = new ScriptedListerWatcher([page(10), page(20)]);
    const gate = new ManualGate('queue.pop');
    const harness = await new InformerHarness(server, { settings, gate }).start();
    server.current.send(added(pod('a', 11)), expiredEvent());
    await harness.clock.settle();
    expect(harness.informer.queueSnapshot(10).keys).toBe(0);
    await harness.clock.advance(500);
    expect(server.lists[1]).toEqual({ resourceVersion: '', limit: 500 });
  });

  it('an informer whose first list was dropped with the queue is synced by the next', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2), pod('c', 3)]), page(20, [pod('a', 1)])]);
    const gate = new ManualGate('queue.pop');
    const harness = await new InformerHarness(server, { settings, gate }).start();
    server.current.send(expiredEvent());
    await harness.clock.advance(500);
    expect(harness.informer.hasSynced()).toBe(false);
    gate.open();
    await harness.clock.settle();
    expect(harness.informer.hasSynced()).toBe(true);
    expect(harness.cache).toEqual(['d/a 1']);
  });

  it('any other broken watch is resumed', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server, { settings }).start();
    server.current.send(added(pod('a', 11)), errorEvent(500, 'InternalError'));
    await harness.clock.advance(500);
    expect(server.lists).toHaveLength(1);
    expect(server.watches[1]).toMatchObject({ resourceVersion: '11' });
  });
});
