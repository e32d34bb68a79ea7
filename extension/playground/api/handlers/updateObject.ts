import type { Subresource } from '../../registry/resourceDefinition.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { decodeObject, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { objectResponse, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

/** Replaces an object, or only its status or finalizers; of some kinds one that is not there is created. */
export function updateObject(of: ResourceRequest, subresource?: Subresource): ApiResponse {
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  const { object, warnings } = decodeObject(parseObjectBody(request, definition.schema), definition, fieldValidation(request.query));
  const options = { ...writeOptions(request), ...(subresource && { subresource }) };
  const { stored, created } = store.replace(namespace, name, object, options);
  return objectResponse(of, stored, created ? 201 : 200, [...warnings, ...definition.warningsFor(stored.object)]);
}
