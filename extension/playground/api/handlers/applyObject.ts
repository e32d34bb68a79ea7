import { isRecord, type KubeObject } from '../../../kube/object.ts';
import type { Subresource } from '../../registry/resourceDefinition.ts';
import { duplicateElement } from '../../patch/applyConfiguration.ts';
import { kindSchema, ownedContent } from '../../registry/managedFields.ts';
import { badRequest, invalid } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { parseBoolean } from '../listParameters.ts';
import { decodeObject } from '../requestBody.ts';
import { objectResponse, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';
import { parseYamlBody } from '../yamlBody.ts';

export const applyPatchType = 'application/apply-patch+yaml';

/** Server-side apply: what is sent is what the applier says of the object, which is created where it is not there. */
export function applyObject(of: ResourceRequest, subresource?: Subresource): ApiResponse {
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  if (!request.query.get('fieldManager')) {
    const field = { reason: 'FieldValueRequired', field: 'fieldManager', message: 'Required value: is required for apply patch' } as const;
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [field]);
  }
  const json = parseYamlBody(request);
  if (!isRecord(json) || typeof json['kind'] !== 'string' || typeof json['apiVersion'] !== 'string') throw badRequest('what is applied needs apiVersion and kind');
  const configuration = partOf(decodeObject(json, definition, 'Strict').object, of, subresource);
  const duplicate = duplicateElement(kindSchema(definition.schema), ownedContent(configuration));
  if (duplicate !== undefined) throw badRequest(`failed to create typed patch object: ${duplicate}`);
  const options = { ...writeOptions(request), force: parseBoolean(request.query, 'force') ?? false, ...(subresource && { subresource }) };
  const { stored, created } = store.apply(namespace, name, configuration, options);
  return objectResponse(of, stored, created ? 201 : 200);
}

/** What the endpoint is for: the status subresource heeds the status alone, the object itself all but that. */
function partOf(configuration: KubeObject, { definition }: ResourceRequest, subresource: Subresource | undefined): KubeObject {
  const { status, ...rest } = configuration;
  if (subresource !== 'status') return definition.subresources.includes('status') ? rest : configuration;
  const { name, namespace, uid, resourceVersion } = configuration.metadata;
  const identity = Object.fromEntries(Object.entries({ name, namespace, uid, resourceVersion }).filter(([, value]) => value !== undefined));
  return { metadata: identity, ...(status !== undefined && { status }) };
}
