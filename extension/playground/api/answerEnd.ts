import type { ApiResponse } from './apiRequest.ts';
import type { FilteredRequest } from './filters/filter.ts';
import { tellingEnd } from './tellingEnd.ts';

/**
 * The same answer, which tells when it is over: written, or its client gone. Where nobody says how the writing goes, it is over
 * as soon as its body is there. @param onEnd may be called more than once
 */
export function answerEnd({ delivery }: Pick<FilteredRequest, 'delivery'>, response: ApiResponse, onEnd: () => void): ApiResponse {
  if (delivery) delivery.onEnd(onEnd);
  else if (typeof response.body !== 'string') return { ...response, body: tellingEnd(response.body, onEnd) };
  else onEnd();
  return response;
}
