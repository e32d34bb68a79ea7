import { Agent as HttpAgent, ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../base/clock.ts';
import { setDeadline } from '../base/deadline.ts';
import { toDisposable } from '../base/disposable.ts';
import { ConnectionError, type RefusedCredentials } from '../kube/status.ts';
import { BodyReader } from './bodyReader.ts';
import { connectionErrorOf } from './connectionError.ts';
import type { Credentials } from './credentials.ts';
import { isLoopback } from './environmentProxy.ts';
import { Proxy } from './proxy.ts';
import { hostOf } from './proxyAddress.ts';
import type { RequestSecurity } from './requestSecurity.ts';
import type { RequestObserver } from './requestStats.ts';

/** A firewall that drops packets is recognised after this; client-go waits 30 s and 10 s more for TLS. */
const connectMs = 15_000;

/** The API server gives up on a request after 60 s and says so; later than that nothing comes. */
const answerMs = 75_000;

/** As many as Go follows. */
const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Idle connections are probed, so that one which died in silence is noticed (as client-go). */
const keepAliveMs = 30_000;

const ownUserAgent = `informer-inspector (${process.platform}/${process.arch})`;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query; begins with a slash and is meant below the server's own path. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
  /** What audit logs are to call it; default: the server names it. */
  readonly auditId?: string;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. Whoever gets it closes it, or reads it to its end. */
  readonly body: BodyReader;
  /** Of a 401: what is known of the credentials that were sent. */
  readonly refused?: RefusedCredentials;
}

export interface HttpClientOptions {
  readonly server: URL;
  readonly credentials: Credentials;
  readonly compression: boolean;
  /** An http, https or socks5 address; default: none. */
  readonly proxyUrl?: string;
  readonly clock: Clock;
  readonly observer?: RequestObserver;
  /** As whose program it asks; default: this one's. */
  readonly userAgent?: string;
}

