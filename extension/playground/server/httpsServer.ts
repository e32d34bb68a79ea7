import { Buffer } from 'node:buffer';
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from '../../base/logger.ts';
import { ApiError } from '../../kube/status.ts';
import type { ApiRequest, ApiResponse, BodyStream } from '../api/apiRequest.ts';
import { errorResponse } from '../api/apiServer.ts';
import { bodyTooLarge, unauthorized } from '../statusErrors.ts';
import type { ServerCertificate } from './certificates.ts';

/** What etcd takes at most, in bytes, with some room. */
const maxBodyBytes = 3 * 1024 * 1024;
/** Of the request line and all headers together. */
const maxHeaderBytes = 32 * 1024;
const maxConnections = 1000;

export interface HttpsServerOptions {
  readonly certificate: Pick<ServerCertificate, 'cert' | 'key'>;
  readonly token: string;
  /** Who has the token. */
  readonly user: string;
  readonly handle: (request: ApiRequest) => Promise<ApiResponse>;
  readonly logger: Logger;
}

/** The API on a socket: loopback only, TLS, and a bearer token before anything else is looked at. */
export class HttpsServer {
  readonly #options: HttpsServerOptions;
  readonly #server: Server;
  readonly #tokenHash: Buffer;
  readonly #stopping = new AbortController();
  readonly #answering = new Set<Promise<void>>();

  constructor(options: HttpsServerOptions) {
    this.#options = options;
    this.#tokenHash = hash(options.token);
    const { cert, key } = options.certificate;
    this.#server = createServer({ cert, key, maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 90_000 }, (request, response) => {
      const answered = this.#answer(request, response).finally(() => this.#answering.delete(answered));
      this.#answering.add(answered);
    });
    this.#server.maxConnections = maxConnections;
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

  /** Ends every request, streams as they end by themselves, and resolves when no socket is left. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#stopping.abort();
    await Promise.all(this.#answering);
    await new Promise((resolve) => setImmediate(resolve)); // what was written last is on its way
    this.#server.closeAllConnections();
    await closed;
  }

  /** Never rejects. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#stopping.signal]);
    const auditId = auditIdOf(request);
    response.setHeader('audit-id', auditId);
    try {
      await send(response, await this.#responseTo(request, auditId, signal), signal);
    } catch (error) {
      if (!signal.aborted) this.#options.logger.error('server', `${request.method} ${request.url} broke off`, error);
      response.destroy();
    }
  }

  async #responseTo(request: IncomingMessage, auditId: string, signal: AbortSignal): Promise<ApiResponse> {
    try {
      if (!this.#isAuthorized(request.headers.authorization ?? '')) throw unauthorized();
      const body = await readBody(request, signal);
      const { path, query } = splitUrl(request.url ?? '/');
      const { accept = '', 'content-type': contentType = '', 'user-agent': userAgent = '' } = request.headers;
      const { user } = this.#options;
      return await this.#options.handle({ auditId, user, method: request.method ?? 'GET', path, query, accept, contentType, userAgent, body, signal });
    } catch (error) {
      if (!ApiError.is(error)) throw error;
      return errorResponse(error);
    }
  }

  /** Compares hashes of equal length, so that the time taken tells nothing of the token. */
  #isAuthorized(authorization: string): boolean {
    const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    return timingSafeEqual(hash(given), this.#tokenHash);
  }
}

/** The client may name its request itself, as for any API server. */
function auditIdOf({ headers }: IncomingMessage): string {
  const given = headers['audit-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** By hand: a URL parser would resolve dots in the path before anybody saw them. */
function splitUrl(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: new URLSearchParams() } : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

/** @throws ApiError 413 */
async function readBody(request: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const giveUp = (): void => void request.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    return await readBytes(request);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed on the way out: the refusal still has to go back on the same socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function send(response: ServerResponse, { status, contentType, warnings, retryAfterSeconds, body }: ApiResponse, signal: AbortSignal): Promise<void> {
  response.statusCode = status;
  if (status === 413) response.setHeader('connection', 'close');
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', 'no-cache, private');
  response.setHeader('x-content-type-options', 'nosniff');
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (warnings.length > 0) response.setHeader('warning', warnings.map(warningHeader));
  if (typeof body === 'string') response.end(body);
  else await sendStream(response, body, signal);
}

/** Reads on only when the socket has taken what was written, so that a slow client slows its own stream alone. */
async function sendStream(response: ServerResponse, stream: BodyStream, signal: AbortSignal): Promise<void> {
  const close = (): void => stream.close();
  if (signal.aborted) close();
  signal.addEventListener('abort', close);
  try {
    response.flushHeaders(); // a watch is open before its first event
    for (let part = await stream.next(); part !== undefined && !signal.aborted; part = await stream.next()) {
      if (!response.write(part)) await once(response, 'drain', { signal });
    }
    response.end();
  } finally {
    signal.removeEventListener('abort', close);
    stream.close();
  }
}

/** RFC 7234, code 299: miscellaneous, persistent. */
function warningHeader(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?');
  return `299 - ${JSON.stringify(ascii)}`;
}

/** What is not HTTP gets the shortest answer that says so. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
