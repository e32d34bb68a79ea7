import { notSupported } from '../fieldErrors.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { WriteOptions } from '../registry/writeOptions.ts';
import { type FieldError, invalid, methodNotAllowed } from '../statusErrors.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import { type ApiRequest, type ApiResponse, jsonType, yamlType } from './apiRequest.ts';
import { mediaType } from './negotiation.ts';
import type { Representation } from './representation.ts';

const maxManager = 128;

/** A request about one resource, found to name something that is served. */
export interface ResourceRequest {
  readonly request: ApiRequest;
  readonly definition: ResourceDefinition;
  readonly store: ResourceStore;
  /** Empty for cluster-scoped resources, and for a list over all namespaces. */
  readonly namespace: string;
  /** Empty when the whole collection is meant. */
  readonly name: string;
  readonly representation: Representation;
}

export function objectResponse(
  { representation }: Pick<ResourceRequest, 'representation'>,
  stored: StoredObject,
  status = 200,
  warnings: readonly string[] = [],
): ApiResponse {
  return { status, contentType: jsonType, warnings, body: representation.object(stored) };
}

/** @throws ApiError 422 for a dryRun that is not All, or a manager with a name that is none */
export function writeOptions({ method, query, userAgent, auditId, user, contentType, body }: ApiRequest): Required<WriteOptions> {
  const dryRun = query.getAll('dryRun');
  const manager = query.get('fieldManager') || userAgent.split('/', 1)[0]!.slice(0, maxManager) || 'unknown';
  refuseOptions(method, [...dryRunErrors(dryRun), ...managerErrors(manager)]);
  // A patch adds to what is there, and an alias of YAML stands for more than is written.
  const grows = method === 'PATCH' || mediaType(contentType) === yamlType;
  return { dryRun: dryRun.length > 0, manager, auditId, sentBytes: grows ? Infinity : body.length, user };
}

const optionKinds: Readonly<Record<string, string>> = { POST: 'CreateOptions', PUT: 'UpdateOptions', PATCH: 'PatchOptions', DELETE: 'DeleteOptions' };

/** @throws ApiError 422, about the options of such a request and not about an object */
export function refuseOptions(method: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: optionKinds[method] ?? 'GetOptions' }, '', errors);
}

export function dryRunErrors(values: readonly string[]): readonly FieldError[] {
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', values, ['All'])];
}

function managerErrors(manager: string): readonly FieldError[] {
  if (manager.length > maxManager) return [{ reason: 'FieldValueTooLong', field: 'fieldManager', message: `Too long: must have at most ${maxManager} bytes` }];
  return /\p{Cc}/u.test(manager) ? [{ reason: 'FieldValueInvalid', field: 'fieldManager', message: 'Invalid value: should only contain printable characters' }] : [];
}

/** @throws ApiError 405 for a write to all namespaces at once */
export function requireNamespace({ definition, namespace }: ResourceRequest): void {
  if (definition.namespaced && namespace === '') throw methodNotAllowed();
}
