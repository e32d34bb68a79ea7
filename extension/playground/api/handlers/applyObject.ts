import { isRecord, type KubeObject } from '../../../kube/object.ts';
import { formatGroupVersion } from '../../../kube/resource.ts';
import { untypedElement } from '../../patch/applyConfiguration.ts';
import { kindSchema, ownedContent } from '../../registry/managedFields.ts';
import type { ResourceDefinition, Subresource } from '../../registry/resourceDefinition.ts';
import { DecodeError } from '../../schema/decode.ts';
import { requiredField } from '../../fieldErrors.ts';
import { badRequest, untypedPatch } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { parseBoolean } from '../listParameters.ts';
import { readObject } from '../requestBody.ts';
import { objectResponse, refuseOptions, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';
import { parseYamlBody } from '../yamlBody.ts';

export const applyPatchType = 'application/apply-patch+yaml';

/** Server-side apply: what is sent is what the applier says of the object, which is created where it is not there. */
export function applyObject(of: ResourceRequest, subresource?: Subresource): ApiResponse {
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  if (!request.query.get('fieldManager')) {
    const field = requiredField('fieldManager', 'is required for apply patch');
    refuseOptions(request.method, [field]);
  }
  const configuration = partOf(parseConfiguration(of), of, subresource);
  const options = { ...writeOptions(request), force: parseBoolean(request.query, 'force') ?? false, ...(subresource && { subresource }) };
  const { stored, created } = store.apply(namespace, name, configuration, (object) => decodeApplied(of, object), options);
  return objectResponse(of, stored, created ? 201 : 200, definition.warningsFor(stored.object));
}

/** What is applied, found to have the type of the kind. */
function parseConfiguration(of: ResourceRequest): KubeObject {
  const json = parseYamlBody(of.request);
  if (!isRecord(json) || typeof json['kind'] !== 'string' || typeof json['apiVersion'] !== 'string') throw badRequest('what is applied needs apiVersion and kind');
  if (isRecord(json['metadata']) && Array.isArray(json['metadata']['managedFields']) && json['metadata']['managedFields'].length > 0) throw badRequest('metadata.managedFields must be nil');
  const problem = misfitOf(json, of.definition);
  if (problem !== undefined) throw untyped(of, problem);
  return withMetadata(json);
}

/** Once it is known that it is in nobody's way: formats of texts are looked at last. */
function decodeApplied(of: ResourceRequest, object: KubeObject): KubeObject {
  try {
    return readObject(object, of.definition).object;
  } catch (error) {
    if (DecodeError.is(error)) throw untyped(of, error.message);
    throw error;
  }
}

function untyped({ definition, namespace, name }: ResourceRequest, problem: string): Error {
  return untypedPatch('patch', `${namespace ? `${namespace}/` : ''}${name}; ${formatGroupVersion(definition)}, Kind=${definition.kind}`, problem);
}

/** Why it cannot be an object of that kind; undefined when it can. */
function misfitOf(json: Readonly<Record<string, unknown>>, definition: ResourceDefinition): string | undefined {
  try {
    const { unknown } = readObject(json, definition);
    if (unknown[0] !== undefined) return `.${unknown[0]}: field not declared in schema`;
  } catch (error) {
    if (!DecodeError.is(error)) throw error;
    if (!error.isOfFormat) return error.message;
  }
  return untypedElement(kindSchema(definition.schema), ownedContent(withMetadata(json)));
}

function withMetadata(json: Readonly<Record<string, unknown>>): KubeObject {
  return { ...json, metadata: (json['metadata'] ?? {}) as KubeObject['metadata'] };
}

/** What the endpoint is for: the status subresource heeds the status alone, the object itself all but that. */
function partOf(configuration: KubeObject, { definition }: ResourceRequest, subresource: Subresource | undefined): KubeObject {
  const { status, ...rest } = configuration;
  if (subresource !== 'status') return definition.subresources.includes('status') ? rest : configuration;
  const { name, namespace, uid, resourceVersion } = configuration.metadata;
  const identity = Object.fromEntries(Object.entries({ name, namespace, uid, resourceVersion }).filter(([, value]) => value !== undefined));
  return { metadata: identity, ...(status !== undefined && { status }) };
}
