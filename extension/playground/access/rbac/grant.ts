import { serviceAccountUser } from '../../../kube/serviceAccount.ts';
import type { PolicyRule, RoleBinding, RoleRef, Subject } from '../../registry/rbacShapes.ts';
import { clusterRoles, roles } from '../../registry/resources/roles.ts';
import { storagePrefix } from '../../registry/resourceDefinition.ts';

/** That a binding gives a role to one subject. */
export interface Grant {
  readonly binding: RoleBinding;
  readonly subject: Subject;
  /** Where the role is stored. */
  readonly role: string;
}

/** A rule that somebody has, and what they have it by. */
export interface GrantedRule {
  readonly rule: PolicyRule;
  readonly grant: Grant;
}

const rolePrefix = storagePrefix(roles);
const clusterRolePrefix = storagePrefix(clusterRoles);

/** Where the role is stored that a binding in that namespace means. */
export function roleKey({ kind, name }: RoleRef, namespace: string): string {
  return kind === 'Role' ? `${rolePrefix}${namespace}/${name}` : `${clusterRolePrefix}${name}`;
}

/** The same for a subject and for the users that it means: users and groups have names of their own, and an account is a user. */
export function subjectKey({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  switch (kind) {
    case 'Group':
      return groupKey(name);
    case 'ServiceAccount':
      return userKey(serviceAccountUser({ namespace: namespace || bindingNamespace, name }));
    default:
      return userKey(name);
  }
}

export function userKey(name: string): string {
  return `user ${name}`;
}

export function groupKey(name: string): string {
  return `group ${name}`;
}

/** Why somebody may, as the API server words it. */
export function grantReason({ binding, subject }: Grant): string {
  const { metadata, roleRef } = binding;
  const { name = '', namespace } = metadata;
  const by = namespace ? `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}` : `ClusterRoleBinding ${JSON.stringify(name)}`;
  const to = subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace ?? ''}` : subject.name;
  return `RBAC: allowed by ${by} of ${roleRef.kind} ${JSON.stringify(roleRef.name)} to ${subject.kind} ${JSON.stringify(to)}`;
}
