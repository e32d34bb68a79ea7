import { customResourceDefinitions } from '../customResources/customResourceDefinitions.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';
import { configMaps } from './resources/configMaps.ts';
import { deployments } from './resources/deployments.ts';
import { endpointSlices } from './resources/endpointSlices.ts';
import { events } from './resources/events.ts';
import { flowSchemas, priorityLevels } from './resources/flowControl.ts';
import { jobs } from './resources/jobs.ts';
import { leases } from './resources/leases.ts';
import { namespaces } from './resources/namespaces.ts';
import { nodes } from './resources/nodes.ts';
import { pods } from './resources/pods.ts';
import { priorityClasses } from './resources/priorityClasses.ts';
import { replicaSets } from './resources/replicaSets.ts';
import { clusterRoleBindings, roleBindings } from './resources/roleBindings.ts';
import { clusterRoles, roles } from './resources/roles.ts';
import { secrets } from './resources/secrets.ts';
import { serviceAccounts } from './resources/serviceAccounts.ts';
import { services } from './resources/services.ts';

/** What the playground serves. */
export const builtInResources: readonly ResourceDefinition[] = [
  configMaps,
  events,
  namespaces,
  nodes,
  pods,
  secrets,
  serviceAccounts,
  services,
  deployments,
  replicaSets,
  jobs,
  leases,
  endpointSlices,
  roles,
  clusterRoles,
  roleBindings,
  clusterRoleBindings,
  priorityClasses,
  flowSchemas,
  priorityLevels,
  customResourceDefinitions,
];
