import { once } from 'node:events';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { userInfo } from '../../../../extension/playground/access/userInfo.ts';
import type { ApiRequest, ApiResponse, BodyStream } from '../../../../extension/playground/api/apiRequest.ts';
import { createServerCertificate } from '../../../../extension/playground/server/certificates.ts';
import { HttpsServer } from '../../../../extension/playground/server/httpsServer.ts';
import { tokenGuard } from '../../../../extension/playground/server/tokenGuard.ts';

const certificate = createServerCertificate(Date.now());
const token = 'the-token';
const ok: ApiResponse = { status: 200, contentType: 'application/json', warnings: [], body: '{}' };

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

class Fixture {
  readonly requests: ApiRequest[] = [];
  readonly errors: string[] = [];
  readonly agent = new Agent({ ca: certificate.ca, keepAlive: false });
  readonly server: HttpsServer;
  url = '';

  constructor(handle: (request: ApiRequest) => Promise<ApiResponse> | ApiResponse = () => ok) {
    this.server = new HttpsServer({
      certificate,
      logger: { ...silentLogger, error: (tag, message) => void this.errors.push(`${tag}: ${message}`) },
      serve: tokenGuard({ token, user: userInfo('test') }, (request) => {
        this.requests.push(request);
        return Promise.resolve(handle(request));
      }),
    });
  }

  async open(): Promise<this> {
    this.url = await this.server.listen(0);
    opened.push(this.server);
    return this;
  }

  async start(target: string, { headers, ...options }: RequestOptions = {}, body?: string | Buffer): Promise<IncomingMessage> {
    const all = { authorization: `Bearer ${token}`, ...(headers as object) };
    // As a string the path would be normalised before it is sent.
    const { hostname, port } = new URL(this.url);
    const sending = httpsRequest({ agent: this.agent, hostname, port, path: target, headers: all, ...options });
    sending.on('error', () => undefined); // the server may answer before it has read everything
    sending.end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return response;
  }

  async get(target: string, options?: RequestOptions, body?: string | Buffer): Promise<Got> {
    const response = await this.start(target, options, body);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode!, headers: response.headers, text };
  }
}

const opened: HttpsServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

