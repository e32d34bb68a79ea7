import { forbiddenField } from '../../fieldErrors.ts';
import type { Subresource } from '../../registry/resourceDefinition.ts';
import { namelessObject } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { mediaType } from '../negotiation.ts';
import { parsePatch } from '../patchBody.ts';
import { decodePatched, fieldValidation } from '../requestBody.ts';
import { applyObject, applyPatchType } from './applyObject.ts';
import { objectResponse, refuseOptions, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

/** Changes an object, or only its status, by a patch. Without a version in the patch it applies to whatever is there. */
export function patchObject(of: ResourceRequest, subresource?: Subresource): ApiResponse {
  if (mediaType(of.request.contentType) === applyPatchType) return applyObject(of, subresource);
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  const patch = parsePatch(request, definition);
  if (request.query.has('force')) {
    const field = forbiddenField('force', 'may not be specified for non-apply patch');
    refuseOptions(request.method, [field]);
  }
  const validation = fieldValidation(request.query);
  const warnings: string[] = [];
  const options = { ...writeOptions(request), ...(subresource && { subresource }) };
  const stored = store.update(
    namespace,
    name,
    (old) => {
      const decoded = decodePatched(patch(old), definition, validation);
      if (!decoded.object.metadata.name) throw namelessObject(name);
      warnings.push(...decoded.warnings);
      return decoded.object;
    },
    options,
  );
  return objectResponse(of, stored, 200, [...warnings, ...definition.warningsFor(stored.object)]);
}
