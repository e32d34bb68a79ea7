import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { AccessAttributes } from './authorizer.ts';

/** That somebody wants to do something with a resource. */
export function accessTo(
  { group, version, resource }: Pick<ResourceDefinition, 'group' | 'version' | 'resource'>,
  verb: string,
  { namespace = '', name = '', subresource = '' }: Partial<Pick<AccessAttributes, 'namespace' | 'name' | 'subresource'>> = {},
): AccessAttributes {
  return { isResourceRequest: true, verb, group, version, resource, subresource, namespace, name, path: '' };
}
