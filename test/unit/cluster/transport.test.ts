import { gzipSync } from 'node:zlib';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Cluster, ClusterOptions } from '../../../extension/cluster/cluster.ts';
import type { ListerWatcher, Watch } from '../../../extension/informer/listerWatcher.ts';
import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import type { WatchEvent } from '../../../extension/kube/watchEvent.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { kubeconfigFor, type Reply, ScriptedServer, type ServerScript, statusObject } from '../../support/scriptedServer.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const path = '/api/v1/namespaces/d/pods';
const never = new AbortController().signal;
const owned: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

interface Setup {
  readonly server: ScriptedServer;
  readonly cluster: Cluster;
  readonly pods: ListerWatcher;
  readonly clock: FakeClock;
}

async function setup(script: ServerScript['routes'], scope: InformerScope = { namespace: 'd' }, options: Partial<ClusterOptions> = {}): Promise<Setup> {
  const server = await ScriptedServer.start({ routes: script });
  const clock = new FakeClock();
  const cluster = await openCluster(kubeconfigFor(server.url), { clock, ...options });
  owned.push(() => server.close(), () => cluster.close());
  return { server, cluster, clock, pods: cluster.listerWatcher(pods, scope) };
}

const listOf = (...replies: Reply[]) => setup({ [path]: { list: replies } });
const watchOf = (...replies: Reply[]) => setup({ [path]: { watch: replies } });
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [{ metadata: { name: 'a', namespace: 'd', resourceVersion: '5' } }] };
const pod = (name: string, rv: number) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace: 'd', resourceVersion: String(rv) } });

async function failure<T>(promise: Promise<T>): Promise<unknown> {
  return promise.then(() => expect.unreachable('it should have failed'), (error: unknown) => error);
}

async function drain(watch: Watch): Promise<WatchEvent[]> {
  const all: WatchEvent[] = [];
  for (let batch = await watch.next(); batch; batch = await watch.next()) all.push(...batch);
  return all;
}

