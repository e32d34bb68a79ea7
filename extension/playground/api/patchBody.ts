import { isRecord } from '../../kube/object.ts';
import { applyJsonPatch } from '../patch/jsonPatch.ts';
import { applyMergePatch } from '../patch/mergePatch.ts';
import { applyStrategicMergePatch } from '../patch/strategicMergePatch.ts';
import { badRequest, misfittingPatch, unsupportedMediaType } from '../statusErrors.ts';
import type { ApiRequest } from './apiRequest.ts';
import { mediaType } from './negotiation.ts';
import { type ExpectedKind, type ParsedBody, parseJsonBody } from './requestBody.ts';

type Json = Readonly<Record<string, unknown>>;

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicMergePatchType = 'application/strategic-merge-patch+json';

/**
 * The patch of a request, ready to be applied to an object of that kind. What is in it is not looked at before: an object that is not
 * there is not found, whatever it was to become.
 * @throws ApiError 415 for another type of patch; and when it is applied 400 for one that is malformed, 422 for one that does not fit
 */
export function parsePatch(request: ApiRequest, expected: ExpectedKind): (target: Json) => ParsedBody {
  const types = [jsonPatchType, mergePatchType, ...(expected.custom ? [] : [strategicMergePatchType])];
  const type = mediaType(request.contentType);
  if (!types.includes(type)) throw unsupportedMediaType(type, types, {});
  return (target) => {
    const patch = parseJsonBody(request, types);
    return { ...patch, json: patched(type, expected, target, patch.json) };
  };
}

function patched(type: string, { schema }: ExpectedKind, target: Json, patch: unknown): unknown {
  switch (type) {
    case jsonPatchType:
      return patchedByOperations(target, patch);
    case mergePatchType:
      return applyMergePatch(target, patch);
    default:
      // null is a patch in which nothing is.
      if (patch !== null && !isRecord(patch)) throw badRequest('a strategic merge patch is an object');
      return applyStrategicMergePatch(schema, target, withoutType(patch ?? {}));
  }
}

/** What an object is, such a patch does not say: the path does. */
function withoutType({ kind: _kind, apiVersion: _apiVersion, ...patch }: Json): Json {
  return patch;
}

function patchedByOperations(target: Json, patch: unknown): unknown {
  const result = applyJsonPatch(target, patch);
  if ('value' in result) return result.value;
  throw misfittingPatch(result.misfit);
}
