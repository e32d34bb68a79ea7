import type { ApiError } from '../../kube/status.ts';
import { type ApiResponse, jsonResponse } from './apiRequest.ts';
import { statusBody } from './statusBody.ts';

/** A refusal as a response. */
export function errorResponse(error: ApiError): ApiResponse {
  const { retryAfterSeconds } = error;
  return { ...jsonResponse(statusBody(error), error.status), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
