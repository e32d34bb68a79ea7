import type { ListOptions } from '../kube/listOptions.ts';
import type { GroupVersionResource } from '../kube/resource.ts';

/** `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath({ group, version }: Pick<GroupVersionResource, 'group' | 'version'>): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/**
 * The path of a collection, or with `name` of one object.
 * @param namespace undefined: all of them, or a resource that has none
 * @throws RangeError for a name that cannot stand in a path
 */
export function resourcePath(resource: GroupVersionResource, namespace: string | undefined, name?: string): string {
  const scope = namespace ? `/namespaces/${segment(namespace)}` : '';
  const object = name === undefined ? '' : `/${segment(name)}`;
  return `${groupVersionPath(resource)}${scope}/${segment(resource.resource)}${object}`;
}

/** The query of a list or watch; what is empty, zero or false is left out, as client-go does. */
export function listQuery(options: ListOptions, watch: boolean): string {
  const query = new URLSearchParams(watch ? { watch: 'true' } : {});
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && value !== '' && value !== 0 && value !== false) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Names may hold colons and more (case 20); a slash or a dot segment would name something else. */
function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new RangeError(`${JSON.stringify(name)} cannot be the name of an object`);
  return encodeURIComponent(name);
}
