import type { For, Reconciler, ResourceKind, ResourceName } from '../controller/api.ts';
import { watchOf } from '../controller/watchedKind.ts';

/** The resources that a reconciler names, its own first, as it names them: what it reads. */
export function watchedResources({ for: own, owns = [], watches = [] }: Reconciler): ResourceName[] {
  return [own, ...owns, ...watches].map((watch: ResourceName | For) => resourceNameOf(watchOf(watch).resource));
}

function resourceNameOf(resource: ResourceName | ResourceKind): ResourceName {
  return typeof resource === 'string' ? resource : resource.resource;
}
