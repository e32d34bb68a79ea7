import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import { adminUser } from '../../../../extension/playground/access/userInfo.ts';
import { createPlayground } from '../../../../extension/playground/createPlayground.ts';
import { createServerCertificate } from '../../../../extension/playground/server/certificates.ts';
import { HttpsServer, type ServerPatience } from '../../../../extension/playground/server/httpsServer.ts';
import { HttpsClient } from '../../../support/httpsClient.ts';
import { fileSeed } from '../../../support/seed.ts';

const seed = fileSeed();
const certificate = createServerCertificate(Date.now());
const token = 'the-token';

class Served {
  readonly errors: string[] = [];
  readonly sockets: Socket[] = [];
  readonly #logger = { ...silentLogger, error: (tag: string, message: string) => void this.errors.push(`${tag}: ${message}`) };
  readonly playground = createPlayground({ size: 'small', seed: 1, churn: 'off', controllers: [], tokens: [{ token, user: adminUser('admin') }], clock: systemClock, logger: this.#logger });
  readonly server: HttpsServer;
  port = 0;
  client!: HttpsClient;

  constructor(patience?: ServerPatience) {
    this.server = new HttpsServer({ certificate, serve: (request) => this.playground.serve(request), logger: this.#logger, ...(patience && { patience }) });
  }

  async open(): Promise<this> {
    const url = await this.server.listen(0);
    this.port = Number(new URL(url).port);
    this.client = new HttpsClient(url, certificate.ca, token);
    opened.push(this);
    return this;
  }

  tcp(): Socket {
    return this.#own(connectTcp(this.port, '127.0.0.1'));
  }

  tls(): Socket {
    return this.#own(connectTls({ host: '127.0.0.1', port: this.port, ca: certificate.ca }));
  }

  /** A client that means it, on a new connection. */
  async good(): Promise<number> {
    const client = new HttpsClient(`https://127.0.0.1:${this.port}`, certificate.ca, token);
    const { status } = await client.ask('GET', '/api/v1/namespaces/default/configmaps');
    client.close();
    return status;
  }

  async close(): Promise<void> {
    this.client.close();
    for (const socket of this.sockets) socket.destroy();
    await this.playground.close();
    await this.server.close();
  }

  #own(socket: Socket): Socket {
    socket.on('error', () => undefined);
    this.sockets.push(socket);
    return socket;
  }
}

const opened: Served[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

/** All that comes until the other side ends. */
async function answerTo(socket: Socket, bytes: string | Buffer): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

const post = (headers: string): string => `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${headers}`;

// Conditions end each of them; the limits are for a machine on which much else goes on.
describe('a server among clients that mean no good', { timeout: 180_000 }, () => {
  it('answers who means it while thousands of connections say nothing, or half of a handshake', async () => {
    const served = await new Served().open();
    const hello = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]); // begins a ClientHello of 512 bytes
    const before = process.memoryUsage().rss;
    let closed = 0;
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++) {
      const sockets = Array.from({ length: 250 }, () => served.tcp());
      await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => undefined)));
      for (const [index, socket] of sockets.entries()) {
        socket.on('close', () => closed++);
        if (index % 2 === 0) socket.write(hello);
      }
      statuses.push(await served.good(), await served.good());
    }
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect(closed).toBeGreaterThan(2_000);
    // Clients and server are one process here; what is held is a small part of what was asked for.
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
    expect(served.errors).toEqual([]);
  });

  it('waits only so long for a handshake, for headers and for a body', async () => {
    const served = await new Served({ handshakeMs: 200, headersMs: 300, requestMs: 600 }).open();
    const silent = served.tcp();
    const slowHeaders = served.tls();
    const slowBody = served.tls();
    slowHeaders.on('secureConnect', () => slowHeaders.write('GET / HTTP/1.1\r\nx-a: '));
    const answers = await Promise.all([new Promise((resolve) => silent.on('close', resolve)), answerTo(slowHeaders, ''), answerTo(slowBody, post('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"metadata"'))]);
    expect(answers[1]).toMatch(/^HTTP\/1\.1 408 /);
    expect(answers[2]).toMatch(/^HTTP\/1\.1 (408|400) /);
    expect(await served.good()).toBe(200);
    expect(served.errors).toEqual([]);
  });

  it.each([
    ['headers without end', `GET / HTTP/1.1\r\n${'x-a: b\r\n'.repeat(20_000)}`, /^(HTTP\/1\.1 431 |$)/],
    ['one header without end', `GET / HTTP/1.1\r\nx-a: ${'b'.repeat(100_000)}`, /^(HTTP\/1\.1 431 |$)/],
    ['no method', '\r\n\r\n / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx'), /^HTTP\/1\.1 400 /],
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /],
    ['chunks that are none', post('Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'), /HTTP\/1\.1 400 /],
    ['another protocol', post('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'), /^HTTP\/1\.1 4\d\d .*"kind":"Status"/s],
    ['an expectation that nobody meets', post('Expect: the moon\r\nContent-Length: 2\r\n\r\n{}'), /^HTTP\/1\.1 417 .*connection: close.*"kind":"Status"/is],
    ['HTTP/2 that nobody agreed on', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 (400|505) /],
    ['a body of more than 3 MiB', Buffer.concat([Buffer.from(post(`Content-Type: application/json\r\nContent-Length: ${4 << 20}\r\n\r\n`)), Buffer.alloc(4 << 20, 'a')]), /^HTTP\/1\.1 413 /],
  ])('%s', async (_, bytes, expected) => {
    const served = await new Served().open();
    const socket = served.tls();
    await once(socket, 'secureConnect');
    expect(await answerTo(socket, bytes)).toMatch(expected);
    expect(await served.good()).toBe(200);
    expect(served.errors).toEqual([]);
  });

  it('a client that goes in the middle of its body is nobody to write a log about', async () => {
    const served = await new Served().open();
    for (let count = 0; count < 20; count++) {
      const socket = served.tls();
      await once(socket, 'secureConnect');
      await new Promise<void>((resolve) => void socket.write(post('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'), () => resolve()));
      socket.destroy();
    }
    expect(await served.good()).toBe(200);
    expect(served.errors).toEqual([]);
  });

  it('bytes of any kind: an answer or a close, and who means it is served', async () => {
    const served = await new Served().open();
    const line = fc.constantFrom('GET / HTTP/1.1\r\n', post(''), 'Host: x\r\n', 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n', '\r\n', '5\r\nhello\r\n', '0\r\n\r\n', 'Connection: close\r\n');
    const piece = fc.oneof(line.map((text) => Buffer.from(text)), fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, encrypted) => {
        const socket = encrypted ? served.tls() : served.tcp();
        await once(socket, encrypted ? 'secureConnect' : 'connect');
        socket.resume();
        socket.end(Buffer.concat(pieces));
        await new Promise((resolve) => socket.on('close', resolve));
      }),
      { numRuns: 150, seed },
    );
    expect(await served.good()).toBe(200);
    expect(served.errors).toEqual([]);
  });
});
