import { type ApiRequest, type ApiResponse, jsonResponse } from './apiRequest.ts';
import { accessReviews } from './discovery.ts';
import { decodeObject, fieldValidation, parseObjectBody } from './requestBody.ts';

/** `SelfSubjectAccessReview`: whoever has the token may do everything. Nothing is stored. */
export function reviewAccess(request: ApiRequest): ApiResponse {
  const { object, warnings } = decodeObject(parseObjectBody(request, accessReviews.schema), accessReviews, fieldValidation(request.query));
  const status = { allowed: true, reason: 'the token of the playground allows everything' };
  return jsonResponse({ ...object, kind: accessReviews.kind, apiVersion: 'authorization.k8s.io/v1', status }, 201, warnings);
}
