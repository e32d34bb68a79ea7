import { isDeepStrictEqual } from 'node:util';
import { aggregatedRules } from '../access/rbac/aggregatedRules.ts';
import type { ClusterRole } from '../registry/rbacShapes.ts';
import { clusterRoles } from '../registry/resources/roles.ts';
import { type ControllerPorts, onEveryChange } from './controllerPorts.ts';

/** Gives each ClusterRole that is put together of others their rules, whenever one of them has changed (kubernetes `pkg/controller/clusterroleaggregation`). */
export function aggregateClusterRoles(ports: ControllerPorts): void {
  const roles = ports.informer(clusterRoles);
  const all = (): readonly ClusterRole[] => roles.indexer.list();
  const queue = ports.queue((name) => {
    const role = roles.indexer.get(name) as ClusterRole | undefined;
    const rules = role && aggregatedRules(role, all());
    if (rules && !isDeepStrictEqual(rules, role.rules ?? [])) ports.client.update(clusterRoles, '', name, (old) => ({ ...old, rules }));
  });
  // In which it was cannot be told of one that is gone, or has another label now.
  roles.addEventHandler(
    onEveryChange(() => {
      for (const { metadata, aggregationRule } of all()) if (aggregationRule) queue.add(metadata.name!);
    }),
  );
}
