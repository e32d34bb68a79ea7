import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { type GroupVersionResource, scopedInformerName } from '../kube/resource.ts';
import { groupOf } from '../kube/groupOf.ts';
import type { ObjectReference } from './objectReferences.ts';
import type { Session } from './session.ts';
import type { SessionInformer } from './sessionInformers.ts';

/** Where what is referred to is, or would be. */
export type ResolvedReference =
  | { readonly state: 'cached' | 'absent' | 'notStarted'; readonly informer: string; readonly key: string }
  /** Nothing tells which resource its kind is: the server was not asked yet, or has none. */
  | { readonly state: 'unknown' };

type Known = Pick<Session, 'informers' | 'catalog'>;

/** In whatever cache it is; of several one that has it whole. */
export function cachedReference(session: Known, reference: Omit<ObjectReference, 'path'>): { readonly informer: SessionInformer; readonly key: string } | undefined {
  const wholeFirst = session.informers.all.toSorted((one, other) => Number(one.informer.scope.metadataOnly ?? false) - Number(other.informer.scope.metadataOnly ?? false));
  // What says a namespace may be of a kind that has none: an owner is in the namespace of what it owns, or in none.
  for (const key of new Set([namespacedKey(reference.namespace, reference.name), namespacedKey(undefined, reference.name)])) {
    for (const informer of wholeFirst) {
      const object = informer.informer.indexer.get(key);
      if (object && isMeant(session, object, informer.informer.resource, reference)) return { informer, key };
    }
  }
  return undefined;
}

/** @param from the informer of what refers: one that is still to be started is taken to be as wide as that */
export function resolveReference(session: Known, reference: ObjectReference, from: string): ResolvedReference {
  const found = cachedReference(session, reference);
  if (found) return { state: 'cached', informer: found.informer.name, key: found.key };
  const resource = resourceOf(session, reference);
  if (!resource) return { state: 'unknown' };
  const namespace = resource.namespaced ? reference.namespace : undefined;
  const key = namespacedKey(namespace, reference.name);
  const running = session.informers.all.find(({ informer: { resource: { group, resource: name }, scope } }) => group === resource.group && name === resource.resource && (scope.namespace ?? namespace) === namespace);
  if (running) return { state: 'absent', informer: running.name, key };
  const isNarrow = namespace !== undefined && session.informers.get(from)?.scope.namespace === namespace;
  return { state: 'notStarted', informer: scopedInformerName(resource, isNarrow ? { namespace } : {}), key };
}

function isMeant({ catalog }: Known, object: KubeObject, resource: GroupVersionResource, { uid, group, kind, resource: name }: Omit<ObjectReference, 'path'>): boolean {
  if (uid !== undefined) return object.metadata.uid === uid;
  if (resource.group !== group) return false;
  if (name !== undefined) return resource.resource === name;
  return catalog.find(resource)?.kind === kind || (object.kind === kind && groupOf(object.apiVersion) === group);
}

/** As the server says, or, of the kinds that every cluster has, as all do. */
function resourceOf({ catalog }: Known, { group, kind, resource, namespace }: ObjectReference): (GroupVersionResource & { readonly namespaced: boolean }) | undefined {
  const known = catalog.known?.resources.find((each) => each.group === group && each.kind === kind);
  return known ?? (resource === undefined ? undefined : { group, version: 'v1', resource, namespaced: namespace !== undefined });
}
