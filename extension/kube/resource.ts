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

/** `deployments.apps`, `pods`: as flags and sentences name a resource, whatever its version. */
export function formatGroupResource({ group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>): string {
  return group ? `${resource}.${group}` : resource;
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

/** Ends the name of an informer that holds of each object its metadata alone. Neither resource nor namespace can contain it. */
const metadataSuffix = '#metadata';

/** What an informer is told apart by, in its name. */
export interface InformerIdentity {
  readonly resource: GroupVersionResource;
  /** Undefined: all of them. */
  readonly namespace: string | undefined;
  readonly metadataOnly: boolean;
}

/** Names an informer in traces: the resource, `@namespace` where it is scoped, `#metadata` where it holds no more of an object. */
export function informerName(resource: GroupVersionResource, namespace: string | undefined, metadataOnly = false): string {
  return `${formatResource(resource)}${namespace ? `@${namespace}` : ''}${metadataOnly ? metadataSuffix : ''}`;
}

/** The reverse of {@link informerName}; undefined when it is not such a name. */
export function parseInformerName(name: string): InformerIdentity | undefined {
  const metadataOnly = name.endsWith(metadataSuffix);
  const [text = '', namespace] = (metadataOnly ? name.slice(0, -metadataSuffix.length) : name).split('@');
  const resource = parseResource(text);
  return resource && { resource, namespace, metadataOnly };
}
