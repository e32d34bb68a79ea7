import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { kubeconfigWith } from './kubeconfigWith.ts';

/** One piece of a body: text, text many times over with its count in place of `{i}`, bytes in base64, a frame of a watch, JSON, or a pause between two writes. */
export type Piece =
  | string
  | { readonly text: string; readonly times: number }
  | { readonly base64: string }
  | { readonly event: readonly [type: string, object: unknown] }
  | { readonly json: unknown }
  | { readonly pauseMs: number };

/** One answer of the server. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Before the headers are sent. */
  readonly delayMs?: number;
  /** The whole body; or `body`, in pieces. */
  readonly json?: unknown;
  readonly body?: readonly Piece[];
  readonly gzip?: boolean;
  /** After the body: end it properly (default), break the connection, or leave it open. */
  readonly end?: 'close' | 'cut' | 'hold';
}

/** What a path answers: one reply after the other, the last one for ever. */
export interface RouteScript {
  readonly list?: readonly Reply[];
  readonly watch?: readonly Reply[];
  /** To whoever lists one object, to know how many there are; default: the next of `list`. */
  readonly preflight?: readonly Reply[];
}

/** A small file that says how a server behaves. */
export interface ServerScript {
  readonly title?: string;
  /** By path, without query. What is not here is 404, as a Status. */
  readonly routes: Readonly<Record<string, RouteScript>>;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** `performance.now()` of its arrival. */
  readonly at: number;
  /** Distinguished name of the client's certificate. */
  readonly clientName: string | undefined;
}

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** Asks for a client certificate of this CA. */
  readonly clientCa?: string;
}

/** An API server that follows a script, and remembers what it was asked. */
export class ScriptedServer {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #positions = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #script: ServerScript;
  readonly #scheme: 'http' | 'https';

  private constructor(script: ServerScript, tls: TlsMaterial | undefined) {
    this.#script = script;
    this.#scheme = tls ? 'https' : 'http';
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => void this.#onRequest(request, response);
    this.#server = tls
      ? createTlsServer({ cert: tls.cert, key: tls.key, ...(tls.clientCa && { ca: tls.clientCa, requestCert: true, rejectUnauthorized: false }) }, onRequest)
      : createServer(onRequest);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#notify();
      });
    });
  }

  static async start(script: ServerScript, tls?: TlsMaterial): Promise<ScriptedServer> {
    const server = new ScriptedServer(script, tls);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  get lists(): SeenRequest[] {
    return this.requests.filter((request) => request.method === 'GET' && !request.query.has('watch'));
  }

  get watches(): SeenRequest[] {
    return this.requests.filter((request) => request.query.has('watch'));
  }

  /** From now on it follows another script, from its beginning. */
  follow(script: ServerScript): void {
    this.#script = script;
    this.#positions.clear();
  }

  /** Breaks every connection that is open now. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when `condition` holds; it is looked at after each request, and when a socket closes. */
  async until(condition: (server: ScriptedServer) => boolean): Promise<void> {
    while (!condition(this)) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const watch = url.searchParams.has('watch');
    const tls = request.socket as Partial<{ getPeerCertificate(): { subject?: { CN?: string } } }>;
    this.requests.push({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      at: performance.now(),
      clientName: tls.getPeerCertificate?.().subject?.CN,
    });
    this.#notify();
    await answer(this.#next(url.pathname, watch ? 'watch' : url.searchParams.get('limit') === '1' ? 'preflight' : 'list'), response);
  }

  #next(path: string, asked: keyof RouteScript): Reply {
    const route = this.#script.routes[path];
    const story = asked === 'preflight' && !route?.preflight ? 'list' : asked;
    const replies = route?.[story];
    if (!replies || replies.length === 0) return { status: 404, json: statusObject(404, 'NotFound', 'the server could not find the requested resource') };
    const id = `${story} ${path}`;
    const position = this.#positions.get(id) ?? 0;
    this.#positions.set(id, position + 1);
    return replies[Math.min(position, replies.length - 1)]!;
  }

  #notify(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

async function answer(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.delayMs) await pause(reply.delayMs);
  const headers = { 'content-type': 'application/json', ...(reply.gzip && { 'content-encoding': 'gzip' }), ...reply.headers };
  response.writeHead(reply.status ?? 200, headers);
  response.flushHeaders();
  const pieces = reply.body ?? ('json' in reply ? [{ json: reply.json }] : []);
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'pauseMs' in piece) await pause(piece.pauseMs);
    else response.write(reply.gzip ? gzipSync(bytesOf(piece)) : bytesOf(piece));
    // Each piece goes out by itself.
    await pause(0);
  }
  if (reply.end === 'cut') response.destroy();
  else if (reply.end !== 'hold') response.end();
}

function bytesOf(piece: Exclude<Piece, { readonly pauseMs: number }>): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece);
  if ('text' in piece) return Buffer.from(repeated(piece));
  if ('base64' in piece) return Buffer.from(piece.base64, 'base64');
  if ('json' in piece) return Buffer.from(JSON.stringify(piece.json));
  const [type, object] = piece.event;
  return Buffer.from(`${JSON.stringify({ type, object })}\n`);
}

function repeated({ text, times }: { readonly text: string; readonly times: number }): string {
  return text.includes('{i}') ? Array.from({ length: times }, (_one, index) => text.replaceAll('{i}', String(index))).join('') : text.repeat(times);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });
}

export function statusObject(code: number, reason: string, message: string): Record<string, unknown> {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}

/** A kubeconfig with one context `test` for a server; `user` and `cluster` are merged into its entries. */
export function kubeconfigFor(server: string, user: object = {}, cluster: object = {}): string {
  return kubeconfigWith({ clusters: { test: { server, ...cluster } }, users: { test: user }, contexts: { test: { cluster: 'test', user: 'test' } } });
}
