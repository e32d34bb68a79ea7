import { type GroupVersionResource, formatResource } from '../kube/resource.ts';
import { ApiError, ConnectionError, type ConnectionErrorCode, type RefusedCredentials } from '../kube/status.ts';
import { CredentialError, type CredentialErrorCode } from './credentialError.ts';

/** What was asked for when it was refused. */
export interface AccessRequest {
  readonly verb: 'list' | 'watch' | 'get' | 'create' | 'update' | 'patch' | 'delete' | 'discover';
  readonly resource?: GroupVersionResource;
  /** Undefined: the whole cluster. */
  readonly namespace?: string;
}

/**
 * Why access failed, as facts for a sentence: each kind has its own remedy. `retries` says whether time
 * alone may heal it.
 */
export type AccessFailure = AccessRequest & { readonly message: string } & (
    | { readonly code: 'unauthorized'; readonly retries: false; readonly credentials?: RefusedCredentials } // 401: log in again
    | { readonly code: 'forbidden'; readonly retries: false } // 403: ask for the permission, or choose a namespace
    | { readonly code: 'notFound'; readonly retries: false } // 404: no such resource here
    | { readonly code: 'tooMany'; readonly retries: true; readonly retryAfterSeconds: number | undefined } // 429
    | { readonly code: 'server'; readonly retries: true; readonly status: number; readonly reason: string }
    | { readonly code: 'unreachable'; readonly retries: true; readonly why: ConnectionErrorCode; readonly server: string; readonly proxy: string | undefined }
    | { readonly code: 'credentials'; readonly retries: false; readonly why: CredentialErrorCode; readonly user: string }
    | { readonly code: 'other'; readonly retries: true }
  );

/** Sorts any error of a request to a cluster. */
export function accessFailure(error: unknown, request: AccessRequest): AccessFailure {
  const message = error instanceof Error ? error.message : String(error);
  const facts = { ...request, message };
  if (ConnectionError.is(error)) return { ...facts, code: 'unreachable', retries: true, why: error.code, server: error.data.server, proxy: error.data.proxy };
  if (CredentialError.is(error)) return { ...facts, code: 'credentials', retries: false, why: error.code, user: error.data.user };
  if (!ApiError.is(error)) return { ...facts, code: 'other', retries: true };
  switch (error.status) {
    case 401:
      return { ...facts, code: 'unauthorized', retries: false, ...(error.credentials && { credentials: error.credentials }) };
    case 403:
      return { ...facts, code: 'forbidden', retries: false };
    case 404:
      return { ...facts, code: 'notFound', retries: false };
    case 429:
      return { ...facts, code: 'tooMany', retries: true, retryAfterSeconds: error.retryAfterSeconds };
    default:
      return { ...facts, code: 'server', retries: true, status: error.status, reason: error.reason };
  }
}

/** `list v1/pods in the namespace default`, for any of these sentences. */
export function describeAccess(request: AccessRequest): string {
  return request.resource ? `${request.verb} ${describeScope(request)}` : request.verb;
}

/** `v1/pods in the namespace default` */
export function describeScope({ resource, namespace }: AccessRequest): string {
  const what = resource ? formatResource(resource) : 'everything';
  return namespace === undefined ? `${what} in all namespaces` : `${what} in the namespace ${namespace}`;
}
