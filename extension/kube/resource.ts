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

/** Which objects of a resource an informer holds, and how much of each. Every field that is absent asks for all. */
export interface NamedScope {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly metadataOnly?: boolean;
}

/** What an informer is told apart by, in its name. */
export interface InformerIdentity {
  readonly resource: GroupVersionResource;
  readonly scope: NamedScope;
}

/** Names an informer in traces: the resource, `@namespace` where it is scoped, `#metadata` where it holds no more of an object. */
export function informerName(resource: GroupVersionResource, namespace: string | undefined, metadataOnly = false): string {
  return nameOf(resource, namespace, '', metadataOnly);
}

/**
 * Names an informer of a session, where several of one resource and namespace may differ in their selectors: these follow as in the URL of its
 * list, `v1/pods@default?labelSelector=app=web`. Without selectors it is {@link informerName}.
 */
export function scopedInformerName(resource: GroupVersionResource, { namespace, labelSelector, fieldSelector, metadataOnly }: NamedScope): string {
  const parameters = [
    ...(labelSelector ? [`labelSelector=${escapeSelector(labelSelector)}`] : []),
    ...(fieldSelector ? [`fieldSelector=${escapeSelector(fieldSelector)}`] : []),
  ];
  return nameOf(resource, namespace, parameters.length > 0 ? `?${parameters.join('&')}` : '', metadataOnly);
}

/** The reverse of {@link informerName} and of {@link scopedInformerName}; undefined when it is no such name. */
export function parseInformerName(name: string): InformerIdentity | undefined {
  const metadataOnly = name.endsWith(metadataSuffix);
  const [place = '', query, ...none] = (metadataOnly ? name.slice(0, -metadataSuffix.length) : name).split('?');
  const [text = '', namespace] = place.split('@');
  const resource = parseResource(text);
  const selectors = query === undefined ? {} : parseSelectors(query);
  if (!resource || !selectors || none.length > 0) return undefined;
  return { resource, scope: { ...(namespace !== undefined && { namespace }), ...selectors, ...(metadataOnly && { metadataOnly }) } };
}

function nameOf(resource: GroupVersionResource, namespace: string | undefined, query: string, metadataOnly = false): string {
  return `${formatResource(resource)}${namespace ? `@${namespace}` : ''}${query}${metadataOnly ? metadataSuffix : ''}`;
}

/** Only what would end the selector, or the word in which a filter names the informer: the rest is there to be read. */
function escapeSelector(text: string): string {
  return text.replace(/[%&#?@+"\s\p{C}]/gu, (each) => (each === ' ' ? '+' : encodeURIComponent(each.isWellFormed() ? each : '\ufffd')));
}

function parseSelectors(query: string): Pick<NamedScope, 'labelSelector' | 'fieldSelector'> | undefined {
  const match = /^(?:labelSelector=([^&]+))?(?:(?:^|&)fieldSelector=([^&]+))?$/.exec(query);
  if (!match || query === '') return undefined;
  const [, labelSelector, fieldSelector] = match;
  try {
    return { ...(labelSelector && { labelSelector: unescapeSelector(labelSelector) }), ...(fieldSelector && { fieldSelector: unescapeSelector(fieldSelector) }) };
  } catch {
    return undefined; // a percent sign that stands for nothing
  }
}

function unescapeSelector(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
