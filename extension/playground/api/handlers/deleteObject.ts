import { isRecord } from '../../../kube/object.ts';
import type { ResourceDefinition } from '../../registry/resourceDefinition.ts';
import type { DeleteOptions, Propagation } from '../../registry/resourceStore.ts';
import { badRequest } from '../../statusErrors.ts';
import { type ApiRequest, type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { decodeOrRefuse, parseObjectBody } from '../requestBody.ts';
import { objectResponse, requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';

/** Answers with the object while finalizers keep it, with a Status once it is gone. */
export function deleteObject(of: ResourceRequest): ApiResponse {
  const { request, definition, store, namespace, name } = of;
  requireNamespace(of);
  const options = parseDeleteOptions(request);
  const { stored, gone } = store.delete(namespace, name, options);
  const warnings = options.propagation === undefined && definition.defaultPropagation === 'Orphan' ? [orphanWarning(definition)] : [];
  if (!gone) return objectResponse(of, stored, 200, warnings);
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

const policies: readonly string[] = ['Orphan', 'Background', 'Foreground'] satisfies Propagation[];

/** From the body where there is one, and from the query. @throws ApiError 400, 415 */
export function parseDeleteOptions(request: ApiRequest): DeleteOptions {
  const body = request.body.length === 0 ? {} : decodeOrRefuse('DeleteOptions', parseObjectBody(request, 'DeleteOptions')).value;
  const policy = body['propagationPolicy'] ?? request.query.get('propagationPolicy');
  if (policy !== null && !policies.includes(policy as string)) throw badRequest(`propagationPolicy must be one of ${policies.join(', ')}`);
  const dryRun = (body['dryRun'] as readonly string[] | undefined) ?? [];
  if (dryRun.some((value) => value !== 'All')) throw badRequest('dryRun must be All');
  const seconds = body['gracePeriodSeconds'] ?? gracePeriodOf(request.query.get('gracePeriodSeconds'));
  const preconditions = isRecord(body['preconditions']) ? (body['preconditions'] as Pick<DeleteOptions, 'uid' | 'resourceVersion'>) : {};
  const asked = writeOptions(request);
  return { ...preconditions, ...(seconds !== undefined && { gracePeriodSeconds: seconds as number }), ...(policy !== null && { propagation: policy as Propagation }), auditId: asked.auditId, dryRun: dryRun.length > 0 || asked.dryRun };
}
