import type { ApiResponse } from '../apiRequest.ts';
import type { ApiObserver } from '../apiObserver.ts';
import type { InflightRequests } from '../inflightRequests.ts';
import { tellingEnd } from '../tellingEnd.ts';
import type { Filter, FilteredRequest, Next } from './filter.ts';

/** Tells who looks inside what is being answered, from the beginning to the end of the answer's body. */
export class Observation implements Filter {
  readonly #inflight: InflightRequests;
  readonly #observer: ApiObserver | undefined;

  constructor(inflight: InflightRequests, observer: ApiObserver | undefined) {
    this.#inflight = inflight;
    this.#observer = observer;
  }

  async filter(filtered: FilteredRequest, next: Next): Promise<ApiResponse> {
    const inflight = this.#inflight.begin(filtered.request, filtered.attributes.verb);
    const completed = (): void => {
      if (this.#inflight.end(inflight)) this.#observer?.completed(inflight);
    };
    this.#observer?.received(inflight);
    const response = await next(filtered);
    this.#inflight.answered(inflight, response.status);
    this.#observer?.started(inflight);
    if (typeof response.body !== 'string') return { ...response, body: tellingEnd(response.body, completed) };
    completed();
    return response;
  }
}
