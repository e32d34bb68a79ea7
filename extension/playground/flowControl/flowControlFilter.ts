import { ApiError } from '../../kube/status.ts';
import { answerEnd } from '../api/answerEnd.ts';
import type { ApiResponse } from '../api/apiRequest.ts';
import { errorResponse } from '../api/errorResponse.ts';
import type { Answer, Filter, FilteredRequest, Next } from '../api/filters/filter.ts';
import { tooManyRequests } from '../statusErrors.ts';
import type { Admission, FlowControl } from './flowControl.ts';

/** Seconds after which whoever is sent away may come again. */
const retryAfterSeconds = 1;

/**
 * Lets requests in as flow control has it. A seat is held until the answer has been sent, however slowly its client takes it; by a
 * watch only until it begins.
 */
export class FlowControlFilter implements Filter {
  readonly #control: FlowControl;

  constructor(control: FlowControl) {
    this.#control = control;
  }

  filter(filtered: FilteredRequest, next: Next): Answer {
    const { request, attributes } = filtered;
    const admission = this.#control.enter({ user: request.user, attributes, query: request.query }, () => request.signal);
    return admission instanceof Promise ? admission.then((settled) => answer(settled, filtered, next)) : answer(admission, filtered, next);
  }
}

async function answer(admission: Admission, filtered: FilteredRequest, next: Next): Promise<ApiResponse> {
  const headers = { 'x-kubernetes-pf-flowschema-uid': admission.schemaUid, 'x-kubernetes-pf-prioritylevel-uid': admission.levelUid };
  if ('refused' in admission) return { ...errorResponse(tooManyRequests('too many requests, please try again later', retryAfterSeconds)), headers };
  let response: ApiResponse;
  try {
    response = await next(filtered);
  } catch (error) {
    if (!ApiError.is(error)) {
      admission.giveBack();
      throw error;
    }
    response = errorResponse(error);
  }
  const said = { ...response, headers: response.headers ? { ...response.headers, ...headers } : headers };
  if (!filtered.attributes.isLongRunning) return answerEnd(filtered, said, admission.giveBack);
  admission.giveBack();
  return said;
}
