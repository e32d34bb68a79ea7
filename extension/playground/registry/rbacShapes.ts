import type { LabelSelector } from '../../kube/labelSelector.ts';
import type { KubeObject } from '../../kube/object.ts';

/** The kinds of `rbac.authorization.k8s.io`, as far as the server itself reads them. */

export const rbacGroup = 'rbac.authorization.k8s.io';

export interface PolicyRule {
  /** One at least, in what is stored. */
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A Role, or a ClusterRole. */
export interface Role extends KubeObject {
  readonly rules?: readonly PolicyRule[] | null;
}

export interface ClusterRole extends Role {
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A RoleBinding, or a ClusterRoleBinding. */
export interface RoleBinding extends KubeObject {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[];
}
