import { resourcePath } from '../../extension/cluster/resourcePath.ts';
import type { ListerWatcher, ListPage, Watch } from '../../extension/informer/listerWatcher.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { ListOptions } from '../../extension/kube/listOptions.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError, ConnectionError, type Status } from '../../extension/kube/status.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import { adminUser } from '../../extension/playground/access/userInfo.ts';
import type { ApiResponse, BodyStream } from '../../extension/playground/api/apiRequest.ts';
import type { Playground } from '../../extension/playground/createPlayground.ts';

/** Lists and watches one resource, by default config maps, through the playground's API, in process; its connection can be broken. */
export class ApiListerWatcher implements ListerWatcher {
  /** Nobody gets through while this is set. */
  partitioned = false;
  readonly #playground: Playground;
  readonly #scope: InformerScope;
  readonly #resource: GroupVersionResource;
  readonly #streams = new Set<BodyStream>();

  constructor(playground: Playground, scope: InformerScope, resource: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' }) {
    this.#playground = playground;
    this.#scope = scope;
    this.#resource = resource;
  }

  get openWatches(): number {
    return this.#streams.size;
  }

  /** Breaks every open watch, as a proxy that restarts. */
  drop(): void {
    for (const stream of this.#streams) stream.close();
  }

  async list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    const { body } = await this.#ask({ ...options }, signal);
    const text = typeof body === 'string' ? body : await readAll(body);
    const { kind, apiVersion, metadata, items } = JSON.parse(text) as { kind: string; apiVersion: string; metadata: { resourceVersion: string; continue?: string }; items: KubeObject[] };
    const whole = items.map((item) => Object.assign({ kind: kind.replace(/List$/, ''), apiVersion }, item));
    return { kind, ...metadata, items: whole, bytes: text.length };
  }

  async watch(options: ListOptions, signal: AbortSignal): Promise<Watch> {
    const { body } = await this.#ask({ ...options, watch: true }, signal);
    const stream = typeof body === 'string' ? streamOf(body) : body;
    this.#streams.add(stream);
    const close = (): void => {
      this.#streams.delete(stream);
      stream.close();
    };
    return {
      next: async () => {
        const part = await stream.next();
        if (part === undefined) this.#streams.delete(stream);
        return part?.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line) as WatchEvent);
      },
      close,
    };
  }

  async #ask(options: Record<string, unknown>, signal: AbortSignal): Promise<ApiResponse> {
    if (this.partitioned) throw new ConnectionError('refused', 'nobody listens there', { server: 'playground' });
    const { namespace, ...selectors } = this.#scope;
    const given = Object.entries({ ...options, ...selectors }).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
    const path = resourcePath(this.#resource, namespace);
    const response = await this.#playground.handle({ auditId: '', user: adminUser('test'), method: 'GET', path, query, accept: '', contentType: '', userAgent: '', body: new Uint8Array(), signal });
    if (response.status !== 200) throw new ApiError(JSON.parse(response.body as string) as Status);
    return response;
  }
}

function streamOf(text: string): BodyStream {
  let rest: string | undefined = text;
  return {
    next: () => {
      const part = rest;
      rest = undefined;
      return Promise.resolve(part);
    },
    close: () => {
      rest = undefined;
    },
  };
}

async function readAll(stream: BodyStream): Promise<string> {
  let text = '';
  for (let part = await stream.next(); part !== undefined; part = await stream.next()) text += part;
  return text;
}