/**
 * One server over HTTP/1.1. Each call of `send` is one request and its true answer: nothing is retried
 * but what never reached the server. A read that the server sends on to another of its own paths is followed there;
 * any other redirect is the answer, so credentials go to no other host.
 */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #inFlight = new Set<ClientRequest>();
  readonly #agents = new Map<unknown, HttpAgent>();
  #via: Proxy | undefined;
  #closed = false;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /** The server's address as errors name it: without credentials that may stand in it. */
  get server(): string {
    return `${this.#options.server.origin}${this.#basePath}`;
  }

  /**
   * Resolves when the headers of the answer have come, whatever its status.
   * @throws ConnectionError, CredentialError; the signal's reason when it aborts
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const { credentials } = this.#options;
    const security = await credentials.prepare(request.signal);
    let path = `${this.#basePath}${request.path}`;
    for (let followed = 0; ; followed++) {
      const response = await this.#sendObserved(request, path, security);
      const refused = credentials.answered(security, response.status);
      const next = this.#redirect(request, path, response);
      if (next === undefined) return refused ? { ...response, refused } : response;
      response.body.close();
      if (followed === maxRedirects) throw new ConnectionError('other', `the server redirects again and again, at last to ${next}`, { server: this.server });
      path = next;
    }
  }

  /** Breaks off everything. No socket is left; later requests are refused. */
  close(): void {
    this.#closed = true;
    for (const request of this.#inFlight) request.destroy();
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
    this.#options.credentials.close(this.#hasClosed());
  }

  async #sendObserved(request: HttpRequest, path: string, security: RequestSecurity): Promise<HttpResponse> {
    const observation = this.#options.observer?.sent(request.method, request.path);
    try {
      const response = await this.#sendFresh(request, path, security);
      if (!observation) return response;
      observation.answered(response.status, response.headers);
      response.body.observe(observation);
      return response;
    } catch (error) {
      // Whoever asked for it did not want it any more: nobody failed.
      if (!request.signal.aborted) observation?.failed();
      throw error;
    }
  }

  /** A kept connection may have been closed by the server just now: then a read is sent again, as Go does. */
  async #sendFresh(request: HttpRequest, path: string, security: RequestSecurity): Promise<HttpResponse> {
    for (;;) {
      const sent = this.#start(request, path, security);
      try {
        return await this.#answer(sent, request.signal);
      } catch (error) {
        const stale = sent.reusedSocket && ConnectionError.is(error, 'reset');
        if (!stale || request.method !== 'GET' || request.signal.aborted || this.#closed) throw error;
      }
    }
  }

  /** The path on this very server to which a read is sent on; undefined where there is none to be followed. */
  #redirect({ method }: HttpRequest, path: string, { status, headers: { location } }: HttpResponse): string | undefined {
    if (method !== 'GET' || location === undefined || !redirects.has(status)) return undefined;
    const { origin } = this.#options.server;
    const target = URL.parse(location, `${origin}${path}`);
    return target?.origin === origin ? `${target.pathname}${target.search}` : undefined;
  }

  #start(request: HttpRequest, path: string, security: RequestSecurity): ClientRequest {
    request.signal.throwIfAborted();
    if (this.#closed) throw this.#hasClosed();
    const { server } = this.#options;
    const { ca: _ca, cert: _cert, key: _key, ...tls } = security.tls;
    const proxied = this.#proxy?.request(path);
    const options: RequestOptions = {
      ...(security.secureContext ? { ...tls, secureContext: security.secureContext } : {}),
      agent: this.#agentFor(security),
      protocol: server.protocol,
      method: request.method,
      host: hostOf(server),
      port: server.port || (server.protocol === 'https:' ? 443 : 80),
      path: proxied?.path ?? path,
      headers: {
        ...security.headers,
        ...proxied?.headers,
        'user-agent': this.#options.userAgent ?? ownUserAgent,
        accept: request.accept ?? 'application/json',
        'accept-encoding': this.#compresses ? 'gzip' : 'identity',
        ...(request.auditId !== undefined && { 'audit-id': request.auditId }),
        ...(request.body !== undefined && {
          'content-type': request.contentType ?? 'application/json',
          'content-length': Buffer.byteLength(request.body),
        }),
      },
    };
    // Not by `request` of `node:https`: VS Code puts an agent of its own in the place of ours there, so that no connection would be
    // kept, and the proxy be that of its settings instead of the kubeconfig's.
    const sent = new ClientRequest(options);
    this.#inFlight.add(sent);
    sent.once('close', () => this.#inFlight.delete(sent));
    sent.end(request.body);
    return sent;
  }

  #answer(sent: ClientRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { clock } = this.#options;
    const place = { server: this.server, ...(this.#proxy && { proxy: this.#proxy.shown }) };
    return new Promise((resolve, reject) => {
      // A request whose tunnel is being made has no socket yet, and would tell of its end only when it has.
      const giveUp = (error: unknown): void => {
        sent.destroy(error instanceof ConnectionError ? error : undefined);
        reject(error);
      };
      const late = (ms: number, what: string) => setDeadline(clock, ms, () => giveUp(new ConnectionError('timeout', `${what} within ${ms / 1000} s`, place)));
      const connecting = late(connectMs, 'no connection came about');
      const waiting = late(answerMs, 'no answer came');
      const stopTimers = toDisposable(() => {
        connecting.dispose();
        waiting.dispose();
      });
      const onAbort = (): void => giveUp(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      sent.once('close', () => {
        stopTimers.dispose();
        signal.removeEventListener('abort', onAbort);
        // After the answer this changes nothing.
        reject(signal.aborted ? signal.reason : new ConnectionError('reset', 'the connection was closed before an answer came', place));
      });
      sent.once('socket', (socket) => onceConnected(socket, () => connecting.dispose()));
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : connectionErrorOf(error, place)));
      sent.once('response', (response) => {
        stopTimers.dispose();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: this.#bodyOf(response, sent) });
      });
    });
  }

  #bodyOf(response: IncomingMessage, sent: ClientRequest): BodyReader {
    const release = (): void => void sent.destroy();
    return new BodyReader(decompressed(response), { release, clock: this.#options.clock, server: this.server });
  }

  #hasClosed(): ConnectionError {
    return new ConnectionError('other', 'the connection to the server has been closed', { server: this.server });
  }

  get #basePath(): string {
    return this.#options.server.pathname.replace(/\/+$/, '');
  }

  /** Within one machine it costs more than it saves. */
  get #compresses(): boolean {
    return this.#options.compression && !isLoopback(hostOf(this.#options.server));
  }

  /** @throws ConnectionError */
  get #proxy(): Proxy | undefined {
    const { proxyUrl, server } = this.#options;
    return proxyUrl === undefined ? undefined : (this.#via ??= new Proxy(proxyUrl, server));
  }

  /** One for each set of certificates: a connection is never used under another identity. */
  #agentFor(security: RequestSecurity): HttpAgent {
    const { secureContext } = security;
    let agent = this.#agents.get(secureContext);
    if (!agent) {
      const settings = { keepAlive: true, keepAliveMsecs: keepAliveMs, scheduling: 'lifo' } as const;
      agent = this.#proxy?.agent(security, settings, connectMs) ?? (secureContext ? new HttpsAgent(settings) : new HttpAgent(settings));
      for (const other of this.#agents.values()) retire(other);
      this.#agents.clear();
      this.#agents.set(secureContext, agent);
    }
    return agent;
  }
}

/**
 * Of certificates that a plugin has replaced: no new request goes over its connections. What runs on them is let come to its end, unlike in
 * client-go, where one connection carries everything.
 */
function retire(agent: HttpAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

function decompressed(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  // An error of either side ends both, and is seen by whoever reads.
  return pipeline(response, createGunzip(), () => undefined);
}

/** Calls back when the socket can carry a request: connected and, over TLS, past the handshake. */
function onceConnected(socket: Socket, callback: () => void): void {
  const tls = socket as Partial<TLSSocket> & { readonly secureConnecting?: boolean };
  if (tls.encrypted && (socket.connecting || tls.secureConnecting)) socket.once('secureConnect', callback);
  else if (socket.connecting) socket.once('connect', callback);
  else callback();
}
