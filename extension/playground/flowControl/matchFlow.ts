import { resourceName } from '../access/authorizer.ts';
import { matchesPath } from '../access/matchesPath.ts';
import type { FlowSchemaSpec, NonResourceRule, ResourceRule } from './flowConfiguration.ts';
import type { FlowRequest } from './flowRequest.ts';

/** Whether the schema is for this request: one of its subjects sends it, and one of its rules names what is asked for. */
export function matchesFlow(schema: FlowSchemaSpec, request: Pick<FlowRequest, 'user' | 'attributes'>): boolean {
  if (!isSubject(schema, request)) return false;
  return request.attributes.isResourceRequest ? schema.resourceRules.some((rule) => fitsResource(rule, request)) : schema.nonResourceRules.some((rule) => fitsPath(rule, request));
}

/** What tells this flow from others of its schema. */
export function distinguish({ distinguisher }: Pick<FlowSchemaSpec, 'distinguisher'>, { user, attributes }: Pick<FlowRequest, 'user' | 'attributes'>): string {
  return distinguisher === 'ByUser' ? user.name : distinguisher === 'ByNamespace' ? attributes.namespace : '';
}

function isSubject({ users, groups, serviceAccountsOf }: FlowSchemaSpec, { user }: Pick<FlowRequest, 'user'>): boolean {
  if (fits(users, user.name) || groups.some((group) => group === '*' || user.groups.includes(group))) return true;
  return serviceAccountsOf.some((namespace) => user.name.startsWith(`system:serviceaccount:${namespace}:`));
}

function fitsResource({ verbs, apiGroups, resources, namespaces, clusterScope }: ResourceRule, { attributes }: Pick<FlowRequest, 'attributes'>): boolean {
  const { verb, group, namespace } = attributes;
  if (!fits(verbs, verb) || !fits(apiGroups, group)) return false;
  if (!fits(resources, resourceName(attributes))) return false;
  return namespace === '' ? clusterScope : fits(namespaces, namespace);
}

function fitsPath({ verbs, nonResourceURLs }: NonResourceRule, { attributes: { verb, path } }: Pick<FlowRequest, 'attributes'>): boolean {
  return fits(verbs, verb) && matchesPath(nonResourceURLs, path);
}

function fits(wanted: readonly string[], value: string): boolean {
  return wanted.some((each) => each === '*' || each === value);
}