describe('list', () => {
  it('says that it is accepted when its answer begins; not when it is refused', async () => {
    const told: string[] = [];
    const observer = { accepted: () => void told.push('accepted'), throttled: () => undefined, reduced: () => undefined };
    const { pods: lw } = await listOf({ body: ['{"kind":"PodList",', { pauseMs: 50 }, JSON.stringify(podList).slice(1)] }, { status: 403, json: statusObject(403, 'Forbidden', 'no') });
    await lw.list({}, never, observer).then(() => told.push('listed'));
    await failure(lw.list({}, never, observer));
    expect(told).toEqual(['accepted', 'listed']);
  });

  it('asks as the options and the scope say, and leaves out what is empty', async () => {
    const { server, pods: lw } = await setup({ [path]: { list: [{ json: podList }] } }, { namespace: 'd', labelSelector: 'app=web,tier in (a, b)', fieldSelector: 'spec.nodeName=n' });
    await lw.list({ resourceVersion: '0', limit: 500 }, never);
    await lw.list({ resourceVersion: '', limit: 0 }, never);
    expect(Object.fromEntries(server.requests[0]!.query)).toEqual({ resourceVersion: '0', limit: '500', labelSelector: 'app=web,tier in (a, b)', fieldSelector: 'spec.nodeName=n' });
    expect([...server.requests[1]!.query.keys()].toSorted()).toEqual(['fieldSelector', 'labelSelector']);
    expect(server.requests[0]!.headers['user-agent']).toMatch(/^informer-inspector /);
    expect(server.requests[0]!.headers.accept).toBe('application/json');
  });

  it('T-15, T-16: gives raw JSON with kind and apiVersion', async () => {
    const { pods: lw } = await listOf({ json: podList });
    const page = await lw.list({}, never);
    expect(page).toMatchObject({ kind: 'PodList', resourceVersion: '10', bytes: JSON.stringify(podList).length });
    expect(page.items).toEqual([{ kind: 'Pod', apiVersion: 'v1', ...podList.items[0] }]);
  });

  it('reads a compressed answer, and counts its true length', async () => {
    const { pods: lw } = await listOf({ headers: { 'content-encoding': 'gzip' }, body: [{ base64: gzipSync(JSON.stringify(podList)).toString('base64') }] });
    expect(await lw.list({}, never)).toMatchObject({ resourceVersion: '10', bytes: JSON.stringify(podList).length });
  });

  it('does not ask for compression on loopback', async () => {
    const { server, pods: lw } = await listOf({ json: podList });
    await lw.list({}, never);
    expect(server.requests[0]!.headers['accept-encoding']).toBe('identity');
  });

  it('T-04: keeps status, reason, causes and Retry-After of a refusal', async () => {
    const details = { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 };
    const { pods: lw } = await listOf({ status: 504, headers: { 'retry-after': '7' }, json: { ...statusObject(504, 'Timeout', 'Timeout: Too large resource version: 9, current: 5'), details } });
    const error = await failure(lw.list({}, never));
    expect(ApiError.is(error, 504) && error).toMatchObject({ reason: 'Timeout', retryAfterSeconds: 7, data: { details } });
  });

  it('T-01: one call is one request, also when the server says Retry-After', async () => {
    const { server, pods: lw } = await listOf({ status: 429, headers: { 'retry-after': '1' }, json: statusObject(429, 'TooManyRequests', 'slow down') });
    expect(await failure(lw.list({}, never))).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('a failure whose body is JSON but no Status is not quoted: it may be anything, a Secret too', async () => {
    const { pods: lw } = await listOf({ status: 500, json: { kind: 'Secret', data: { p: 'aHVudGVyMg==' } } });
    const error = await failure(lw.list({}, never));
    expect(error).toMatchObject({ status: 500, message: 'the server answered 500 InternalError' });
  });

  it('T-04: keeps the headers of a refusal, but what a session could be taken over with, and logs what tells something', async () => {
    const logger = new RecordingLogger();
    const headers = { 'audit-id': '7f3', 'x-kubernetes-pf-prioritylevel-uid': 'p1', 'set-cookie': 'session=hunter2' };
    const { pods: lw } = await setup({ [path]: { list: [{ status: 429, headers, json: statusObject(429, 'TooManyRequests', 'slow down') }] } }, undefined, { logger });
    const error = await failure(lw.list({}, never));
    expect(ApiError.is(error, 429) && error.headers).toMatchObject({ 'audit-id': '7f3', 'content-type': 'application/json' });
    expect(ApiError.is(error) && error.headers).not.toHaveProperty('set-cookie');
    expect(logger.lines).toContain(`info transport: GET ${path}: 429 TooManyRequests, audit-id: 7f3, x-kubernetes-pf-prioritylevel-uid: p1`);
  });

  it('reads Retry-After as a date', async () => {
    const { pods: lw } = await listOf({ status: 503, headers: { 'retry-after': new Date(new FakeClock().wallTime() + 30_000).toUTCString() } });
    expect(await failure(lw.list({}, never))).toMatchObject({ status: 503, retryAfterSeconds: 30 });
  });

  it.each([
    [410, '', 'Gone', 'the server answered 410 Gone'],
    [404, '404 page not found\n', 'NotFound', '404 page not found'],
    [502, '<html><body>Bad Gateway</body></html>', 'Unknown', 'the server answered 502'],
    [401, '{"kind":"Status","reason":7,"message":["x"]}', 'Unauthorized', 'the server answered 401'],
    [401, '{"kind":"Status","status":"Success","code":200,"message":"all is well"}', 'Unauthorized', 'all is well'],
    [503, '{"kind":"Status","code":7000000,"message":"down"}', 'ServiceUnavailable', 'down'],
  ])('makes a Status of an answer %i %j that has none', async (status, body, reason, message) => {
    const { pods: lw } = await listOf({ status, headers: { 'content-type': 'text/plain' }, body: [body] });
    expect(await failure(lw.list({}, never))).toMatchObject({ status, reason, message });
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect (%i) to another path of the same server', async (status) => {
    const { server, pods: lw } = await setup({
      [path]: { list: [{ status, headers: { location: '/elsewhere/pods?limit=5' } }] },
      '/elsewhere/pods': { list: [{ status, headers: { location: 'last' } }] },
      '/elsewhere/last': { list: [{ json: podList }] },
    });
    expect(await lw.list({}, never)).toMatchObject({ resourceVersion: '10' });
    expect(server.requests.map((request) => `${request.path}?${request.query}`)).toEqual([`${path}?`, '/elsewhere/pods?limit=5', '/elsewhere/last?']);
    expect(server.requests.at(-1)!.headers.accept).toBe('application/json');
  });

  it('follows a redirect of a watch', async () => {
    const { pods: lw } = await setup({
      [path]: { watch: [{ status: 307, headers: { location: '/elsewhere?watch=true' } }] },
      '/elsewhere': { watch: [{ body: [{ event: ['ADDED', pod('a', 11)] }] }] },
    });
    expect(await drain(await lw.watch({}, never))).toHaveLength(1);
  });

  it('gives up on a server that sends it round in circles', async () => {
    const { server, pods: lw } = await listOf({ status: 302, headers: { location: path } });
    const error = await failure(lw.list({}, never));
    expect(ConnectionError.is(error, 'other') && error.message).toMatch(/redirects again and again/);
    expect(server.requests).toHaveLength(11);
  });

  it('does not send a write on', async () => {
    const { server, cluster } = await setup({ [path]: { list: [{ status: 307, headers: { location: '/elsewhere' } }] } });
    const error = await failure(cluster.objects.write({ verb: 'create', resource: pods, namespace: 'd', name: 'a', body: { metadata: { name: 'a' } } }, { dryRun: true }, never));
    expect(error).toMatchObject({ status: 307, reason: 'Redirect' });
    expect(server.requests).toHaveLength(1);
  });

  it('does not follow a redirect with credentials to another server', async () => {
    const other = await listOf({ json: podList });
    const { pods: lw } = await listOf({ status: 307, headers: { location: `${other.server.url}${path}` } });
    expect(await failure(lw.list({}, never))).toMatchObject({ status: 307, message: expect.stringContaining('redirects to 127.0.0.1') });
    expect(other.server.requests).toHaveLength(0);
  });

  it.each([
    [401, 'text/html', 'Unauthorized'],
    [403, 'application/json', 'Forbidden'],
    [410, 'text/plain', 'Gone'],
  ])('takes a %i for what it is, however long what comes with it', async (status, type, reason) => {
    const { pods: lw } = await listOf({ status, headers: { 'content-type': type }, body: ['{"kind":"Status","message":"', 'x'.repeat(2_000_000), '"}'] });
    expect(await failure(lw.list({}, never))).toMatchObject({ status, reason });
  });

  it.each([
    ['a page of HTML', { headers: { 'content-type': 'text/html' }, body: ['<html>log in</html>'] }, /not JSON \(text\/html\)/],
    ['half a list', { body: [JSON.stringify(podList).slice(0, -9)] }, /cut off/],
  ])('says that %s cannot be read', async (_name, reply, message) => {
    const { pods: lw } = await listOf(reply);
    const error = await failure(lw.list({}, never));
    expect(ConnectionError.is(error, 'decode') && error.message).toMatch(message);
  });

  it('says that the connection broke in the middle of a list', async () => {
    const { pods: lw } = await listOf({ body: [JSON.stringify(podList).slice(0, 40)], end: 'cut' });
    expect(ConnectionError.is(await failure(lw.list({}, never)), 'reset')).toBe(true);
  });

  it('gives up on a server that never answers', async () => {
    const { server, pods: lw, clock } = await listOf({ delayMs: 60_000 });
    const listing = failure(lw.list({}, never));
    await server.until((seen) => seen.requests.length === 1);
    await clock.advance(75_000);
    expect(ConnectionError.is(await listing, 'timeout')).toBe(true);
  });

  it('case 13: an abort rejects with its reason and frees the socket', async () => {
    const { server, pods: lw } = await listOf({ delayMs: 400, json: podList });
    const abort = new AbortController();
    const listing = failure(lw.list({}, abort.signal));
    await server.until((seen) => seen.requests.length === 1);
    const reason = new Error('stop');
    abort.abort(reason);
    expect(await listing).toBe(reason);
    await server.until((seen) => seen.openSockets === 0);
  });

  it('sends nothing when it is aborted already', async () => {
    const { server, pods: lw } = await listOf({ json: podList });
    expect(await failure(lw.list({}, AbortSignal.abort('no')))).toBe('no');
    expect(server.requests).toHaveLength(0);
  });

  it('uses one connection again, and a fresh one when the server has closed it', async () => {
    const { server, pods: lw } = await listOf({ json: podList });
    await lw.list({}, never);
    await lw.list({}, never);
    expect(server.openSockets).toBe(1);
    server.cut();
    expect((await lw.list({}, never)).items).toHaveLength(1);
  });

  it('leaves no socket behind when it is closed', async () => {
    const { server, cluster, pods: lw } = await listOf({ json: podList });
    await lw.list({}, never);
    await cluster.close();
    await server.until((seen) => seen.openSockets === 0);
    expect(ConnectionError.is(await failure(lw.list({}, never)))).toBe(true);
  });
});

describe('failures to connect', () => {
  const at = async (server: string) => {
    const cluster = await openCluster(kubeconfigFor(server), { clock: new FakeClock() });
    owned.push(() => cluster.close());
    return failure(cluster.listerWatcher(pods, {}).list({}, never));
  };

  it('T-14: refused', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const { port } = listener.address() as AddressInfo;
    await new Promise<void>((resolve) => {
      listener.close(() => resolve());
    });
    const error = await at(`http://127.0.0.1:${port}`);
    expect(ConnectionError.is(error, 'refused') && error.data.server).toBe(`http://127.0.0.1:${port}`);
  });

  it('unresolved', async () => {
    expect(ConnectionError.is(await at('http://no-such-host.invalid'), 'unresolved')).toBe(true);
  });

  it('a server that closes without an answer', async () => {
    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    owned.push(async () => void listener.close());
    expect(ConnectionError.is(await at(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`), 'reset')).toBe(true);
  });

  it('something that does not speak HTTP', async () => {
    const listener = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    owned.push(async () => void listener.close());
    expect(ConnectionError.is(await at(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`), 'decode')).toBe(true);
  });
});

describe('watch', () => {
  it('asks for bookmarks and a timeout, and gives what one read brought', async () => {
    const { server, pods: lw } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }, { event: ['MODIFIED', pod('a', 12)] }] });
    const watch = await lw.watch({ resourceVersion: '10', timeoutSeconds: 400, allowWatchBookmarks: true }, never);
    expect(await drain(watch)).toEqual([
      { type: 'ADDED', object: pod('a', 11) },
      { type: 'MODIFIED', object: pod('a', 12) },
    ]);
    expect(Object.fromEntries(server.requests[0]!.query)).toEqual({ watch: 'true', resourceVersion: '10', timeoutSeconds: '400', allowWatchBookmarks: 'true' });
  });

  it('case 6: a bookmark passes as it is', async () => {
    const bookmark = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '777', creationTimestamp: null } };
    const { pods: lw } = await watchOf({ body: [{ event: ['BOOKMARK', bookmark] }] });
    expect(await drain(await lw.watch({}, never))).toEqual([{ type: 'BOOKMARK', object: bookmark }]);
  });

  it('T-07: an ERROR event is an event', async () => {
    const status = statusObject(410, 'Expired', 'too old resource version: 1 (2)');
    const { pods: lw } = await watchOf({ body: [{ event: ['ERROR', status] }] });
    expect(await drain(await lw.watch({}, never))).toEqual([{ type: 'ERROR', object: status }]);
  });

  it('T-12, case 3: a refusal keeps what the server said', async () => {
    const { pods: lw } = await watchOf({ status: 429, headers: { 'retry-after': '1' }, json: statusObject(429, 'TooManyRequests', 'slow down') });
    expect(await failure(lw.watch({}, never))).toMatchObject({ status: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 });
  });

  it('T-03: a broken connection is the end of the stream', async () => {
    const { pods: lw } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }, '{"type":"ADD'], end: 'cut' });
    expect(await drain(await lw.watch({}, never))).toHaveLength(1);
  });

  it.each([['HTML', '<html>'], ['not an event', '{"kind":"Pod"}\n'], ['broken JSON', '{"type":}\n']])('T-03: %s becomes an ERROR event, and the end', async (_name, text) => {
    const { pods: lw } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }, text, { event: ['ADDED', pod('b', 12)] }], end: 'hold' });
    const events = await drain(await lw.watch({}, never));
    expect(events.map((event) => event.type)).toEqual(['ADDED', 'ERROR']);
    expect(ApiError.fromObject(events[1]!.object)).toMatchObject({ status: 500, reason: 'InternalError', message: expect.stringContaining('unable to decode an event from the watch stream') });
  });

  it('reads a compressed stream as it arrives', async () => {
    const { pods: lw } = await watchOf({ gzip: true, body: [{ event: ['ADDED', pod('a', 11)] }, { event: ['MODIFIED', pod('a', 12)] }], end: 'hold' });
    const watch = await lw.watch({}, never);
    const types: string[] = [];
    while (types.length < 2) types.push(...(await watch.next())!.map(({ type }) => type));
    expect(types).toEqual(['ADDED', 'MODIFIED']);
    watch.close();
  });

  it('T-06, case 11: silence is noticed after 70 s when bookmarks were asked for', async () => {
    const { server, pods: lw, clock } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }], end: 'hold' });
    const watch = await lw.watch({ allowWatchBookmarks: true }, never);
    await watch.next();
    const next = failure(watch.next());
    await clock.advance(69_999);
    await clock.advance(1);
    expect(ConnectionError.is(await next, 'silent')).toBe(true);
    await server.until((seen) => seen.openSockets === 0);
    expect(await watch.next()).toBeUndefined();
  });

  it('tells when its last byte came, of an event or not', async () => {
    const { pods: lw, clock } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }, { pauseMs: 100 }, '{"type":"ADDED"'], end: 'hold' });
    const watch = await lw.watch({}, never);
    expect(watch.heardAt).toBe(0);
    await clock.advance(4000);
    await watch.next();
    expect(watch.heardAt).toBe(4000);
    await clock.advance(5000);
    expect(watch.heardAt).toBe(4000);
    const next = watch.next();
    await expect.poll(() => watch.heardAt).toBe(9000);
    watch.close();
    expect(await next).toBeUndefined();
  });

  it('T-06, case 12: a quiet watch without bookmarks is left alone', async () => {
    const { server, pods: lw, clock } = await watchOf({ end: 'hold' });
    const watch = await lw.watch({}, never);
    let settled = false;
    const next = watch.next().finally(() => {
      settled = true;
    });
    await clock.advance(3_600_000);
    expect(settled).toBe(false);
    watch.close();
    expect(await next).toBeUndefined();
    await server.until((seen) => seen.openSockets === 0);
  });

  it('case 13: an abort ends the stream and frees the socket', async () => {
    const { server, pods: lw } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }], end: 'hold' });
    const abort = new AbortController();
    const watch = await lw.watch({ allowWatchBookmarks: true }, abort.signal);
    await watch.next();
    const next = watch.next();
    abort.abort();
    expect(await next).toBeUndefined();
    await server.until((seen) => seen.openSockets === 0);
  });

  it('leaves no timer behind', async () => {
    const { pods: lw, clock } = await watchOf({ body: [{ event: ['ADDED', pod('a', 11)] }] });
    await drain(await lw.watch({ allowWatchBookmarks: true }, never));
    // The turn in which it was read comes to its end.
    await clock.settle();
    expect(clock.pending).toBe(0);
  });

  it('case 22: masks Secrets in a stream, by resource and by kind', async () => {
    const secret = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 's' }, data: { k: 'aHVudGVyMg==' } };
    const { kind: _kind, ...nameless } = secret;
    const { cluster } = await setup({
      '/api/v1/secrets': { watch: [{ body: [{ event: ['ADDED', nameless] }] }] },
      '/api/v1/pods': { watch: [{ body: [{ event: ['ADDED', secret] }] }] },
    });
    for (const resource of ['secrets', 'pods']) {
      const events = await drain(await cluster.listerWatcher({ ...pods, resource }, {}).watch({}, never));
      expect(JSON.stringify(events)).toMatch(/<masked 7 bytes> #/);
      expect(JSON.stringify(events)).not.toContain('aHVudGVyMg');
    }
  });

  it('T-09: reads nothing while nobody asks', async () => {
    const filler = 'x'.repeat(64 * 1024);
    const event = { event: ['MODIFIED', { ...pod('a', 11), filler }] as const };
    const { pods: lw } = await watchOf({ body: Array.from({ length: 200 }, () => event), end: 'close' });
    const watch = await lw.watch({}, never);
    const first = await watch.next();
    expect(first!.length).toBeLessThan(10);
    expect(first!.length + (await drain(watch)).length).toBe(200);
  });
});

