import type { Clock } from '../../base/clock.ts';
import type { AskedRequest } from '../../introspection/askedRequest.ts';
import type { ApiRequest } from './apiRequest.ts';

/** A request that is being answered. Watches are, for as long as they last. */
export interface InflightRequest extends AskedRequest {
  /** On the clock. */
  readonly since: number;
  /** Of the answer, once its head is known. */
  readonly code: number | undefined;
}

/** The requests that are being answered, oldest first. */
export class InflightRequests {
  readonly #clock: Clock;
  readonly #all = new Set<InflightRequest>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<InflightRequest> {
    return this.#all.values();
  }

  begin({ auditId, path, query, user, userAgent }: ApiRequest, verb: string): InflightRequest {
    const request: InflightRequest = { auditId, verb, path, query: query.toString(), user: user.name, userAgent, since: this.#clock.now(), code: undefined };
    this.#all.add(request);
    return request;
  }

  answered(request: InflightRequest, code: number): void {
    (request as { code: number | undefined }).code = code;
  }

  end(request: InflightRequest): boolean {
    return this.#all.delete(request);
  }
}
