import type { AuditView } from '../../introspection/audit.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { badRequest } from '../statusErrors.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditPolicy } from './auditPolicy.ts';
import { AuditPolicyError } from './auditPolicyError.ts';
import { readAuditPolicy, readAuditRules } from './readAuditPolicy.ts';

export function auditEndpoints(log: AuditLog): Endpoints {
  return {
    reads: { '/audit': (): AuditView => log.view() },
    commands: {
      '/audit-policy': ({ rules, policy }): AuditView => {
        if ((rules === undefined) === (policy === undefined)) throw badRequest('give rules or a policy, one of both');
        log.policy = policyOf(rules, policy);
        return log.view();
      },
    },
  };
}

/** No rules: nothing is audited any more. */
function policyOf(rules: unknown, policy: unknown): AuditPolicy | undefined {
  if (Array.isArray(rules) && rules.length === 0) return undefined;
  try {
    return policy === undefined ? readAuditRules(rules) : readAuditPolicy(policy);
  } catch (error) {
    throw AuditPolicyError.is(error) ? badRequest(error.message) : error;
  }
}
