import type { Random } from '../../../base/random.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { bootstrapper } from '../../registry/bootstrapObjects.ts';
import { type ClusterRole, rbacGroup } from '../../registry/rbacShapes.ts';
import { storagePrefix } from '../../registry/resourceDefinition.ts';
import { namespaces } from '../../registry/resources/namespaces.ts';
import { clusterRoleBindings, roleBindings } from '../../registry/resources/roleBindings.ts';
import { clusterRoles } from '../../registry/resources/roles.ts';
import { serviceAccounts } from '../../registry/resources/serviceAccounts.ts';
import type { Storage } from '../../storage/storage.ts';
import { playgroundBindings } from '../playgroundUsers.ts';
import { aggregatedRules } from '../rbac/aggregatedRules.ts';
import { type DefaultBinding, defaultBindings } from './defaultBindings.ts';
import type { DefaultRole } from './defaultRole.ts';
import { userRoles } from './defaultRoles.ts';
import { controllerRoles, systemRoles } from './systemRoles.ts';

/** What every namespace has from the beginning. */
export const defaultAccount = 'default';
const rolesAggregatedInTurn = ['view', 'edit', 'admin'];
const bootstrapping = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const autoupdate = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

/**
 * Gives a cluster the roles and bindings that every cluster has, and those of the users of the playground, as far as they are not there: what somebody has changed stays,
 * what somebody has taken away is there again after the next start, as on an API server (`poststarthook/rbac/bootstrap-roles`).
 * @param now wall time in milliseconds
 */
export function bootstrapAccess(storage: Storage, random: Random, now: number): void {
  const put = bootstrapper(storage, random, now, 'kube-apiserver');
  for (const role of [...[...systemRoles, ...controllerRoles].map(roleObject), ...aggregatedRoles()]) put(clusterRoles, role);
  const places = storage.range(storagePrefix(namespaces)).items.map(({ object }) => object.metadata.name!);
  for (const binding of [...defaultBindings, ...playgroundBindings]) {
    if (binding.namespace === undefined) put(clusterRoleBindings, bindingObject(binding));
    else if (places.includes(binding.namespace)) put(roleBindings, bindingObject(binding));
  }
  for (const namespace of places) put(serviceAccounts, { metadata: { name: defaultAccount, namespace } });
}

/** With the rules that the controller of them would give them. */
function aggregatedRoles(): ClusterRole[] {
  const all = new Map(userRoles.map((role) => [role.name, roleObject(role)] as const));
  for (const name of rolesAggregatedInTurn) {
    const role = all.get(name)!;
    all.set(name, { ...role, rules: aggregatedRules(role, [...all.values()]) ?? [] });
  }
  return [...all.values()];
}

function roleObject({ name, labels, rules, aggregates }: DefaultRole): ClusterRole {
  const selector = { matchLabels: { [`${rbacGroup}/aggregate-to-${aggregates}`]: 'true' } };
  return {
    metadata: { name, labels: { ...bootstrapping, ...labels }, annotations: autoupdate },
    ...(aggregates && { aggregationRule: { clusterRoleSelectors: [selector] } }),
    rules,
  };
}

function bindingObject({ name, role, subjects, namespace }: DefaultBinding): KubeObject {
  const metadata = namespace ? { name, namespace } : { name, labels: bootstrapping, annotations: autoupdate };
  return { metadata, roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role }, subjects };
}
