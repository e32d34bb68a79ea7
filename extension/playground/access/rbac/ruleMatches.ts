import type { PolicyRule } from '../../registry/rbacShapes.ts';
import { type AccessAttributes, resourceName } from '../authorizer.ts';
import { matchesPath } from '../matchesPath.ts';

/** Whether a rule allows what somebody wants to do (kubernetes `plugin/pkg/auth/authorizer/rbac`, `pkg/apis/rbac/v1/evaluation_helpers.go`). */
export function ruleMatches(rule: PolicyRule, wanted: AccessAttributes): boolean {
  if (!has(rule.verbs, wanted.verb)) return false;
  if (!wanted.isResourceRequest) return matchesPath(rule.nonResourceURLs, wanted.path);
  return has(rule.apiGroups, wanted.group) && matchesResource(rule.resources, wanted) && matchesName(rule.resourceNames, wanted.name);
}

function has(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(value));
}

/** `pods`, `pods/log`, a subresource of everything (`*` and the rest behind a slash), or everything. */
function matchesResource(resources: readonly string[] = [], wanted: AccessAttributes): boolean {
  if (resources.includes('*') || resources.includes(resourceName(wanted))) return true;
  return wanted.subresource !== '' && resources.includes(`*/${wanted.subresource}`);
}

function matchesName(names: readonly string[] = [], name: string): boolean {
  return names.length === 0 || names.includes(name);
}
