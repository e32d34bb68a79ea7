/** A resource as it is written in a URL. `group` is empty for the core group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
}

/** A resource as discovery describes it. */
export interface ApiResource extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly singularName: string;
}

/** `v1/pods`, `apps/v1/deployments`: how a resource is named in traces and on the command line. */
export function formatResource({ group, version, resource }: GroupVersionResource): string {
  return group ? `${group}/${version}/${resource}` : `${version}/${resource}`;
}

/** `v1`, `apps/v1`. */
export function formatGroupVersion({ group, version }: Pick<GroupVersionResource, 'group' | 'version'>): string {
  return group ? `${group}/${version}` : version;
}

/** The reverse of {@link formatResource}; undefined for a bare name or anything else that is not one. */
export function parseResource(text: string): GroupVersionResource | undefined {
  const parts = text.split('/');
  if (parts.some((part) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(part))) return undefined;
  const [first, second, third] = parts;
  if (parts.length === 2) return { group: '', version: first!, resource: second! };
  if (parts.length === 3) return { group: first!, version: second!, resource: third! };
  return undefined;
}

/** Names an informer in traces: the resource, and `@namespace` where it is scoped. */
export function informerName(resource: GroupVersionResource, namespace: string | undefined): string {
  return namespace ? `${formatResource(resource)}@${namespace}` : formatResource(resource);
}
