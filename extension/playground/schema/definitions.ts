import { apiextensionsDefinitions } from './apiextensionsDefinitions.ts';
import { appsDefinitions } from './appsDefinitions.ts';
import { batchDefinitions } from './batchDefinitions.ts';
import { flowControlDefinitions, schedulingDefinitions } from './controlDefinitions.ts';
import { coordinationDefinitions } from './coordinationDefinitions.ts';
import { coreDefinitions, policyDefinitions } from './coreDefinitions.ts';
import { authorizationDefinitions, autoscalingDefinitions, metaDefinitions } from './metaDefinitions.ts';
import { placementDefinitions } from './placementDefinitions.ts';
import { podDefinitions } from './podDefinitions.ts';
import { podSettingDefinitions } from './podSettingDefinitions.ts';
import { discoveryDefinitions, serviceDefinitions } from './serviceDefinitions.ts';
import { accountDefinitions, authenticationDefinitions, rbacDefinitions } from './rbacDefinitions.ts';
import type { Definition, DefinitionRef, Definitions } from './schema.ts';
import { volumeDefinitions } from './volumeDefinitions.ts';

/** `+structType=atomic` in the types of Kubernetes: whoever names a thing names all of it. */
const atomic = new Set(['NodeSelector', 'NodeSelectorTerm', 'FileKeySelector', 'LabelSelector', 'LocalObjectReference', 'ObjectReference', 'OwnerReference', 'ConfigMapKeySelector', 'SecretKeySelector', 'ObjectFieldSelector', 'ResourceFieldSelector', 'RoleRef', 'Subject']);

const askedForByRules = new Set(['DeploymentSpec', 'ReplicaSetSpec', 'Container', 'EnvVar', 'Volume', 'VolumeMount', 'ConfigMapKeySelector', 'SecretKeySelector', 'ObjectFieldSelector', 'ResourceFieldSelector', 'PodDNSConfigOption', 'PodFailurePolicyOnPodConditionsPattern']);

const all: readonly [string, Definition][] = [
  ...metaDefinitions,
  ...autoscalingDefinitions,
  ...authorizationDefinitions,
  ...coreDefinitions,
  ...policyDefinitions,
  ...podDefinitions,
  ...podSettingDefinitions,
  ...placementDefinitions,
  ...volumeDefinitions,
  ...appsDefinitions,
  ...batchDefinitions,
  ...serviceDefinitions,
  ...discoveryDefinitions,
  ...coordinationDefinitions,
  ...schedulingDefinitions,
  ...flowControlDefinitions,
  ...accountDefinitions,
  ...rbacDefinitions,
  ...authenticationDefinitions,
  ...apiextensionsDefinitions,
];

export const definitions: Definitions = new Map(
  all.map(([name, definition]) => [name, { ...definition, ...(atomic.has(name) && { atomic: true }), ...(askedForByRules.has(name) && { askedForByRules: true }) }]),
);

/** @throws Error for a name that is not defined: a slip in the tables, not in a request */
export function definitionOf(ref: DefinitionRef): Definition {
  if (typeof ref !== 'string') return ref;
  const definition = definitions.get(ref);
  if (!definition) throw new Error(`no definition of ${ref}`);
  return definition;
}