describe('HttpsServer', () => {
  it('listens on the loopback address and is trusted by its CA alone', async () => {
    const fixture = await new Fixture().open();
    expect(fixture.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await fixture.get('/x')).status).toBe(200);
    const failure = new Promise((resolve) => {
      const sending = httpsRequest(`${fixture.url}/x`, { ca: createServerCertificate(Date.now()).ca });
      sending.on('error', resolve);
      sending.end();
    });
    expect(await failure).toMatchObject({ code: expect.stringMatching(/CERT|SELF_SIGNED|UNABLE/) as string });
  });

  it.each(['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, token])('answers %j with 401 before anything else is looked at', async (authorization) => {
    const fixture = await new Fixture().open();
    const { status, text } = await fixture.get('/../secret', { method: 'POST', headers: { authorization } }, 'no json');
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ kind: 'Status', reason: 'Unauthorized', code: 401 });
    expect(fixture.requests).toEqual([]);
  });

  it('hands the request on as it came', async () => {
    const fixture = await new Fixture().open();
    await fixture.get('/a/../b/%2e?x=1&x=2&y=%C3%A4', { method: 'PATCH', headers: { accept: 'a/b', 'content-type': 'c/d; e=f' } }, '{"ä":1}');
    const { method, path, query, accept, contentType, body } = fixture.requests[0]!;
    expect({ method, path, accept, contentType }).toEqual({ method: 'PATCH', path: '/a/../b/%2e', accept: 'a/b', contentType: 'c/d; e=f' });
    expect(Buffer.from(body).toString()).toBe('{"ä":1}');
    expect([query.getAll('x'), query.get('y')]).toEqual([['1', '2'], 'ä']);
  });

  it('sends status, type and warnings', async () => {
    const fixture = await new Fixture(() => ({ ...ok, status: 201, warnings: ['unknown field "spec.a"', 'ä\r\nSet-Cookie: x'] })).open();
    const { status, headers } = await fixture.get('/');
    expect(status).toBe(201);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.warning).toBe(String.raw`299 - "unknown field \"spec.a\"", 299 - "???Set-Cookie: x"`);
  });

  it('says when to come again, where the answer says so', async () => {
    const refusing = await new Fixture(() => ({ ...ok, status: 429, retryAfterSeconds: 7 })).open();
    expect((await refusing.get('/')).headers['retry-after']).toBe('7');
    const fixture = await new Fixture().open();
    expect((await fixture.get('/')).headers['retry-after']).toBeUndefined();
  });

  it('names each request, or takes the name that the client gives it, and says it in the answer, a refusal too', async () => {
    const fixture = await new Fixture().open();
    const named = await fixture.get('/', { headers: { 'audit-id': 'mine-1' } });
    const unnamed = [await fixture.get('/'), await fixture.get('/', { headers: { 'audit-id': 'x'.repeat(65) } }), await fixture.get('/', { headers: { authorization: '' } })].map(({ headers }) => headers['audit-id']);
    expect(named.headers['audit-id']).toBe('mine-1');
    for (const id of unnamed) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(unnamed).size).toBe(3);
    expect(fixture.requests.map(({ auditId }) => auditId)).toEqual(['mine-1', ...unnamed.slice(0, 2)]);
  });

  it('413 for a body of more than 3 MiB', async () => {
    const fixture = await new Fixture().open();
    const large = await fixture.get('/', { method: 'POST' }, Buffer.alloc(3 * 1024 * 1024 + 1, 'a'));
    expect([large.status, JSON.parse(large.text).reason]).toEqual([413, 'RequestEntityTooLarge']);
    expect(fixture.requests).toEqual([]);
    expect((await fixture.get('/', { method: 'POST' }, Buffer.alloc(3 * 1024 * 1024, 'a'))).status).toBe(200);
  });

  it('431 for a URL or headers of more than 32 KiB', async () => {
    const fixture = await new Fixture().open();
    expect((await fixture.get(`/${'a'.repeat(40_000)}`)).status).toBe(431);
    expect((await fixture.get('/', { headers: { 'x-large': 'a'.repeat(40_000) } })).status).toBe(431);
    expect((await fixture.get('/')).status).toBe(200);
  });

  it('survives what is not HTTP, and not TLS', async () => {
    const fixture = await new Fixture().open();
    const { port } = new URL(fixture.url);
    const noise = connect({ host: '127.0.0.1', port: Number(port), ca: certificate.ca });
    noise.end('\0\0 not http\r\n\r\n');
    let answer = '';
    for await (const chunk of noise.setEncoding('utf8')) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fixture.get('/')).status).toBe(200);
  });

  /** A stream that gives what it is told to, and remembers how it ended. */
  function stream(): BodyStream & { push(part: string | undefined): void; closed: number } {
    const parts: (string | undefined)[] = [];
    let wake: (() => void) | undefined;
    const self = {
      closed: 0,
      push(part: string | undefined) {
        parts.push(part);
        wake?.();
      },
      async next() {
        if (parts.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        return parts.shift();
      },
      close() {
        self.closed++;
        self.push(undefined);
      },
    };
    return self;
  }

  it('opens a stream at once, sends each part as it comes, and ends it', async () => {
    const body = stream();
    const fixture = await new Fixture(() => ({ ...ok, body })).open();
    const response = await fixture.start('/watch');
    expect(response.statusCode).toBe(200);
    const read = response.setEncoding('utf8')[Symbol.asyncIterator]();
    body.push('one\n');
    expect((await read.next()).value).toBe('one\n');
    body.push('two\n');
    expect((await read.next()).value).toBe('two\n');
    body.push(undefined);
    expect((await read.next()).done).toBe(true);
    expect(body.closed).toBeGreaterThan(0);
  });

  it('closes the stream when the client goes', async () => {
    const body = stream();
    const closed = new Promise<void>((resolve) => {
      const { close } = body;
      body.close = () => {
        close();
        resolve();
      };
    });
    const fixture = await new Fixture(() => ({ ...ok, body })).open();
    const response = await fixture.start('/watch');
    response.destroy();
    await closed;
    expect(fixture.requests[0]?.signal.aborted).toBe(true);
    expect(fixture.errors).toEqual([]);
  });

  /** Parts of bytes, the same for everybody who asks: short ones are made chunks once for all, long ones are not. */
  const shared = [Buffer.from('one\n'), Buffer.from(`${'long '.repeat(20_000)}\n`), Buffer.from('two\n'), Buffer.from('three\n')];
  const sharedText = Buffer.concat(shared).toString();

  function sharedBody(): BodyStream {
    const left = [...shared];
    return { next: () => Promise.resolve(left.shift()), close: () => undefined };
  }

  it('sends the same bytes to each who is sent the same', async () => {
    const fixture = await new Fixture(() => ({ ...ok, body: sharedBody() })).open();
    const got = await Promise.all(Array.from({ length: 5 }, () => fixture.get('/watch')));
    expect(got.map(({ text }) => text === sharedText)).toEqual([true, true, true, true, true]);
  });

  /** What comes back over one connection, to whoever writes HTTP by hand. */
  async function answerTo({ url }: Fixture, text: string): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca: certificate.ca });
    socket.write(text);
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
    return answer;
  }

  it('says nothing of a client that breaks off while it takes no more', async () => {
    const part = Buffer.alloc(16 * 1024, 'x');
    const closed = Promise.withResolvers<void>();
    let asked = 0;
    const next = async (): Promise<Buffer> => {
      asked++;
      return part;
    };
    const fixture = await new Fixture(() => ({ ...ok, body: { next, close: () => closed.resolve() } })).open();
    const tcp = connectPlain({ host: '127.0.0.1', port: Number(new URL(fixture.url).port) });
    const socket = connect({ socket: tcp, ca: certificate.ca, servername: 'localhost' });
    socket.on('error', () => undefined);
    socket.write(`GET /watch HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'readable');
    // It takes no more, so that nothing is asked for any more.
    let before = -1;
    await expect.poll(() => before === (before = asked)).toBe(true);
    tcp.resetAndDestroy();
    await closed.promise;
    expect(fixture.errors).toEqual([]);
  });

  it('sends no chunks to a client of before HTTP/1.1', async () => {
    const fixture = await new Fixture(() => ({ ...ok, body: sharedBody() })).open();
    const answer = await answerTo(fixture, `GET /watch HTTP/1.0\r\nauthorization: Bearer ${token}\r\n\r\n`);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4) === sharedText).toBe(true);
  });

  it('keeps the order of answers that were asked for together, streams among them', async () => {
    const fixture = await new Fixture(({ path }) => ({ ...ok, body: path === '/watch' ? sharedBody() : `{"path":"${path}"}` })).open();
    const request = (path: string, last = false) => `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
    const answer = await answerTo(fixture, request('/first') + request('/watch') + request('/watch') + request('/last', true));
    const places = [...answer.matchAll(/\{"path":"[^"]*"\}|three\n/g)].map(([found]) => found);
    expect(places).toEqual(['{"path":"/first"}', 'three\n', 'three\n', '{"path":"/last"}']);
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(4);
  });

  it('does not ask for more than the client takes', async () => {
    const [parts, size] = [2000, 64 * 1024];
    let asked = 0;
    let received = 0;
    let ahead = 0;
    const next = (): Promise<string | undefined> => {
      ahead = Math.max(ahead, asked * size - received);
      return Promise.resolve(++asked > parts ? undefined : 'x'.repeat(size));
    };
    const fixture = await new Fixture(() => ({ ...ok, body: { next, close: () => undefined } })).open();
    for await (const chunk of await fixture.start('/list')) received += (chunk as Buffer).length;
    expect(received).toBe(parts * size);
    expect(ahead).toBeLessThan((parts * size) / 4);
  });

  it('breaks off the response, and says so in the log, when a stream fails', async () => {
    let parts = 0;
    const body: BodyStream = { next: () => (++parts > 1 ? Promise.reject(new Error('a bug')) : Promise.resolve('part')), close: () => undefined };
    const fixture = await new Fixture(() => ({ ...ok, body })).open();
    await expect(fixture.get('/list')).rejects.toThrow(/aborted|socket hang up/);
    expect(fixture.errors).toEqual(['server: GET /list broke off']);
  });

  it('ends everything when it closes', async () => {
    const body = stream();
    const fixture = await new Fixture(() => ({ ...ok, body })).open();
    const response = await fixture.start('/watch');
    const ended = new Promise<void>((resolve) => response.on('close', resolve));
    response.on('error', () => undefined);
    response.resume();
    await fixture.server.close();
    opened.splice(0);
    await ended;
    expect(fixture.requests[0]?.signal.aborted).toBe(true);
  });

  it('does not wait, when it closes, for a body that does not come', async () => {
    const fixture = await new Fixture().open();
    const { hostname, port } = new URL(fixture.url);
    const sending = httpsRequest({ agent: fixture.agent, hostname, port, path: '/', method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-length': 10 } });
    const failed = new Promise((resolve) => sending.on('error', resolve));
    sending.flushHeaders();
    await once(sending, 'socket').then(([socket]: { once(event: string, listener: () => void): void }[]) => new Promise<void>((resolve) => socket!.once('secureConnect', () => resolve())));
    await fixture.get('/'); // the first request has arrived before this one
    await fixture.server.close();
    opened.splice(0);
    expect(await failed).toBeInstanceOf(Error);
  });

  it('says what keeps it from listening', async () => {
    const first = await new Fixture().open();
    const port = Number(new URL(first.url).port);
    await expect(new Fixture().server.listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
