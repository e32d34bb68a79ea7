import type { FaultSpec } from '../../introspection/faults.ts';
import { formatGroupResource, parseResource } from '../../kube/resource.ts';
import { ApiError } from '../../kube/status.ts';
import type { FaultSubject } from './faultSubject.ts';

interface Answer {
  readonly reason: string;
  readonly message: (subject: FaultSubject) => string;
}

/** In the words of the API server (apimachinery `api/errors`): a client reads them as it would read the real ones. */
const answers: Readonly<Record<number, Answer>> = {
  401: { reason: 'Unauthorized', message: () => 'Unauthorized' },
  403: { reason: 'Forbidden', message: ({ resource, verb, user }) => `${nameOf(resource)} is forbidden: User "${user}" cannot ${verb} resource "${nameOf(resource)}"` },
  404: { reason: 'NotFound', message: () => 'the server could not find the requested resource' },
  410: { reason: 'Expired', message: () => 'The provided resource version is too old' },
  429: { reason: 'TooManyRequests', message: () => 'Too many requests, please try again later.' },
  500: { reason: 'InternalError', message: () => 'Internal error occurred: etcdserver: leader changed' },
  503: { reason: 'ServiceUnavailable', message: () => 'the server is currently unable to handle the request' },
  504: { reason: 'Timeout', message: () => 'Timeout: request did not complete within the allotted timeout' },
};

/** What a request is answered with that is struck by `status`. */
export function statusAnswer({ code, retryAfter }: Pick<FaultSpec, 'code' | 'retryAfter'>, subject: FaultSubject): ApiError {
  const { reason, message } = answers[code]!;
  const details = retryAfter > 0 ? { details: { retryAfterSeconds: retryAfter } } : {};
  return new ApiError({ kind: 'Status', status: 'Failure', code, reason, message: message(subject), ...details });
}

/** `apps/v1/deployments`: `deployments.apps` */
function nameOf(resource: string): string {
  const parsed = parseResource(resource);
  return parsed ? formatGroupResource(parsed) : resource;
}
