import { type ApiResource, formatGroupResource, formatResource } from './resource.ts';

/** Whether kubectl would take this text for the resource: its plural or singular, a short name (`po`, `deploy`), with the group (`deployments.apps`), or as it is named here. */
export function isResourceCalled(resource: ApiResource, text: string): boolean {
  const name = text.trim().toLowerCase();
  return [resource.resource, resource.singularName, resource.kind.toLowerCase(), ...resource.shortNames, formatGroupResource(resource), formatResource(resource)].includes(name) && name !== '';
}
