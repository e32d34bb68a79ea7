import type { Reconciler, ResourceKind, ResourceName } from '../controller/api.ts';
import { watchesOf } from '../controller/watchedKind.ts';

/** The resources that a reconciler names, its own first, as it names them: what it reads. */
export function watchedResources(reconciler: Reconciler): ResourceName[] {
  return watchesOf(reconciler).map(({ resource }) => resourceNameOf(resource));
}

function resourceNameOf(resource: ResourceName | ResourceKind): ResourceName {
  return typeof resource === 'string' ? resource : resource.resource;
}
