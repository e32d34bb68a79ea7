import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Logger } from '../../base/logger.ts';
import type { ApiResponse, BodyStream } from '../api/apiRequest.ts';
import { ConnectionCut } from '../api/connectionCut.ts';
import type { SocketRequest } from '../api/socketRequest.ts';
import { badRequest, bodyTooLarge } from '../statusErrors.ts';
import type { ServerCertificate } from './certificates.ts';
import { Chunks } from './chunks.ts';
import { Departure } from './departure.ts';
import { HalfOpenConnections } from './halfOpenConnections.ts';
import { impersonationHeaders } from './impersonationHeaders.ts';

/** What etcd takes at most, in bytes, with some room. */
const maxBodyBytes = 3 * 1024 * 1024;
/** Of the request line and all headers together. */
const maxHeaderBytes = 32 * 1024;
/** Connections that have brought a request: as many as clients of a large cluster have. */
const maxConnections = 1000;
/** And those that have not yet. */
const maxHalfOpen = 450;

/** How long a client may take, in milliseconds. Answers may take as long as they like: watches do. */
export interface ServerPatience {
  /** For the handshake of TLS. */
  readonly handshakeMs: number;
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For all of it, as a kube-apiserver's `--request-timeout`. */
  readonly requestMs: number;
}

const usualPatience: ServerPatience = { handshakeMs: 10_000, headersMs: 20_000, requestMs: 60_000 };

export interface HttpsServerOptions {
  readonly certificate: Pick<ServerCertificate, 'cert' | 'key'>;
  /** Answers a request; never throws. Who sends it is still to be found out. */
  readonly serve: (request: SocketRequest) => Promise<ApiResponse>;
  readonly logger: Logger;
  /** For tests. */
  readonly patience?: ServerPatience;
}

/** An API on a socket: loopback only, and TLS. Bodies are read when they are asked for. */
export class HttpsServer {
  readonly #options: HttpsServerOptions;
  readonly #server: Server;
  /** Of each request that is being answered: its client goes, or this closes. */
  readonly #departures = new Set<Departure>();
  readonly #answering = new Set<Promise<void>>();
  readonly #chunks = new Chunks();
  readonly #halfOpen = new HalfOpenConnections(maxHalfOpen);

  constructor(options: HttpsServerOptions) {
    this.#options = options;
    const { cert, key } = options.certificate;
    const { handshakeMs, headersMs, requestMs } = options.patience ?? usualPatience;
    const patience = { handshakeTimeout: handshakeMs, headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: Math.min(5_000, headersMs) };
    this.#server = createServer({ cert, key, maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 90_000, ...patience }, (request, response) => {
      this.#halfOpen.asked(request.socket);
      const answered = this.#answer(request, response).finally(() => this.#answering.delete(answered));
      this.#answering.add(answered);
    });
    this.#server.maxConnections = maxConnections + maxHalfOpen + 1;
    this.#server.on('connection', (socket: Socket) => this.#halfOpen.opened(socket));
    // Nobody listens for `upgrade`: so a request that asks for another protocol is answered like any other, by a Status.
    this.#server.on('checkExpectation', (_request, response) => refuseExpectation(response));
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseConnection(error, socket as Socket));
  }

  /**
   * @param port 0 for any that is free
   * @returns the base URL
   * @throws the system's error, with its `code`, when it cannot listen there
   */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As if the process had died: every connection breaks, whatever it is in the middle of. */
  breakConnections(): void {
    this.#server.closeAllConnections();
  }

  /** Ends every request, streams as they end by themselves, and resolves when no socket is left. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const departure of this.#departures) departure.go();
    await Promise.all(this.#answering);
    await new Promise((resolve) => setImmediate(resolve)); // what was written last is on its way
    this.#server.closeAllConnections();
    await closed;
  }

  /** Never rejects. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const departure = new Departure();
    this.#departures.add(departure);
    response.on('close', () => {
      this.#departures.delete(departure);
      if (!response.writableFinished) departure.go();
      departure.end();
    });
    const auditId = auditIdOf(request);
    try {
      const answer = await this.#responseTo(request, auditId, departure);
      await send(response, answer, { auditId, closes: request.headers.upgrade !== undefined, isHead: request.method === 'HEAD' }, departure, this.#chunks);
    } catch (error) {
      // What was written goes out before it.
      if (ConnectionCut.is(error)) return void response.socket?.destroySoon();
      if (!departure.isGone) this.#options.logger.error('server', `${request.method} ${request.url} broke off`, error);
      response.destroy();
    }
  }

  #responseTo(request: IncomingMessage, auditId: string, departure: Departure): Promise<ApiResponse> {
    const { path, query } = splitUrl(request.url ?? '/');
    const { authorization = '', accept = '', 'content-type': contentType = '', 'user-agent': userAgent = '' } = request.headers;
    return this.#options.serve({
      auditId,
      method: request.method ?? 'GET',
      path,
      query,
      accept,
      contentType,
      userAgent,
      authorization,
      impersonation: impersonationHeaders(request),
      readBody: hasBody(request) ? () => readBody(request, departure) : undefined,
      delivery: departure,
      get signal() {
        return departure.signal;
      },
    });
  }
}

/** The client may name its request itself, as for any API server. */
function auditIdOf({ headers }: IncomingMessage): string {
  const given = headers['audit-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/** By hand: a URL parser would resolve dots in the path before anybody saw them. */
function splitUrl(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: new URLSearchParams() } : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** @throws ApiError 413 */
function readBody(request: IncomingMessage, departure: Departure): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const brokenOff = (): void => reject(badRequest('the client has gone before its request was whole'));
    const forget = departure.onGo(() => void request.destroy());
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      // Not destroyed: the refusal still has to go back on the same socket.
      request.pause();
      request.removeAllListeners('data');
      reject(bodyTooLarge(maxBodyBytes));
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', brokenOff);
    request.on('close', () => {
      forget();
      // An error is made with its stack, which takes as long as a tenth of a small write.
      if (!request.readableEnded) brokenOff();
    });
  });
}

