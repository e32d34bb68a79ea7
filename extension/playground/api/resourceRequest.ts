import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore, WriteOptions } from '../registry/resourceStore.ts';
import { badRequest, methodNotAllowed } from '../statusErrors.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import { type ApiRequest, type ApiResponse, jsonType } from './apiRequest.ts';
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

/** @throws ApiError 400 for a dryRun that is not All, or a manager with a name that is none */
export function writeOptions({ query, userAgent, auditId, user }: ApiRequest): Required<WriteOptions> {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  if (dryRun.some((value) => value !== 'All')) throw badRequest('dryRun must be All');
  const manager = query.get('fieldManager') || userAgent.split('/', 1)[0]!.slice(0, maxManager) || 'unknown';
  if (manager.length > maxManager || /\p{Cc}/u.test(manager)) throw badRequest(`fieldManager must have at most ${maxManager} printable characters`);
  return { dryRun: dryRun.length > 0, manager, auditId, user };
}

/** @throws ApiError 405 for a write to all namespaces at once */
export function requireNamespace({ definition, namespace }: ResourceRequest): void {
  if (definition.namespaced && namespace === '') throw methodNotAllowed();
}
