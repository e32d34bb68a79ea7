import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../kube/object.ts';
import type { Admission } from '../../registry/admission.ts';
import { type ClusterRole, type PolicyRule, rbacGroup, type RoleBinding } from '../../registry/rbacShapes.ts';
import type { ResourceDefinition } from '../../registry/resourceDefinition.ts';
import { clusterRoles, roles } from '../../registry/resources/roles.ts';
import { forbidden, notFound } from '../../statusErrors.ts';
import { accessTo } from '../accessTo.ts';
import type { Authorizer } from '../authorizer.ts';
import { systemMasters, type UserInfo } from '../userInfo.ts';
import { missingRules, printList, printRule } from './covers.ts';
import { roleKey } from './grant.ts';
import { type RbacAuthorizer, together } from './rbacAuthorizer.ts';
import type { RoleIndex } from './roleIndex.ts';

/**
 * Nobody gives, or gives themselves, what they do not have: whoever writes a role has all that it allows or may `escalate`, and whoever
 * binds one has it or may `bind` it (kubernetes `pkg/registry/rbac`, each resource's `policybased`).
 */
export class EscalationCheck implements Admission {
  readonly #authorizer: Authorizer;
  readonly #rbac: RbacAuthorizer;
  readonly #index: RoleIndex;

  constructor(authorizer: Authorizer, rbac: RbacAuthorizer, index: RoleIndex) {
    this.#authorizer = authorizer;
    this.#rbac = rbac;
    this.#index = index;
  }

  /** @throws ApiError 403, or 404 where a role is bound that is not there */
  admit(definition: ResourceDefinition, object: KubeObject, old: KubeObject | undefined, user: UserInfo): void {
    if (definition.group !== rbacGroup || user.groups.includes(systemMasters)) return;
    if (definition.resource === 'roles' || definition.resource === 'clusterroles') this.#admitRole(definition, object as ClusterRole, old as ClusterRole | undefined, user);
    else this.#admitBinding(definition, object as RoleBinding, user);
  }

  #admitRole(definition: ResourceDefinition, role: ClusterRole, old: ClusterRole | undefined, user: UserInfo): void {
    const { name = '', namespace = '' } = role.metadata;
    // As the request has it: what is created has no name there.
    if (this.#authorizer.authorize(user, accessTo(definition, 'escalate', { name: old ? name : '', namespace })).allowed) return;
    // Whose rules are put together of others' may in time allow anything.
    const aggregates = role.aggregationRule && !isDeepStrictEqual(role.aggregationRule, old?.aggregationRule) ? everything : [];
    this.#confirm(definition, name, namespace, [...aggregates, ...(role.rules ?? [])], user);
  }

  #admitBinding(definition: ResourceDefinition, { roleRef, metadata }: RoleBinding, user: UserInfo): void {
    const { name = '', namespace = '' } = metadata;
    const role = roleRef.kind === 'Role' ? roles : clusterRoles;
    if (this.#authorizer.authorize(user, accessTo(role, 'bind', { name: roleRef.name, namespace })).allowed) return;
    const rules = this.#index.rulesOf(roleKey(roleRef, namespace));
    if (!rules) throw notFound(role, roleRef.name);
    this.#confirm(definition, name, namespace, rules, user);
  }

  #confirm(definition: ResourceDefinition, name: string, namespace: string, rules: readonly PolicyRule[], user: UserInfo): void {
    const { rules: granted, missing: unknown } = this.#rbac.rulesFor(user, namespace);
    const missing = missingRules(granted.map(({ rule }) => rule), rules);
    if (missing.length === 0) return;
    const list = [...new Set(missing.map(printRule))].toSorted().join('\n');
    const who = `user ${JSON.stringify(user.name)} (groups=${printList(user.groups)})`;
    const why = unknown.length > 0 ? `; resolution errors: ${together(unknown)}` : '';
    throw forbidden(definition, name, `${who} is attempting to grant RBAC permissions not currently held:\n${list}${why}`);
  }
}

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];
