import type { Clock } from '../../base/clock.ts';
import { formatResource } from '../../kube/resource.ts';
import { type ApiResponse, jsonType } from '../api/apiRequest.ts';
import type { Answer, Filter, FilteredRequest, Next } from '../api/filters/filter.ts';
import { statusBody } from '../api/statusBody.ts';
import { tooLargeResourceVersion } from '../statusErrors.ts';
import { cutBody } from './cutBody.ts';
import { delay, whenGone } from './delay.ts';
import { statusAnswer } from './faultAnswers.ts';
import type { Faults } from './faults.ts';
import type { FaultSubject } from './faultSubject.ts';

/** Stands before the handler: what is allowed may take long, be refused, or break off all the same. */
export class RequestFaults implements Filter {
  readonly #faults: Faults;
  readonly #clock: Clock;

  constructor(faults: Faults, clock: Clock) {
    this.#faults = faults;
    this.#clock = clock;
  }

  filter(filtered: FilteredRequest, next: Next): Answer {
    return this.#faults.isOn ? this.#strike(filtered, next) : next(filtered);
  }

  /** @throws ApiError of the fault */
  async #strike(filtered: FilteredRequest, next: Next): Promise<ApiResponse> {
    const faults = this.#faults;
    const subject = subjectOf(filtered);
    for (const kind of ['holdHeaders', 'slowAnswer'] as const) {
      const fault = faults.strike(kind, subject);
      if (fault) await delay(this.#clock, fault, whenGone(filtered.request.signal));
    }
    const status = faults.strike('status', subject);
    if (status) throw statusAnswer(status.spec, subject);
    const tooLarge = this.#tooLarge(filtered, subject);
    if (tooLarge) return tooLarge;
    const response = await next(filtered);
    const isCut = subject.verb === 'list' && response.status === 200 && faults.strike('cutObject', subject);
    return isCut ? { ...response, body: cutBody(response.body) } : response;
  }

  /** A list is refused; a watch is told inside of its stream. Who asks for no version, or for any, cannot ask for one that is too large. */
  #tooLarge({ request: { query } }: FilteredRequest, subject: FaultSubject): ApiResponse | undefined {
    const asked = /^\d{1,15}$/.test(query.get('resourceVersion') ?? '') ? Number(query.get('resourceVersion')) : 0;
    if (asked === 0 || (subject.verb !== 'list' && subject.verb !== 'watch') || !this.#faults.strike('tooLarge', subject)) return undefined;
    const error = tooLargeResourceVersion(asked, asked - 1);
    if (subject.verb === 'list') throw error;
    return { status: 200, contentType: jsonType, warnings: [], body: `${JSON.stringify({ type: 'ERROR', object: statusBody(error) })}\n` };
  }
}

function subjectOf({ request: { auditId, user, userAgent }, attributes }: Pick<FilteredRequest, 'request' | 'attributes'>): FaultSubject {
  const { resourcePath, verb } = attributes;
  return { auditId, resource: resourcePath ? formatResource(resourcePath) : '', verb, user: user.name, userAgent };
}
