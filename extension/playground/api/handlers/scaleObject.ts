import type { KubeObject } from '../../../kube/object.ts';
import { selectorText } from '../../registry/resources/workloads.ts';
import type { Workload } from '../../registry/shapes.ts';
import { methodNotAllowed } from '../../statusErrors.ts';
import { type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { parsePatch } from '../patchBody.ts';
import { decodeObject, type ExpectedKind, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

export const scaleKind: ExpectedKind = { group: 'autoscaling', version: 'v1', kind: 'Scale', schema: 'Scale' };

/** The `/scale` of a workload: its number of replicas as an object of its own, of one shape for all kinds. */
export function scaleObject(of: ResourceRequest): ApiResponse {
  const { request, store, namespace, name } = of;
  requireNamespace(of);
  switch (request.method) {
    case 'GET':
      return jsonResponse(scaleOf(store.get(namespace, name).object));
    case 'PUT': {
      const json = parseObjectBody(request, scaleKind.schema);
      return updateScale(of, () => json);
    }
    case 'PATCH':
      return updateScale(of, parsePatch(request, scaleKind));
    default:
      throw methodNotAllowed();
  }
}

function updateScale({ request, store, namespace, name }: ResourceRequest, change: (scale: KubeObject) => unknown): ApiResponse {
  const validation = fieldValidation(request.query);
  const warnings: string[] = [];
  const stored = store.update(
    namespace,
    name,
    (old) => {
      const decoded = decodeObject(change(scaleOf(old)), scaleKind, validation);
      warnings.push(...decoded.warnings);
      return withReplicas(old as Workload, decoded.object);
    },
    { ...writeOptions(request), subresource: 'scale' },
  );
  return jsonResponse(scaleOf(stored.object), 200, warnings);
}

function scaleOf(object: KubeObject): KubeObject {
  const { metadata, spec, status } = object as Workload;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: { replicas: spec.replicas ?? 1 },
    status: { replicas: status?.replicas ?? 0, selector: selectorText(object as Workload) },
  };
}

/** The version of the Scale is that of the workload, so that a stale one is refused. No replicas at all means none. */
function withReplicas(old: Workload, scale: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion } = scale.metadata;
  const { replicas = 0 } = (scale['spec'] ?? {}) as { readonly replicas?: number };
  return { ...old, metadata: { ...old.metadata, name, namespace, uid, resourceVersion } as KubeObject['metadata'], spec: { ...old.spec, replicas } };
}
