import { badRequest } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { decodeObject, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { objectResponse, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

export function createObject(of: ResourceRequest): ApiResponse {
  const { request, definition, store, namespace } = of;
  requireNamespace(of);
  const { object, warnings } = decodeObject(parseObjectBody(request, definition.schema), definition, fieldValidation(request.query));
  const given = object.metadata.namespace;
  if (definition.namespaced && given && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  const stored = store.create(namespace, object, writeOptions(request));
  return objectResponse(of, stored, 201, [...warnings, ...definition.warningsFor(stored.object)]);
}
