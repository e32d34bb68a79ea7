import { clusterRoles, roles } from '../../registry/resources/roles.ts';
import { storagePrefix } from '../../registry/resourceDefinition.ts';
import type { AccessAttributes, Authorizer, Decision } from '../authorizer.ts';
import type { UserInfo } from '../userInfo.ts';
import { type Grant, grantReason, type GrantedRule } from './grant.ts';
import type { RoleIndex } from './roleIndex.ts';
import { ruleMatches } from './ruleMatches.ts';

/** What somebody may do by the rules of their roles, and which roles that they were given are not there. */
export interface GrantedRules {
  readonly rules: readonly GrantedRule[];
  /** A sentence each. */
  readonly missing: readonly string[];
}

/** Lets somebody do what a rule of a role allows that a binding gives them: first those of the cluster, then those of the namespace. */
export class RbacAuthorizer implements Authorizer {
  readonly #index: RoleIndex;

  constructor(index: RoleIndex) {
    this.#index = index;
  }

  authorize(user: UserInfo, wanted: AccessAttributes): Decision {
    let missing: string[] | undefined;
    for (const namespace of wanted.namespace ? ['', wanted.namespace] : ['']) {
      for (const grant of this.#index.grantsOf(user, namespace)) {
        const rules = this.#index.rulesOf(grant.role);
        if (!rules) (missing ??= []).push(notThere(grant));
        else if (rules.some((rule) => ruleMatches(rule, wanted))) return { allowed: true, reason: grantReason(grant) };
      }
    }
    return { allowed: false, reason: missing ? `RBAC: ${together(missing)}` : '' };
  }

  /** All rules of somebody in a namespace; with an empty one those of the cluster alone. */
  rulesFor(user: UserInfo, namespace: string): GrantedRules {
    const rules: GrantedRule[] = [];
    const missing: string[] = [];
    for (const place of namespace ? ['', namespace] : ['']) {
      for (const grant of this.#index.grantsOf(user, place)) {
        const given = this.#index.rulesOf(grant.role);
        if (given) rules.push(...given.map((rule) => ({ rule, grant })));
        else missing.push(notThere(grant));
      }
    }
    return { rules, missing };
  }
}

/** As errors are told together (apimachinery `errors.Aggregate`): each once. */
export function together(sentences: readonly string[]): string {
  const all = [...new Set(sentences)];
  return all.length === 1 ? all[0]! : `[${all.join(', ')}]`;
}

function notThere({ role, binding }: Grant): string {
  const definition = role.startsWith(storagePrefix(clusterRoles)) ? clusterRoles : roles;
  return `${definition.singularName}.${definition.group} ${JSON.stringify(binding.roleRef.name)} not found`;
}