describe('the rate limit of the client', () => {
  const limited = () => setup({ [path]: { list: [{ json: podList }], watch: [{ end: 'hold' }] }, '/version': { list: [{ json: { gitVersion: 'v1.34.0' } }] } }, undefined, { rateLimit: { qps: 1, burst: 2 } });

  it('holds back every request but watches, and tells a list for how long', async () => {
    const { server, cluster, pods: lw, clock } = await limited();
    const held: number[] = [];
    const observer = { accepted: () => undefined, throttled: (ms: number) => void held.push(ms), reduced: () => undefined };
    await cluster.version(never);
    await lw.list({}, never, observer);
    const second = lw.list({}, never, observer);
    const watch = await lw.watch({}, never, observer);
    expect(held).toEqual([1000]);
    expect(server.requests.map((request) => request.query.has('watch'))).toEqual([false, false, true]);
    await clock.advance(1000);
    expect((await second).items).toHaveLength(1);
    watch.close();
  });

  it('is none unless it is asked for', async () => {
    const { server, pods: lw } = await listOf({ json: podList });
    for (let index = 0; index < 30; index++) await lw.list({}, never);
    expect(server.requests).toHaveLength(30);
  });

  it('case 13: a stop ends the wait, and nothing is sent', async () => {
    const { server, pods: lw, clock } = await limited();
    for (let index = 0; index < 2; index++) await lw.list({}, never);
    const stop = new AbortController();
    const listing = failure(lw.list({}, stop.signal));
    stop.abort('stopped');
    expect(await listing).toBe('stopped');
    await clock.advance(5000);
    expect(server.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });
});
