import { CodedError } from '../base/codedError.ts';
import type { Reconciler, ResourceKind, ResourceName } from '../controller/api.ts';
import { type KindOf, watchesOf, type WatchedKind } from '../controller/watchedKind.ts';
import { type ApiResource, formatResource, parseResource } from '../kube/resource.ts';

/** A reconciler watches something that its cluster does not have. */
export class UnknownResourceError extends CodedError<'unknownResource', { readonly resource: string; readonly reconciler: string }> {
  override readonly name = 'UnknownResourceError';

  static is(error: unknown): error is UnknownResourceError {
    return error instanceof UnknownResourceError;
  }
}

/**
 * What the resources that a reconciler names are on this cluster.
 * @param discover asked only when there is a name that says nothing of its kind
 * @throws UnknownResourceError
 */
export async function resolveKinds(reconciler: Reconciler, discover: () => Promise<readonly ApiResource[]>): Promise<KindOf> {
  const named = watchesOf(reconciler).map(({ resource }) => resource);
  const discovered = named.some((resource) => typeof resource === 'string') ? await discover() : [];
  const kinds = new Map<string, WatchedKind>();
  for (const resource of named) kinds.set(nameOf(resource), kindOf(resource, discovered, reconciler.name));
  return (resource) => {
    const kind = kinds.get(nameOf(resource));
    if (!kind) throw unknown(nameOf(resource), reconciler.name);
    return kind;
  };
}

function kindOf(resource: ResourceName | ResourceKind, discovered: readonly ApiResource[], reconciler: string): WatchedKind {
  const name = nameOf(resource);
  const parsed = parseResource(name);
  const told = typeof resource === 'string' ? discovered.find((each) => formatResource(each) === name) : resource;
  if (!parsed || !told) throw unknown(name, reconciler);
  return { ...parsed, kind: told.kind, namespaced: told.namespaced };
}

function nameOf(resource: ResourceName | ResourceKind): string {
  return typeof resource === 'string' ? resource : resource.resource;
}

function unknown(resource: string, reconciler: string): UnknownResourceError {
  const message = `${reconciler} watches ${resource}, which this cluster does not have: check group, version and plural name (v1/pods, apps/v1/deployments), or install it first`;
  return new UnknownResourceError('unknownResource', message, { resource, reconciler });
}
