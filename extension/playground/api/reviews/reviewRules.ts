import type { KubeObject } from '../../../kube/object.ts';
import { type RbacAuthorizer, together } from '../../access/rbac/rbacAuthorizer.ts';
import type { UserInfo } from '../../access/userInfo.ts';
import type { PolicyRule } from '../../registry/rbacShapes.ts';
import { badRequest } from '../../statusErrors.ts';

/** All that the reviewer may do in a namespace, which `kubectl auth can-i --list` shows. @throws ApiError 400 */
export function reviewRules(object: KubeObject, user: UserInfo, rbac: RbacAuthorizer): object {
  const { namespace = '' } = object['spec'] as { readonly namespace?: string };
  if (namespace === '') throw badRequest('no namespace on request');
  const { rules, missing } = rbac.rulesFor(user, namespace);
  const all = rules.map(({ rule }) => rule);
  return {
    resourceRules: all
      .filter(({ resources = [] }) => resources.length > 0)
      .map(resourceRule),
    nonResourceRules: all.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0).map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...(missing.length > 0 && { evaluationError: together(missing) }),
  };
}

function resourceRule({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): PolicyRule {
  return resourceNames.length > 0 ? { verbs, apiGroups, resources, resourceNames } : { verbs, apiGroups, resources };
}
