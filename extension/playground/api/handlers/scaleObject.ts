import type { KubeObject } from '../../../kube/object.ts';
import type { ScaleAccess } from '../../registry/resourceDefinition.ts';
import { methodNotAllowed } from '../../statusErrors.ts';
import { type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { parsePatch } from '../patchBody.ts';
import { decodeObject, type ExpectedKind, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

export const scaleKind: ExpectedKind = { group: 'autoscaling', version: 'v1', kind: 'Scale', schema: 'Scale' };

/** The `/scale` of an object: its number of replicas as an object of its own, of one shape for all kinds. */
export function scaleObject(of: ResourceRequest, scale: ScaleAccess): ApiResponse {
  const { request, store, namespace, name } = of;
  requireNamespace(of);
  switch (request.method) {
    case 'GET':
      return jsonResponse(scaleOf(store.read(namespace, name).object, scale));
    case 'PUT': {
      const json = parseObjectBody(request, scaleKind.schema);
      return updateScale(of, scale, () => json);
    }
    case 'PATCH':
      return updateScale(of, scale, parsePatch(request, scaleKind));
    default:
      throw methodNotAllowed();
  }
}

function updateScale({ request, store, namespace, name }: ResourceRequest, scale: ScaleAccess, change: (scaled: KubeObject) => unknown): ApiResponse {
  const validation = fieldValidation(request.query);
  const warnings: string[] = [];
  const stored = store.update(
    namespace,
    name,
    (old) => {
      const decoded = decodeObject(change(scaleOf(old, scale)), scaleKind, validation);
      warnings.push(...decoded.warnings);
      return withReplicas(old, decoded.object, scale);
    },
    { ...writeOptions(request), subresource: 'scale' },
  );
  return jsonResponse(scaleOf(stored.object, scale), 200, warnings);
}

function scaleOf(object: KubeObject, scale: ScaleAccess): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const { replicas, current, selector } = scale.read(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: { replicas },
    status: { replicas: current, selector },
  };
}

/** The version of the Scale is that of the object, so that a stale one is refused. No replicas at all means none. */
function withReplicas(old: KubeObject, scaled: KubeObject, scale: ScaleAccess): KubeObject {
  const { name, namespace, uid, resourceVersion } = scaled.metadata;
  const { replicas = 0 } = (scaled['spec'] ?? {}) as { readonly replicas?: number };
  return { ...scale.withReplicas(old, replicas), metadata: { ...old.metadata, name, namespace, uid, resourceVersion } as KubeObject['metadata'] };
}
