import { formatResource } from '../../kube/resource.ts';
import type { Registry } from '../registry/registry.ts';
import { storagePrefix } from '../registry/resourceDefinition.ts';
import type { Place } from './facts.ts';

/** Finds the resource of a storage path, among those that are served; a kind in the version that it is stored as. */
export function placeFinder(registry: Registry): (path: string) => Place {
  let at = -1;
  let resources = new Map<string, string>();
  return (path) => {
    if (at !== registry.changes) {
      at = registry.changes;
      resources = new Map(registry.definitions.map((definition) => [storagePrefix(definition), formatResource(definition)]));
    }
    const segments = path.split('/');
    for (const count of [4, 3]) {
      const prefix = `${segments.slice(0, count).join('/')}/`;
      const resource = resources.get(prefix);
      if (resource !== undefined) return { resource, key: path.slice(prefix.length) };
    }
    return { resource: '', key: path };
  };
}
