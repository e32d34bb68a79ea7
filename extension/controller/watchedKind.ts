import type { GroupVersionResource } from '../kube/resource.ts';
import type { For, Reconciler, ResourceKind, ResourceName } from './api.ts';

/** A resource together with the kind of its objects, as owner references name it: what discovery, or the author, says of a name. */
export interface WatchedKind extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
}

/** What the reconciler calls it → what it is. @throws for a resource that nobody knows */
export type KindOf = (resource: ResourceName | ResourceKind) => WatchedKind;

/** The two ways of writing it, as one. */
export function watchOf(watch: ResourceName | For): For {
  return typeof watch === 'string' ? { resource: watch } : watch;
}

/** Everything that a reconciler watches, its own kind first. */
export function watchesOf({ for: own, owns = [], watches = [] }: Reconciler): readonly For[] {
  return [own, ...owns, ...watches].map((watch: ResourceName | For) => watchOf(watch));
}
