import type { AuditView } from '../../introspection/audit.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { badRequest } from '../statusErrors.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditPolicy } from './auditPolicy.ts';
import { AuditPolicyError } from './auditPolicyError.ts';
import { readAuditRules } from './readAuditPolicy.ts';

export function auditEndpoints(log: AuditLog): Endpoints {
  return {
    reads: { '/audit': (): AuditView => log.view() },
    commands: {
      '/audit-policy': ({ rules }): AuditView => {
        log.policy = policyOf(rules);
        return log.view();
      },
    },
  };
}

/** No rules: nothing is audited any more. */
function policyOf(rules: unknown): AuditPolicy | undefined {
  if (Array.isArray(rules) && rules.length === 0) return undefined;
  try {
    return readAuditRules(rules);
  } catch (error) {
    throw AuditPolicyError.is(error) ? badRequest(error.message) : error;
  }
}
