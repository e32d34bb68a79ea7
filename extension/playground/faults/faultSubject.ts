import type { FaultScope } from '../../introspection/faults.ts';
import { formatResource } from '../../kube/resource.ts';
import type { ResourceRequest } from '../api/resourceRequest.ts';

/** What a fault may strike: a request, or the watch that came of it. */
export interface FaultSubject {
  /** Empty: no request, but the server itself. */
  readonly auditId: string;
  /** `v1/pods`; empty for what is none. */
  readonly resource: string;
  /** As audit logs have it. */
  readonly verb: string;
  readonly user: string;
  readonly userAgent: string;
}

export const theServer: FaultSubject = { auditId: '', resource: '', verb: '', user: '', userAgent: '' };

/** Whether a scope is about this subject: each thing that it names fits. */
export function isIn({ resource, verb, user, userAgent }: FaultScope, subject: FaultSubject): boolean {
  return (
    (resource === undefined || resource === subject.resource) &&
    (verb === undefined || verb === subject.verb) &&
    (user === undefined || user === subject.user) &&
    (userAgent === undefined || subject.userAgent.includes(userAgent))
  );
}

/** Who reads a resource. */
export function readerOf({ request: { auditId, user, userAgent }, definition }: Pick<ResourceRequest, 'request' | 'definition'>, verb: 'list' | 'watch'): FaultSubject {
  return { auditId, resource: formatResource(definition), verb, user: user.name, userAgent };
}
