import type { AuditLevel } from '../../introspection/audit.ts';
import type { AccessAttributes } from '../access/authorizer.ts';
import type { UserInfo } from '../access/userInfo.ts';
import { requestUri } from '../api/apiRequest.ts';
import type { FilteredRequest } from '../api/filters/filter.ts';
import type { AuditStage } from './auditPolicy.ts';

interface AuditedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An Event of audit.k8s.io/v1, its fields in the order of the API server's. */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'audit.k8s.io/v1';
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditedUser;
  readonly impersonatedUser?: AuditedUser;
  readonly sourceIPs: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: Readonly<Record<string, string>>;
  readonly responseStatus?: { readonly metadata: object; readonly code: number; readonly status?: string; readonly message?: string; readonly reason?: string };
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** It listens nowhere else. */
const loopback = ['127.0.0.1'];

export type StageOf = Pick<AuditEvent, 'level' | 'stage'> & Partial<Pick<AuditEvent, 'responseStatus' | 'requestObject' | 'responseObject'>> & { readonly truncated?: boolean };

/** @param receivedAt wall time in milliseconds @param now the same */
export function auditEvent({ request, attributes, notes }: FilteredRequest, { level, stage, truncated = false, ...of }: StageOf, receivedAt: number, now: number): AuditEvent {
  const { auditId, user, userAgent } = request;
  const { impersonatedUser, decision, reason } = notes;
  const annotations = {
    ...(decision && { 'authorization.k8s.io/decision': decision, 'authorization.k8s.io/reason': reason }),
    ...(truncated && { 'audit.k8s.io/truncated': 'true' }),
  };
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level,
    auditID: auditId,
    stage,
    requestURI: requestUri(request),
    verb: attributes.verb,
    user: auditedUser(user),
    ...(impersonatedUser && { impersonatedUser: auditedUser(impersonatedUser) }),
    sourceIPs: loopback,
    ...(userAgent && { userAgent }),
    ...(attributes.isResourceRequest && { objectRef: objectRef(attributes) }),
    ...of,
    requestReceivedTimestamp: microTime(receivedAt),
    stageTimestamp: microTime(now),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function auditedUser({ name, uid, groups, extra }: UserInfo): AuditedUser {
  return { ...(name && { username: name }), ...(uid && { uid }), ...(groups.length > 0 && { groups }), ...(Object.keys(extra).length > 0 && { extra }) };
}

function objectRef({ resource, namespace, name, group, version, subresource }: AccessAttributes): Readonly<Record<string, string>> {
  return {
    resource,
    ...(namespace && { namespace }),
    ...(name && { name }),
    ...(group && { apiGroup: group }),
    apiVersion: version,
    ...(subresource && { subresource }),
  };
}

/** `metav1.MicroTime` */
function microTime(wallMs: number): string {
  const whole = Math.floor(wallMs);
  const micros = String(Math.floor((wallMs - whole) * 1000)).padStart(3, '0');
  return `${new Date(whole).toISOString().slice(0, -1)}${micros}Z`;
}
