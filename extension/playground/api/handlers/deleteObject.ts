import { isRecord } from '../../../kube/object.ts';
import type { ResourceDefinition } from '../../registry/resourceDefinition.ts';
import type { DeleteOptions, Propagation } from '../../registry/writeOptions.ts';
import { invalidField, notSupported } from '../../fieldErrors.ts';
import { badRequest, type FieldError } from '../../statusErrors.ts';
import { type ApiRequest, type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { parseBoolean } from '../listParameters.ts';
import { decodeOrRefuse, parseObjectBody } from '../requestBody.ts';
import { dryRunErrors, objectResponse, refuseOptions, requireNamespace, type ResourceRequest } from '../resourceRequest.ts';

/** Answers with the object while finalizers keep it, with a Status once it is gone. */
export function deleteObject(of: ResourceRequest): ApiResponse {
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  const options = parseDeleteOptions(request);
  const { stored, gone } = store.delete(namespace, name, options);
  const warnings = options.propagation === undefined && definition.defaultPropagation === 'Orphan' ? [orphanWarning(definition)] : [];
  if (!gone || definition.returnsDeleted) return objectResponse(of, stored, 200, warnings);
  const { uid } = stored.object.metadata;
  const details = { name, ...(definition.group && { group: definition.group }), kind: definition.resource, uid };
  return { ...jsonResponse({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }), warnings };
}

/** As a kube-apiserver words it. */
function orphanWarning({ resource }: ResourceDefinition): string {
  return `child pods are preserved by default when ${resource} are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning`;
}

/** @throws ApiError 400 */
function gracePeriodOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest(`gracePeriodSeconds must be a number of seconds, not ${JSON.stringify(text.slice(0, 50))}`);
  return Number(text);
}

const policies: readonly string[] = ['Foreground', 'Background', 'Orphan'] satisfies Propagation[];

interface GivenOptions {
  readonly propagationPolicy?: string | null;
  readonly orphanDependents?: boolean | null;
  readonly gracePeriodSeconds?: number | null;
  readonly preconditions?: Pick<DeleteOptions, 'uid' | 'resourceVersion'> | null;
  readonly dryRun?: readonly string[] | null;
}

/** From the body where there is one, else from the query. @throws ApiError 400, 415, 422 */
export function parseDeleteOptions(request: ApiRequest): DeleteOptions {
  return request.body.length === 0 ? deleteOptionsOf(request, optionsOf(request.query)) : readDeleteOptions(request, parseObjectBody(request, 'DeleteOptions').json);
}

/** @param json what is said in a body @throws ApiError 400, 422 */
export function readDeleteOptions(request: Sender, json: unknown): DeleteOptions {
  const kind = isRecord(json) ? (json['kind'] ?? 'DeleteOptions') : undefined;
  if (kind !== 'DeleteOptions') throw badRequest('the body of a deletion, where there is one, is a DeleteOptions');
  return deleteOptionsOf(request, decodeOrRefuse('DeleteOptions', json).value as GivenOptions);
}

type Sender = Pick<ApiRequest, 'method' | 'auditId'>;

function deleteOptionsOf({ method, auditId }: Sender, given: GivenOptions): DeleteOptions {
  const dryRun = given.dryRun ?? [];
  refuseOptions(method, [...dryRunErrors(dryRun), ...propagationErrors(given)]);
  const { orphanDependents, preconditions } = given;
  const older = orphanDependents === undefined || orphanDependents === null ? undefined : orphanDependents ? 'Orphan' : 'Background';
  const propagation = (given.propagationPolicy as Propagation | null | undefined) ?? older;
  const seconds = given.gracePeriodSeconds ?? undefined;
  return {
    ...preconditions,
    ...(seconds !== undefined && { gracePeriodSeconds: seconds }),
    ...(propagation !== undefined && { propagation }),
    auditId,
    dryRun: dryRun.length > 0,
  };
}

function optionsOf(query: URLSearchParams): GivenOptions {
  const seconds = gracePeriodOf(query.get('gracePeriodSeconds'));
  return {
    propagationPolicy: query.get('propagationPolicy'),
    orphanDependents: parseBoolean(query, 'orphanDependents') ?? null,
    ...(seconds !== undefined && { gracePeriodSeconds: seconds }),
    dryRun: query.getAll('dryRun'),
  };
}

function has(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function propagationErrors({ propagationPolicy, orphanDependents }: GivenOptions): FieldError[] {
  if (!has(propagationPolicy)) return [];
  if (has(orphanDependents)) return [invalidField('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set')];
  return policies.includes(propagationPolicy!) ? [] : [notSupported('propagationPolicy', propagationPolicy, [...policies, 'nil'])];
}
