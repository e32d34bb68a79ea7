import { Buffer } from 'node:buffer';
import type { ApiResponse, BodyStream } from '../api/apiRequest.ts';
import type { Answer, Filter, FilteredRequest, Next } from '../api/filters/filter.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceCounts } from './resourceCounts.ts';
import type { Traffic } from './traffic.ts';

/** Counts lists and watches that are answered, and the bytes of lists; what watches are sent is counted where it is sent. */
export class TrafficFilter implements Filter {
  readonly #traffic: Traffic;
  readonly #registry: Registry;

  constructor(traffic: Traffic, registry: Registry) {
    this.#traffic = traffic;
    this.#registry = registry;
  }

  filter(filtered: FilteredRequest, next: Next): Answer {
    const { verb, isResourceRequest } = filtered.attributes;
    return isResourceRequest && (verb === 'list' || verb === 'watch') ? this.#counted(filtered, next) : next(filtered);
  }

  async #counted(filtered: FilteredRequest, next: Next): Promise<ApiResponse> {
    const { attributes, request } = filtered;
    const response = await next(filtered);
    const store = this.#registry.find(attributes);
    if (response.status !== 200 || !store) return response;
    const counts = this.#traffic.of(attributes);
    if (attributes.verb === 'watch') {
      counts.watches.requests++;
      return response;
    }
    counts.lists.requests++;
    const objects = isWhole(filtered) && !request.accept.includes('as=') ? store.cache.size : undefined;
    const ended = (bytes: number): void => {
      if (objects !== undefined) counts.whole = { bytes, objects };
    };
    if (typeof response.body !== 'string') return { ...response, body: counted(response.body, counts, ended) };
    const bytes = Buffer.byteLength(response.body);
    counts.lists.bytes += bytes;
    ended(bytes);
    return response;
  }
}

function isWhole({ attributes, request: { query } }: FilteredRequest): boolean {
  return attributes.namespace === '' && !['labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersionMatch'].some((name) => query.get(name));
}

/** @param onEnd how long the body was, where it was sent whole */
function counted(body: BodyStream, { lists }: ResourceCounts, onEnd: (bytes: number) => void): BodyStream {
  let bytes = 0;
  return {
    next: async () => {
      const part = await body.next();
      if (part === undefined) {
        if (bytes > 0) onEnd(bytes);
        return undefined;
      }
      const length = Buffer.byteLength(part);
      bytes += length;
      lists.bytes += length;
      return part;
    },
    close: () => body.close(),
  };
}