interface AnswerHead {
  readonly auditId: string;
  /** The connection ends with the answer, whatever that is. */
  readonly closes: boolean;
  /** Nothing but the head is sent. */
  readonly isHead: boolean;
}

async function send(response: ServerResponse, { status, contentType, warnings, retryAfterSeconds, headers, body }: ApiResponse, { auditId, closes, isHead }: AnswerHead, departure: Departure, chunks: Chunks): Promise<void> {
  const fields = ['audit-id', auditId, 'content-type', contentType, 'cache-control', 'no-cache, private', 'x-content-type-options', 'nosniff'];
  // Nobody who is nobody keeps a connection.
  if (closes || status === 413 || status === 401) fields.push('connection', 'close');
  if (retryAfterSeconds !== undefined) fields.push('retry-after', String(retryAfterSeconds));
  for (const name in headers) fields.push(name, headers[name]!);
  for (const warning of warnings) fields.push('warning', warningHeader(warning));
  // All at once and in a row: each that is set by itself is looked at, kept, and looked up again.
  if (typeof body === 'string' && !isHead) fields.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(status, fields);
  if (typeof body === 'string') response.end(body);
  else await sendStream(response, body, departure, chunks);
}

/** Reads on only when the socket has taken what was written, so that a slow client slows its own stream alone. */
async function sendStream(response: ServerResponse, stream: BodyStream, departure: Departure, chunks: Chunks): Promise<void> {
  const forget = departure.onGo(() => stream.close());
  if (departure.isGone) stream.close();
  try {
    response.flushHeaders(); // a watch is open before its first event
    for (let part = await stream.next(); part !== undefined && !departure.isGone; part = await stream.next()) {
      const full = chunks.write(response, part);
      if (full && !(await hasDrained(full, departure.signal))) return;
    }
    response.end();
  } finally {
    forget();
    stream.close();
  }
}

/** False when the client has gone instead: its socket may fail before it is said to be closed. @throws what else goes wrong */
async function hasDrained(full: Writable, signal: AbortSignal): Promise<boolean> {
  try {
    await once(full, 'drain', { signal });
    return true;
  } catch (error) {
    if (full.destroyed || signal.aborted) return false;
    throw error;
  }
}

/** RFC 7234, code 299: miscellaneous, persistent. */
function warningHeader(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?');
  return `299 - ${JSON.stringify(ascii)}`;
}

const refusals: Readonly<Record<string, string>> = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' };

/** Of anything but `100-continue`. The connection ends with it: whether a body comes is not known. */
function refuseExpectation(response: ServerResponse): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'the server meets no expectation but 100-continue', code: 417 };
  response.writeHead(417, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(status));
}

/** What is not HTTP gets the shortest answer that says so. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = refusals[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
