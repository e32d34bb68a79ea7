import { isRecord } from '../../kube/object.ts';
import { applyJsonPatch } from '../patch/jsonPatch.ts';
import { applyMergePatch } from '../patch/mergePatch.ts';
import { applyStrategicMergePatch } from '../patch/strategicMergePatch.ts';
import { badRequest, invalid } from '../statusErrors.ts';
import type { ApiRequest } from './apiRequest.ts';
import { mediaType } from './negotiation.ts';
import { type ExpectedKind, parseJsonBody } from './requestBody.ts';

type Json = Readonly<Record<string, unknown>>;

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicMergePatchType = 'application/strategic-merge-patch+json';

/**
 * The patch of a request, ready to be applied to an object of that kind.
 * @throws ApiError 415 for another type of patch, 400 for one that is malformed, and when
 * it is applied 422 for one that does not fit
 */
export function parsePatch(request: ApiRequest, expected: ExpectedKind): (target: Json) => unknown {
  const types = [jsonPatchType, mergePatchType, ...(expected.custom ? [] : [strategicMergePatchType])];
  const patch = parseJsonBody(request, types);
  const type = mediaType(request.contentType);
  if (type === jsonPatchType) {
    return (target) => {
      const result = applyJsonPatch(target, patch);
      if ('value' in result) return result.value;
      throw invalid(expected, nameOf(target), [{ reason: 'FieldValueInvalid', field: 'patch', message: `Invalid value: ${result.misfit}` }]);
    };
  }
  if (!isRecord(patch)) throw badRequest('a merge patch is an object');
  return type === mergePatchType ? (target) => applyMergePatch(target, patch) : (target) => applyStrategicMergePatch(expected.schema, target, patch);
}

function nameOf({ metadata }: Json): string {
  return isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
}
