import { isRecord } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';

/** `unknown`: the server does not say, so the request itself has to tell. */
export type Access = 'allowed' | 'denied' | 'unknown';

export interface AccessQuestion {
  readonly verb: 'list' | 'watch';
  readonly resource: GroupVersionResource;
  /** Undefined: all of them, or a resource that is in none. */
  readonly namespace?: string;
}

const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** Nobody waits longer than this to be told what is allowed: the request itself would have told. */
const patienceMs = 10_000;

/** No such API, or nobody may use it. */
const refusalStatuses: ReadonlySet<number> = new Set([403, 404, 405]);

/**
 * Asks the server what it would allow, as `kubectl auth can-i` does, by a SelfSubjectAccessReview. Inspecting never writes, and this does
 * not either: it is the one POST that is sent without a person's yes, because the API has no other way to ask. Nothing is stored.
 * @throws ApiError, ConnectionError, CredentialError when the question did not come to an answer
 */
export async function reviewAccess(client: ApiClient, { verb, resource: { group, version, resource }, namespace }: AccessQuestion, signal: AbortSignal): Promise<Access> {
  const resourceAttributes = { verb, group, version, resource, ...(namespace !== undefined && { namespace }) };
  const body = JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } });
  try {
    return accessIn(await client.json({ method: 'POST', path, body, signal, patienceMs }));
  } catch (error) {
    if (ApiError.is(error) && refusalStatuses.has(error.status)) return 'unknown';
    throw error;
  }
}

function accessIn(answer: unknown): Access {
  const status = isRecord(answer) && isRecord(answer['status']) ? answer['status'] : {};
  if (status['allowed'] === true) return 'allowed';
  // An authorizer that failed may allow the request when it is sent.
  const failed = typeof status['evaluationError'] === 'string' && status['evaluationError'] !== '' && status['denied'] !== true;
  return status['allowed'] === false && !failed ? 'denied' : 'unknown';
}
