import type { ListerWatcher, ListPage, Watch } from '../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../extension/kube/listOptions.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { ApiError, ConnectionError, type Status } from '../../extension/kube/status.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import type { ApiRequest, ApiResponse, BodyStream } from '../../extension/playground/api/apiRequest.ts';
import type { Playground } from '../../extension/playground/createPlayground.ts';

const never = new AbortController().signal;

/** One request to a playground in this process. @throws ApiError */
export async function ask(playground: Playground, request: Partial<ApiRequest> & { readonly path: string }): Promise<ApiResponse> {
  const response = await playground.handle({
    method: 'GET',
    query: new URLSearchParams(),
    accept: 'application/json',
    contentType: 'application/json',
    body: '',
    signal: never,
    ...request,
  });
  if (response.status < 400) return response;
  throw new ApiError(JSON.parse(response.body as string) as Status);
}

interface RawList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

/** Lists and watches a playground in this process, by the requests that a client would send; and breaks its streams. */
export class PlaygroundListerWatcher implements ListerWatcher {
  readonly #playground: Playground;
  readonly #path: string;
  readonly #streams = new Set<BodyStream>();
  /** While true nobody answers. */
  isOffline = false;

  constructor(playground: Playground, path: string) {
    this.#playground = playground;
    this.#path = path;
  }

  /** Breaks every open watch, in the middle of whatever it had to say. */
  drop(): void {
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
  }

  async list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    this.#reach();
    const response = await ask(this.#playground, { path: this.#path, query: queryOf(options), signal });
    const body = response.body as string;
    const { kind, apiVersion, metadata, items } = JSON.parse(body) as RawList;
    return {
      kind,
      resourceVersion: metadata.resourceVersion ?? '',
      ...(metadata.continue ? { continue: metadata.continue } : {}),
      items: items.map((item) => Object.assign({ apiVersion, kind: kind.replace(/List$/, '') }, item)),
      bytes: body.length,
    };
  }

  async watch(options: ListOptions, signal: AbortSignal): Promise<Watch> {
    this.#reach();
    const query = queryOf(options);
    query.set('watch', 'true');
    const { body } = await ask(this.#playground, { path: this.#path, query, signal });
    if (typeof body === 'string') return watchOf(once(body), () => undefined);
    this.#streams.add(body);
    return watchOf(body, () => this.#streams.delete(body));
  }

  #reach(): void {
    if (this.isOffline) throw new ConnectionError('refused', 'nobody listens', { server: 'playground' });
  }
}

function watchOf(stream: BodyStream, onClose: () => void): Watch {
  return {
    async next() {
      const text = await stream.next();
      return text?.trim().split('\n').map((line) => JSON.parse(line) as WatchEvent);
    },
    close() {
      onClose();
      stream.close();
    },
  };
}

function once(text: string): BodyStream {
  const parts = [text];
  return { next: async () => parts.shift(), close: () => void parts.splice(0) };
}

function queryOf(options: ListOptions): URLSearchParams {
  return new URLSearchParams(Object.entries(options).map(([name, value]): [string, string] => [name, String(value)]));
}
