import type { PolicyRule } from '../../registry/rbacShapes.ts';
import type { AccessAttributes } from '../authorizer.ts';

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
function matchesResource(resources: readonly string[] = [], { resource, subresource }: AccessAttributes): boolean {
  if (resources.includes('*')) return true;
  if (subresource === '') return resources.includes(resource);
  return resources.includes(`${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

function matchesName(names: readonly string[] = [], name: string): boolean {
  return names.length === 0 || names.includes(name);
}

function matchesPath(urls: readonly string[] = [], path: string): boolean {
  return urls.some((url) => url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))));
}
