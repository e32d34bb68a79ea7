import { describe, expect, it } from 'vitest';
import { RecordedServer } from '../../../../extension/inspector/recordings/recordedServer.ts';
import { ApiError, ConnectionError } from '../../../../extension/kube/status.ts';
import type { WatchEvent } from '../../../../extension/kube/watchEvent.ts';
import type { ListInput, WatchInput } from '../../../../extension/trace/recording.ts';
import { added, bookmark, deleted, modified, pod } from '../../../support/objects.ts';

const signal = new AbortController().signal;
const server = (): RecordedServer => new RecordedServer({ address: 'https://s', kind: 'Pod' });
const listed = (resourceVersion: number, names: readonly string[], more: Partial<ListInput> = {}, token?: string): ListInput => ({
  kind: 'input.list',
  t: 0,
  options: {},
  page: { kind: 'PodList', resourceVersion: String(resourceVersion), items: names.map((name) => pod(name, resourceVersion)), bytes: 10, ...(token !== undefined && { continue: token }) },
  ...more,
});
const watch = (more: Partial<WatchInput>): WatchInput => ({ kind: 'input.watch', t: 0, watch: 1, ...more });
const told = (events: readonly WatchEvent[] | undefined): unknown => events?.map(({ type, object }) => `${type} ${(object as { metadata: { name?: string } }).metadata.name ?? ''}`.trim());

describe('the server of a recording', () => {
  it('answers a list when the first is complete, put together anew in pages of the size that is asked for', async () => {
    const recorded = server();
    const answer = recorded.list({ limit: 2 }, signal);
    recorded.tell(listed(10, ['a'], {}, 'more'));
    recorded.tell(listed(10, ['b', 'c'], { options: { continue: 'more' } }));
    const first = await answer;
    expect(first).toMatchObject({ kind: 'PodList', resourceVersion: '10', remainingItemCount: 1 });
    expect(first.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    const second = await recorded.list({ limit: 2, continue: first.continue! }, signal);
    expect(second.items.map(({ metadata }) => metadata.name)).toEqual(['c']);
    await expect(recorded.list({ continue: 'unknown' }, signal)).rejects.toMatchObject({ status: 410 });
    // From the watch cache a list comes whole.
    expect((await recorded.list({ limit: 2, resourceVersion: '0' }, signal)).items).toHaveLength(3);
  });

  it('fails who waits with what was recorded, and nobody else', async () => {
    const recorded = server();
    const status = { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' };
    const list = recorded.list({}, signal).catch((error: unknown) => error);
    const watching = recorded.watch({ resourceVersion: '5' }, signal).catch((error: unknown) => error);
    recorded.tell({ kind: 'input.list', t: 0, options: {}, error: { name: 'ApiError', code: 'ApiError', message: 'no', data: status, retryAfterSeconds: 3 } });
    const failed = await list;
    expect(ApiError.is(failed, 403)).toBe(true);
    expect((failed as ApiError).retryAfterSeconds).toBe(3);
    recorded.tell(watch({ options: {}, error: { name: 'ConnectionError', code: 'refused', message: 'nobody' } }));
    expect(ConnectionError.is(await watching, 'refused')).toBe(true);
    recorded.tell(listed(10, ['a']));
    expect((await recorded.list({}, signal)).items).toHaveLength(1);
  });

  it('tells a watch what it has missed and what comes, in the batches in which it came', async () => {
    const recorded = server();
    recorded.tell(listed(10, ['a']));
    recorded.tell(watch({ events: [added(pod('b', 11)), modified(pod('a', 12))] }));
    const stream = await recorded.watch({ resourceVersion: '11' }, signal);
    expect(told(await stream.next())).toEqual(['MODIFIED a']);
    recorded.tell(watch({ events: [deleted(pod('b', 13)), bookmark(20)] }));
    expect(told(await stream.next())).toEqual(['DELETED b', 'BOOKMARK']);
    const older = await recorded.watch({ resourceVersion: '9' }, signal);
    expect(await older.next()).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
    expect(await older.next()).toBeUndefined();
    recorded.tell(watch({ closed: true }));
    expect(await stream.next()).toBeUndefined();
  });

  it('knows nothing between the end of a watch and what came next: who asks waits for it', async () => {
    const recorded = server();
    recorded.tell(listed(10, ['a']));
    recorded.tell(watch({ error: { name: 'ConnectionError', code: 'silent', message: 'silent' } }));
    let answered = false;
    const list = recorded.list({}, signal).then((page) => {
      answered = true;
      return page;
    });
    const resumed = recorded.watch({ resourceVersion: '10' }, signal);
    await Promise.resolve();
    expect(answered).toBe(false);
    recorded.tell(listed(30, ['b']));
    expect((await list).items.map(({ metadata }) => metadata.name)).toEqual(['b']);
    // Who went on watching is told what the list has shown.
    expect(told(await (await resumed).next())).toEqual(['DELETED a', 'ADDED b']);
  });

  it('streams a list to who wants one, and lists what was streamed', async () => {
    const streamed = server();
    const list = streamed.list({}, signal);
    streamed.tell(watch({ options: { sendInitialEvents: true } }));
    streamed.tell(watch({ events: [added(pod('a', 5))] }));
    streamed.tell(watch({ events: [added(pod('b', 6)), bookmark(10, true), modified(pod('a', 11))] }));
    expect((await list).items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)).toEqual(['a 11', 'b 6']);
    const stream = await streamed.watch({ sendInitialEvents: true, resourceVersion: '' }, signal);
    expect(told(await stream.next())).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK']);
  });

  it('lets who is stopped wait no longer', async () => {
    const stop = new AbortController();
    const waiting = server().watch({}, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('makes nothing of the end of a list whose beginning is missing, nor of objects that cannot be told apart', async () => {
    const recorded = server();
    recorded.tell(listed(10, ['b'], { options: { continue: 'x' } }));
    expect(recorded.snapshot()).toBeUndefined();
    recorded.tell({ kind: 'input.list', t: 0, options: {}, page: { kind: 'PodList', resourceVersion: '12', items: [{ metadata: { name: 7 } }, { metadata: null }, {}, pod('a', 12)], bytes: 0 } });
    expect(recorded.snapshot()?.items).toHaveLength(1);
    recorded.tell(watch({ options: { resourceVersion: '12' } }));
    recorded.tell(watch({ events: [{ type: 'ADDED', object: { metadata: { name: {} } } }, { type: 'NONSENSE', object: 5 }] }));
    expect(recorded.snapshot()?.items).toHaveLength(1);
  });
});
