import { silentLogger } from '../../extension/base/logger.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { adminUser, type UserInfo } from '../../extension/playground/access/userInfo.ts';
import type { ApiRequest, ApiResponse, BodyStream } from '../../extension/playground/api/apiRequest.ts';
import { ConnectionCut } from '../../extension/playground/api/connectionCut.ts';
import type { SocketRequest } from '../../extension/playground/api/socketRequest.ts';
import { createPlayground, type Playground, type PlaygroundOptions } from '../../extension/playground/createPlayground.ts';
import { FakeClock } from './fakeClock.ts';

export interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
  readonly contentType: string;
  /** The body as JSON, typed loosely: tests look at single fields. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface Ask {
  /** Sent as JSON, unless it is a text or bytes already. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly userAgent?: string;
  readonly auditId?: string;
  /** `introspect`: asks for the inside. */
  readonly to?: 'handle' | 'introspect';
  /** Default: somebody who may everything. */
  readonly user?: UserInfo;
  /** Comes from a socket, with what its headers say of who sends it. */
  readonly from?: Partial<Pick<SocketRequest, 'authorization' | 'impersonation'>>;
}

/** A playground in process, without sockets, on a clock that stands still. */
export class PlaygroundHarness {
  readonly clock = new FakeClock();
  readonly errors: string[] = [];
  readonly playground: Playground;

  constructor(options: Partial<PlaygroundOptions> = {}) {
    const logger = { ...silentLogger, error: (tag: string, message: string) => void this.errors.push(`${tag}: ${message}`) };
    this.playground = createPlayground({ size: 'small', seed: 1, churn: 'off', controllers: [], clock: this.clock, logger, ...options });
  }

  /** @param target path and query */
  async ask(method: string, target: string, ask: Ask = {}): Promise<Answer> {
    const { status, warnings, retryAfterSeconds, contentType, body } = await this.#send(method, target, ask, new AbortController().signal);
    const text = typeof body === 'string' ? body : await readAll(body);
    return { status, warnings, retryAfterSeconds, contentType, text, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
  }

  get(target: string): Promise<Answer> {
    return this.ask('GET', target);
  }

  /** An object as it is now. */
  async object(target: string): Promise<KubeObject> {
    const { status, json, text } = await this.get(target);
    if (status !== 200) throw new Error(`${target}: ${text}`);
    return json as KubeObject;
  }

  patch(target: string, body: unknown, kind: 'json' | 'merge' | 'strategic-merge' = 'merge'): Promise<Answer> {
    return this.ask('PATCH', target, { body, contentType: `application/${kind}-patch+json` });
  }

  /** What is shown of the inside. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async inside(target: string): Promise<any> {
    const { status, json, text } = await this.ask('GET', target, { to: 'introspect' });
    if (status !== 200) throw new Error(`${target}: ${text}`);
    return json;
  }

  /** Opens a watch and collects what comes. */
  async watch(target: string, accept = '', { isRaw = false, ...ask }: Ask & { readonly isRaw?: boolean } = {}): Promise<WatchReader> {
    const gone = new AbortController();
    const { status, body } = await this.#send('GET', target, { accept, ...ask }, gone.signal);
    const reader = new WatchReader(status, body, gone, isRaw);
    await this.clock.settle();
    return reader;
  }

  #send(method: string, target: string, { body = '', contentType, accept = '', userAgent = '', auditId = '', to = 'handle', user = adminUser('test'), from }: Ask, signal: AbortSignal): Promise<ApiResponse> {
    const [path = '', query = ''] = target.split('?');
    const request: ApiRequest = {
      auditId,
      user,
      method,
      path,
      query: new URLSearchParams(query),
      accept,
      userAgent,
      contentType: contentType ?? (body === '' ? '' : 'application/json'),
      body: body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      signal,
    };
    if (!from) return this.playground[to](request);
    const { authorization = '', impersonation } = from;
    return this.playground.serve({ ...request, authorization, impersonation, readBody: () => Promise.resolve(request.body), delivery: { onEnd: () => undefined } });
  }
}

export class WatchReader {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly events: { readonly type: string; readonly object: any }[] = [];
  ended = false;
  /** In the middle of the stream. */
  cut = false;
  /** Exactly what came. */
  bytes = '';
  readonly #stream: BodyStream | undefined;
  readonly #gone: AbortController;
  readonly #isRaw: boolean;

  /** @param isRaw only bytes are kept: they may be no events */
  constructor(status: number, body: string | BodyStream, gone: AbortController, isRaw = false) {
    this.status = status;
    this.#gone = gone;
    this.#isRaw = isRaw;
    if (typeof body === 'string') {
      this.#take(body);
      this.ended = true;
    } else {
      this.#stream = body;
      void this.#read(body);
    }
  }

  /** What has come since the last call: `ADDED default/web`, `BOOKMARK 17`, `ERROR Expired`. */
  lines(): string[] {
    return this.events.splice(0).map(({ type, object }) => {
      if (type === 'BOOKMARK') return `${type} ${object.metadata.resourceVersion}${object.metadata.annotations ? ' end' : ''}`;
      return type === 'ERROR' ? `${type} ${object.reason}` : `${type} ${object.metadata.namespace ?? ''}/${object.metadata.name}`;
    });
  }

  close(): void {
    this.#gone.abort();
    this.#stream?.close();
  }

  async #read(stream: BodyStream): Promise<void> {
    try {
      for (let part = await stream.next(); part !== undefined; part = await stream.next()) this.#take(part.toString());
    } catch (error) {
      if (!ConnectionCut.is(error)) throw error;
      this.cut = true;
    }
    this.ended = true;
  }

  #take(text: string): void {
    this.bytes += text;
    if (this.#isRaw) return;
    for (const line of text.split('\n')) if (line !== '') this.events.push(JSON.parse(line));
  }
}

async function readAll(stream: BodyStream): Promise<string> {
  const parts: string[] = [];
  for (let part = await stream.next(); part !== undefined; part = await stream.next()) parts.push(part.toString());
  return parts.join('');
}
