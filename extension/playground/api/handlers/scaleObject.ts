import type { KubeObject } from '../../../kube/object.ts';
import type { ScaleAccess } from '../../registry/resourceDefinition.ts';
import { ApiError } from '../../../kube/status.ts';
import { invalidField } from '../../fieldErrors.ts';
import { invalid, methodNotAllowed, notFound } from '../../statusErrors.ts';
import { type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { parsePatch } from '../patchBody.ts';
import { type DecodedObject, decodeObject, decodePatched, type ExpectedKind, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

export const scaleKind: ExpectedKind = { group: 'autoscaling', version: 'v1', kind: 'Scale', schema: 'Scale' };

/** The `/scale` of an object: its number of replicas as an object of its own, of one shape for all kinds. */
export function scaleObject(of: ResourceRequest, scale: ScaleAccess): ApiResponse {
  const { request } = of;
  requireNamespace(of);
  switch (request.method) {
    case 'GET':
      return jsonResponse(scaleOf(readScaled(of), scale));
    case 'PUT': {
      const decoded = decodeObject(parseObjectBody(request, scaleKind.schema), scaleKind, fieldValidation(request.query));
      return updateScale(of, scale, () => decoded);
    }
    case 'PATCH':
      return patchScale(of, scale);
    default:
      throw methodNotAllowed();
  }
}

/** What is not there is not found as a scale. @throws ApiError 404 */
function readScaled({ store, definition, namespace, name }: ResourceRequest): KubeObject {
  try {
    return store.read(namespace, name).object;
  } catch (error) {
    throw ApiError.is(error, 404) ? notFound({ group: definition.group, resource: `${definition.resource}/scale` }, name) : error;
  }
}

function patchScale(of: ResourceRequest, scale: ScaleAccess): ApiResponse {
  const patch = parsePatch(of.request, scaleKind);
  const validation = fieldValidation(of.request.query);
  return updateScale(of, scale, (scaled) => decodePatched(patch(scaled), scaleKind, validation));
}

function updateScale({ request, store, namespace, name }: ResourceRequest, scale: ScaleAccess, change: (scaled: KubeObject) => DecodedObject): ApiResponse {
  const warnings: string[] = [];
  const stored = store.update(
    namespace,
    name,
    (old) => {
      const decoded = change(scaleOf(old, scale));
      requireReplicas(decoded.object);
      warnings.push(...decoded.warnings);
      return withReplicas(old, decoded.object, scale);
    },
    { ...writeOptions(request), subresource: 'scale' },
  );
  return jsonResponse(scaleOf(stored.object, scale), 200, warnings);
}

/** @throws ApiError 422, about the scale */
function requireReplicas({ metadata, spec }: KubeObject): void {
  const { replicas = 0 } = (spec ?? {}) as { readonly replicas?: number };
  if (replicas < 0) throw invalid(scaleKind, metadata.name ?? '', [invalidField('spec.replicas', replicas, 'must be greater than or equal to 0')]);
}

function scaleOf(object: KubeObject, scale: ScaleAccess): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const { replicas, current, selector } = scale.read(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: current, selector },
  };
}

/** The version of the Scale is that of the object, so that a stale one is refused. No replicas at all means none. */
function withReplicas(old: KubeObject, scaled: KubeObject, scale: ScaleAccess): KubeObject {
  const { name, namespace, uid, resourceVersion } = scaled.metadata;
  const { replicas = 0 } = (scaled['spec'] ?? {}) as { readonly replicas?: number };
  return { ...scale.withReplicas(old, replicas), metadata: { ...old.metadata, name, namespace, uid, resourceVersion } as KubeObject['metadata'] };
}
