import { isDeepStrictEqual } from 'node:util';
import { matchesLabels, requirementsOf } from '../../../kube/labelSelector.ts';
import type { ClusterRole, PolicyRule } from '../../registry/rbacShapes.ts';

/**
 * The rules of a ClusterRole that is put together of others: of all that one of its selectors selects, by name, each rule once. Undefined for
 * a role that has rules of its own (kubernetes `pkg/controller/clusterroleaggregation`).
 */
export function aggregatedRules({ metadata, aggregationRule }: ClusterRole, all: readonly ClusterRole[]): readonly PolicyRule[] | undefined {
  if (!aggregationRule) return undefined;
  const rules: PolicyRule[] = [];
  for (const selector of aggregationRule.clusterRoleSelectors ?? []) {
    const requirements = requirementsOf(selector);
    if (!requirements) continue;
    const selected = all.filter((role) => role.metadata.name !== metadata.name && matchesLabels(requirements, role.metadata.labels));
    for (const role of selected.toSorted((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1))) {
      for (const rule of role.rules ?? []) if (!rules.some((known) => isDeepStrictEqual(known, rule))) rules.push(rule);
    }
  }
  return rules;
}
